import type { TagVisitor } from "./read-tags";
import { readTags } from "./read-tags";
import { TextWriter } from "./text-writer";

/**
 * The readable text of an HTML page: headings, lists, tables, links, and code samples as Markdown has them, without
 * scripts, styles, and hidden parts. No tree is built, so broken or hostile markup costs no more than good markup.
 */
export function pageText(html: string): string {
  const page = new PageReader(html);
  readTags(html, page);
  return page.finish();
}

/** They end with their end tag or with the page. */
const RAW: ReadonlySet<string> = new Set(["script", "style"]);
/** Their content is not for readers. */
const SKIPPED: ReadonlySet<string> = new Set(
  "canvas datalist iframe math noscript object select svg template".split(" "),
);
/** Elements that always have an end tag, so that a hidden one has an end too. */
const HIDEABLE = /^(?:a|article|aside|button|dialog|div|footer|form|header|nav|ol|section|span|table|ul)$/;
const PARAGRAPHS =
  /^(?:address|article|aside|blockquote|dl|details|fieldset|figure|footer|form|header|hr|main|nav|p|section|table)$/;
const LINES = /^(?:br|caption|center|dd|div|dt|figcaption|legend|option|summary|t(?:head|body|foot))$/;
const CODE = /^(?:code|kbd|samp|tt)$/;
/** Deeper lists are shown as this deep. */
const MAX_INDENT = 6;
/** A longer address is data rather than a place to go to. */
const MAX_LINK_CHARS = 300;

class PageReader implements TagVisitor {
  private readonly html: string;
  private readonly writer = new TextWriter();
  private readonly lists: { readonly kind: "ol" | "ul"; count: number }[] = [];
  private skipped: { readonly name: string; depth: number } | undefined;
  /** Inside a sample, line breaks and indentation mean something. */
  private sample: { readonly parts: string[]; language: string } | undefined;
  private codes = 0;
  private link: string | undefined;
  /** The first characters in a link within the page. */
  private anchor: string | undefined;
  private title: string | undefined;
  private inTitle = false;
  private hasHeading = false;
  /** Where the last end tag of a name is, for names that were asked about. */
  private readonly lastEnds = new Map<string, number>();

  constructor(html: string) {
    this.html = html;
  }

  onText(text: string): void {
    if (this.skipped !== undefined) return;
    if (this.inTitle) this.title = (this.title ?? "") + text;
    else if (this.sample !== undefined) this.sample.parts.push(text);
    else if (this.anchor !== undefined) this.continueAnchor(this.anchor + text);
    else this.writer.text(text);
  }

  onStart(name: string, attributes: ReadonlyMap<string, string>, at: number): void {
    if (this.skipped !== undefined) {
      if (this.skipped.name === name) this.skipped.depth++;
      return;
    }
    const hidden = HIDEABLE.test(name) && attributes.has("hidden") && attributes.get("hidden") !== "until-found";
    if (RAW.has(name) || ((SKIPPED.has(name) || hidden) && this.lastEnd(name) >= at)) {
      this.skipped = { name, depth: 1 };
      return;
    }
    if (name === "title") this.inTitle = this.title === undefined;
    else if (name === "pre") this.startSample(attributes);
    else if (this.sample !== undefined) this.continueSample(name, attributes);
    else this.startElement(name, attributes);
  }

  onEnd(name: string, at: number): void {
    if (this.skipped !== undefined) {
      if (this.skipped.name !== name) return;
      // An unbalanced one ends with its last end tag.
      if (--this.skipped.depth === 0 || at > this.lastEnd(name)) this.skipped = undefined;
      return;
    }
    if (name === "title") this.inTitle = false;
    else if (name === "pre") this.endSample();
    else if (this.sample === undefined) this.endElement(name);
  }

  finish(): string {
    this.endSample();
    this.endLink();
    const title = this.title?.replace(/\s+/g, " ").trim() ?? "";
    const text = this.writer.toString().trim();
    return this.hasHeading || title === "" ? text : `# ${title}\n\n${text}`.trim();
  }

  private startElement(name: string, attributes: ReadonlyMap<string, string>): void {
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (heading !== undefined) {
      this.hasHeading ||= heading === "1";
      this.writer.break("paragraph");
      this.writer.mark(`${"#".repeat(Number(heading))} `);
    } else if (name === "ul" || name === "ol") this.startList(name);
    else if (name === "li") this.startItem();
    else if (name === "tr") this.writer.row();
    else if (name === "td" || name === "th") this.writer.cell();
    else if (name === "a") this.startLink(attributes.get("href") ?? "");
    else if (name === "img") this.writer.text(altOf(attributes));
    else if (CODE.test(name)) {
      if (this.codes++ === 0) this.writer.open("`");
    } else this.separate(name);
  }

