import type { MarkedToken, Tokens } from "marked";
import { highlightInto } from "./highlight";
import { targetOf } from "./links";
import { ownTokens } from "./markdown-blocks";

/** The actions inside a rendered reply; the caller provides the toolbar of a code block. */
export interface MarkdownActions {
  openWeb(href: string): void;
  openFile(path: string, line: number | null): void;
  /** `info` is the text after the backticks; its first word is usually a language. */
  codeBar(info: string, code: () => string): HTMLElement;
}

/** Creates elements from a fixed list; no text from the model ever becomes markup. */
export function appendTokens(parent: HTMLElement, tokens: readonly MarkedToken[], actions: MarkdownActions): void {
  for (const token of tokens) appendToken(parent, token, actions);
}

function appendToken(parent: HTMLElement, token: MarkedToken, actions: MarkdownActions): void {
  const within = (tag: keyof HTMLElementTagNameMap): void =>
    appendTokens(add(parent, tag), ownTokens("tokens" in token ? token.tokens : []), actions);
  switch (token.type) {
    case "space":
      return;
    case "paragraph":
      return within("p");
    case "heading":
      return within(HEADINGS[token.depth] ?? "h6");
    case "blockquote":
      return within("blockquote");
    case "strong":
      return within("strong");
    case "em":
      return within("em");
    case "del":
      return within("s");
    case "text":
      return token.tokens === undefined
        ? parent.append(plain(token.text))
        : appendTokens(parent, ownTokens(token.tokens), actions);
    case "escape":
      return parent.append(token.text);
    case "codespan":
      add(parent, "code").append(token.text);
      return;
    case "code":
      return appendCode(parent, token);
    case "br":
      add(parent, "br");
      return;
    case "hr":
      add(parent, "hr");
      return;
    case "list":
      appendItems(listElement(parent, token), token.items, actions);
      return;
    case "list_item":
      appendTokens(add(parent, "li"), ownTokens(token.tokens), actions);
      return;
    case "checkbox":
      add(parent, "span", `checkbox codicon${token.checked ? " codicon-check" : ""}`);
      parent.append(" ");
      return;
    case "table":
      return appendTable(parent, token, actions);
    case "link":
    case "image":
      return appendLink(parent, token, actions);
    case "html":
    case "def":
      return appendAsWritten(parent, token.raw);
  }
}

const HEADINGS: Readonly<Record<number, "h3" | "h4" | "h5" | "h6">> = { 1: "h3", 2: "h4", 3: "h5" };

/** Entities that models write to keep `<` out of markup. */
const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};
const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (name) => CHARACTERS[name] ?? name);

function add(parent: HTMLElement, tag: keyof HTMLElementTagNameMap, className = ""): HTMLElement {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  parent.append(element);
  return element;
}

function listElement(parent: HTMLElement, { ordered, start }: Tokens.List): HTMLElement {
  const list = add(parent, ordered ? "ol" : "ul");
  if (list instanceof HTMLOListElement && start !== "") list.start = start;
  return list;
}

export function appendItems(list: HTMLElement, items: readonly Tokens.ListItem[], actions: MarkdownActions): void {
  for (const item of items) appendToken(list, item, actions);
}

function appendTable(parent: HTMLElement, { header, rows }: Tokens.Table, actions: MarkdownActions): void {
  const table = add(add(parent, "div", "table-scroll"), "table");
  const appendRow = (to: HTMLElement, tag: "th" | "td", cells: readonly Tokens.TableCell[]) => {
    const row = add(to, "tr");
    for (const cell of cells) appendTokens(add(row, tag), ownTokens(cell.tokens), actions);
  };
  appendRow(add(table, "thead"), "th", header);
  if (rows.length === 0) return;
  const body = add(table, "tbody");
  for (const cells of rows) appendRow(body, "td", cells);
}

/** Shows markup and link definitions with their line breaks, as a separate paragraph if they are a block. */
function appendAsWritten(parent: HTMLElement, raw: string): void {
  const isInline = /^(?:P|LI|TD|TH|H[3-6]|EM|STRONG|S|A)$/.test(parent.tagName);
  const target = isInline ? parent : add(parent, "p");
  const lines = isInline ? [raw] : raw.trimEnd().split("\n");
  lines.forEach((line, index) => target.append(...(index === 0 ? [] : [document.createElement("br")]), line));
}

function appendCode(parent: HTMLElement, { text, lang }: Tokens.Code): void {
  const block = add(parent, "div", "code-block growing");
  block.dataset["info"] = (lang ?? "").trim();
  const pre = add(block, "pre");
  pre.tabIndex = 0;
  add(pre, "code").append(text);
}

const GROWING = ".code-block.growing";

/** Adds colors and buttons to finished blocks only: a growing block would be highlighted again for every token. */
export function finishCode(nodes: readonly ChildNode[], actions: MarkdownActions): void {
  const elements = nodes.filter((node) => node instanceof HTMLElement);
  for (const block of elements.flatMap((node) =>
    node.matches(GROWING) ? [node] : [...node.querySelectorAll<HTMLElement>(GROWING)],
  )) {
    const element = block.querySelector("code");
    const info = block.dataset["info"] ?? "";
    const code = element?.textContent ?? "";
    if (element !== null) highlightInto(element, code, (info.split(/[\s:]/)[0] ?? "").toLowerCase());
    block.prepend(actions.codeBar(info, () => code));
    block.classList.remove("growing");
  }
}

/** Images become links: the page loads nothing from an address in a reply. */
function appendLink(parent: HTMLElement, token: Tokens.Link | Tokens.Image, actions: MarkdownActions): void {
  const link = add(parent, "a", token.type === "image" ? "image-link" : "");
  if (token.type === "image") link.append(plain(token.text));
  else appendTokens(link, ownTokens(token.tokens), actions);
  aim(link, token.href, actions);
}

function aim(link: HTMLElement, href: string, actions: MarkdownActions): void {
  const target = targetOf(href);
  link.title = href;
  if (target.kind === "dead") {
    link.classList.add("dead-link");
    return;
  }
  if (link instanceof HTMLAnchorElement) link.href = target.kind === "web" ? target.href : "#";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (target.kind === "web") actions.openWeb(target.href);
    else actions.openFile(target.path, target.line);
  });
}
