import * as smd from "streaming-markdown";
import { highlightInto } from "./highlight";
import { targetOf } from "./links";
import { cleanText, createLineCutter, MAX_TEXT_CHARS } from "./safe-text";

/** What a reader can do inside a rendered reply; the buttons around code are made by whoever shows it. */
export interface MarkdownActions {
  openWeb(href: string): void;
  openFile(path: string, line: number | null): void;
  /** `info` is all that stands behind the backticks, its first word usually a language. */
  codeBar(info: string, code: () => string): HTMLElement;
}

/** Markdown as it streams. Elements are made by hand from a fixed list; no text of the model ever becomes markup. */
export interface MarkdownStream {
  write(text: string): void;
  end(): void;
}

export function createMarkdownStream(root: HTMLElement, actions: MarkdownActions): MarkdownStream {
  const parser = smd.parser(createRenderer(root, actions));
  const cutter = createLineCutter();
  let written = 0;
  return {
    write(text) {
      const room = Math.max(0, MAX_TEXT_CHARS - written);
      written += text.length;
      smd.parser_write(parser, cleanText(cutter.write(text.slice(0, room))));
    },
    end() {
      smd.parser_write(parser, cutter.end());
      smd.parser_end(parser);
    },
  };
}

interface Place {
  readonly node: HTMLElement;
  readonly token: smd.Token;
  info: string;
}

function createRenderer(root: HTMLElement, actions: MarkdownActions): smd.Any_Renderer {
  const open: Place[] = [{ node: root, token: smd.DOCUMENT, info: "" }];
  const top = (): Place => open.at(-1) ?? { node: root, token: smd.DOCUMENT, info: "" };
  return {
    data: undefined,
    add_token(_: unknown, token: smd.Token) {
      if (token === smd.DOCUMENT) return;
      const node = elementFor(token, top().node);
      node.append(EQUATION_MARKS[token] ?? "");
      open.push({ node, token, info: "" });
    },
    end_token() {
      const place = open.length > 1 ? open.pop() : undefined;
      if (place !== undefined) place.node.append(EQUATION_MARKS[place.token] ?? "");
      if (place?.token === smd.CODE_FENCE || place?.token === smd.CODE_BLOCK) finishCode(place, actions);
    },
    add_text(_: unknown, text: string) {
      top().node.append(text);
    },
    set_attr(_: unknown, attribute: smd.Attr, value: string) {
      const place = top();
      if (attribute === smd.LANG) place.info = value.trim();
      else if (attribute === smd.CHECKED) place.node.classList.add("codicon-check");
      else if (attribute === smd.START && place.node instanceof HTMLOListElement) place.node.start = Number(value) || 1;
      else if (attribute === smd.HREF || attribute === smd.SRC) aim(place.node, value, actions);
    },
  };
}

const TAGS: Readonly<Partial<Record<smd.Token, keyof HTMLElementTagNameMap>>> = {
  [smd.PARAGRAPH]: "p", [smd.HEADING_1]: "h3", [smd.HEADING_2]: "h4", [smd.HEADING_3]: "h5", [smd.HEADING_4]: "h6", [smd.HEADING_5]: "h6", [smd.HEADING_6]: "h6",
  [smd.CODE_INLINE]: "code", [smd.ITALIC_AST]: "em", [smd.ITALIC_UND]: "em", [smd.STRONG_AST]: "strong", [smd.STRONG_UND]: "strong", [smd.STRIKE]: "s",
  [smd.LINK]: "a", [smd.RAW_URL]: "a", [smd.IMAGE]: "a", [smd.BLOCKQUOTE]: "blockquote", [smd.LINE_BREAK]: "br", [smd.RULE]: "hr",
  [smd.LIST_UNORDERED]: "ul", [smd.LIST_ORDERED]: "ol", [smd.LIST_ITEM]: "li",
};

/** Formulas are shown as written: "$3 and $5" are prices far more often than mathematics. */
const EQUATION_MARKS: Readonly<Partial<Record<smd.Token, string>>> = { [smd.EQUATION_INLINE]: "$", [smd.EQUATION_BLOCK]: "$$" };

function elementFor(token: smd.Token, parent: HTMLElement): HTMLElement {
  switch (token) {
    case smd.CODE_FENCE:
    case smd.CODE_BLOCK:
      return codeElement(parent);
    case smd.CHECKBOX:
      return add(parent, "span", "checkbox codicon");
    case smd.IMAGE:
      return add(parent, "a", "image-link");
    case smd.TABLE:
      return add(add(parent, "div", "table-scroll"), "table");
    case smd.TABLE_ROW:
      return add(parent.childElementCount === 0 ? add(parent, "thead") : parent.querySelector("tbody") ?? add(parent, "tbody"), "tr");
    case smd.TABLE_CELL:
      return add(parent, parent.parentElement?.tagName === "THEAD" ? "th" : "td");
    default:
      return add(parent, TAGS[token] ?? "span");
  }
}

function add(parent: HTMLElement, tag: keyof HTMLElementTagNameMap, className = ""): HTMLElement {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  parent.append(element);
  return element;
}

function codeElement(parent: HTMLElement): HTMLElement {
  const pre = add(add(parent, "div", "code-block"), "pre");
  pre.tabIndex = 0;
  return add(pre, "code");
}

/** Colors and buttons come with the last line: a growing block would be colored again for every token. */
function finishCode({ node, info }: Place, actions: MarkdownActions): void {
  const code = node.textContent ?? "";
  highlightInto(node, code, (info.split(/[\s:]/)[0] ?? "").toLowerCase());
  node.closest(".code-block")?.prepend(actions.codeBar(info, () => code));
}

/** Images are links too: nothing is loaded because a model named an address. */
function aim(node: HTMLElement, href: string, actions: MarkdownActions): void {
  const target = targetOf(href);
  node.title = href;
  if (target.kind === "dead") {
    node.classList.add("dead-link");
    return;
  }
  if (node instanceof HTMLAnchorElement) node.href = target.kind === "web" ? target.href : "#";
  node.addEventListener("click", (event) => {
    event.preventDefault();
    if (target.kind === "web") actions.openWeb(target.href);
    else actions.openFile(target.path, target.line);
  });
}