  private endElement(name: string): void {
    if (/^h[1-6]$/.test(name)) {
      this.writer.unmark();
      this.writer.break("paragraph");
    } else if (name === "ul" || name === "ol") {
      this.lists.pop();
      this.writer.unmark();
      this.writer.break(this.lists.length === 0 ? "paragraph" : "line");
    } else if (name === "li") {
      this.writer.unmark();
      this.writer.break("line");
    } else if (name === "tr") this.writer.row();
    else if (name === "a") this.endLink();
    else if (CODE.test(name)) this.endCode();
    else this.separate(name);
  }

  private endCode(): void {
    if (this.codes === 0 || --this.codes > 0) return;
    if (this.writer.close("`") === "written") this.writer.append("`");
  }

  private separate(name: string): void {
    if (PARAGRAPHS.test(name)) this.writer.break("paragraph");
    else if (LINES.test(name)) this.writer.break("line");
  }

  private startList(kind: "ol" | "ul"): void {
    this.writer.unmark();
    this.writer.break(this.lists.length === 0 ? "paragraph" : "line");
    this.lists.push({ kind, count: 0 });
  }

  private startItem(): void {
    const list = this.lists.at(-1);
    const indent = "  ".repeat(Math.min(Math.max(this.lists.length - 1, 0), MAX_INDENT));
    this.writer.unmark();
    this.writer.break("line");
    this.writer.mark(list?.kind === "ol" ? `${indent}${++list.count}. ` : `${indent}- `);
  }

  private startLink(href: string): void {
    this.endLink();
    const address = href.trim();
    if (address.startsWith("#")) this.anchor = "";
    else if (isFollowable(address)) {
      this.link = address;
      this.writer.open("[");
    }
  }

  private endLink(): void {
    const { anchor = "", link } = this;
    this.anchor = undefined;
    this.link = undefined;
    // "¶", "#" and the like beside a heading.
    if (/[\p{L}\p{N}]/u.test(anchor)) this.writer.text(anchor);
    if (link !== undefined && this.writer.close("[") === "written") this.writer.append(`](${inMarkdown(link)})`);
  }

  /** A longer text is read like any other. */
  private continueAnchor(text: string): void {
    this.anchor = text.trim().length > 1 ? undefined : text;
    if (this.anchor === undefined) this.writer.text(text);
  }

  private startSample(attributes: ReadonlyMap<string, string>): void {
    this.endSample();
    this.sample = { parts: [], language: languageOf(attributes) };
  }

  private continueSample(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.sample === undefined) return;
    if (name === "code") this.sample.language ||= languageOf(attributes);
    const { parts } = this.sample;
    const isBegun = parts.length > 0 && !parts.at(-1)?.endsWith("\n");
    if (name === "br" || (isBegun && /^(?:div|li|p|tr)$/.test(name))) parts.push("\n");
  }

  private endSample(): void {
    if (this.sample === undefined) return;
    this.writer.sample(this.sample.parts.join(""), this.sample.language);
    this.sample = undefined;
  }

  private lastEnd(name: string): number {
    const known = this.lastEnds.get(name);
    if (known !== undefined) return known;
    const found = Math.max(this.html.lastIndexOf(`</${name}`), this.html.lastIndexOf(`</${name.toUpperCase()}`));
    this.lastEnds.set(name, found);
    return found;
  }
}

const altOf = (attributes: ReadonlyMap<string, string>): string => {
  const alt = attributes.get("alt")?.trim() ?? "";
  return alt === "" ? "" : ` ![${alt}] `;
};

/** Scripts and data lead nowhere for someone who reads the text of a page. */
const isFollowable = (href: string): boolean =>
  href !== "" && href.length <= MAX_LINK_CHARS && (!/^[a-z][a-z\d+.-]*:/i.test(href) || /^https?:/i.test(href));

/** Markdown takes a blank or a bracket for the end of an address. */
const inMarkdown = (href: string): string =>
  href.replace(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);

const languageOf = (attributes: ReadonlyMap<string, string>): string =>
  /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(attributes.get("class") ?? "")?.[1] ?? "";
