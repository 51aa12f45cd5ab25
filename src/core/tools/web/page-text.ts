/**
 * The readable text of an HTML page, in one pass over its characters. It keeps words, headings, lists, and the lines of
 * code samples; it does not build a tree, so broken markup costs no more than good markup.
 */
export function pageText(html: string): string {
  const blocks: string[] = [];
  let flow: string[] = [];
  /** Inside a sample, line breaks and indentation mean something. */
  let sample: string[] | undefined;
  const close = () => {
    blocks.push(sample === undefined ? tidied(flow) : fenced(sample));
    flow = [];
    sample = undefined;
  };
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open < 0 ? html.length : open);
    if (sample === undefined) flow.push(decodeEntities(text.replace(/\s+/g, " ")));
    else sample.push(decodeEntities(text));
    if (open < 0) break;
    const tag = tagAt(html, open);
    at = SKIPPED.has(tag.name) && tag.kind === "start" ? endOfElement(html, tag.name, tag.end) : tag.end;
    if (tag.name === "pre") {
      close();
      if (tag.kind === "start") sample = [];
    } else if (sample === undefined) flow.push(spacingOf(tag));
    else if (tag.kind === "text") sample.push("<");
    else if (tag.name === "br") sample.push("\n");
  }
  close();
  return blocks.filter((block) => block !== "").join("\n\n");
}

const tidied = (parts: readonly string[]): string =>
  parts
    .join("")
    .split("\n")
    .map((line) => line.replace(/[ \t]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

function fenced(parts: readonly string[]): string {
  const text = parts
    .join("")
    .replace(/^\r?\n/, "")
    .trimEnd();
  return text === "" ? "" : `\`\`\`\n${text}\n\`\`\``;
}

interface Tag {
  /** "text": a bracket that begins no tag. */
  readonly kind: "start" | "end" | "comment" | "text";
  readonly name: string;
  /** Where the text after the tag begins. */
  readonly end: number;
}

/** Their content is not for readers. */
const SKIPPED: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "head", "iframe"]);
const BLOCKS =
  /^(?:article|aside|blockquote|br|d[dlt]|div|footer|h[1-6r]|header|li|main|nav|[ou]l|p|pre|section|table|tr)$/;
/** A tag is looked for this far, so that a page of opening brackets costs no more than its length many times over. */
const LONGEST_TAG = 4_000;

function tagAt(html: string, open: number): Tag {
  if (html.startsWith("<!--", open)) {
    const close = html.indexOf("-->", open + 4);
    return { kind: "comment", name: "", end: close < 0 ? html.length : close + 3 };
  }
  const [, slash = "", name = ""] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*|[!?])/.exec(html.slice(open, open + 40)) ?? [];
  const length = name === "" ? -1 : html.slice(open, open + LONGEST_TAG).indexOf(">");
  if (length < 0) return { kind: "text", name: "", end: open + 1 };
  return { kind: slash === "/" ? "end" : "start", name: name.toLowerCase(), end: open + length + 1 };
}

function endOfElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\s*>`, "gi");
  close.lastIndex = from;
  return close.exec(html) === null ? html.length : close.lastIndex;
}

function spacingOf({ kind, name }: Tag): string {
  if (kind === "text") return "<";
  if (kind === "start" && /^h[1-6]$/.test(name)) return `\n\n${"#".repeat(Number(name[1]))} `;
  if (kind === "start" && name === "li") return "\n- ";
  if (name === "td" || name === "th") return " ";
  return BLOCKS.test(name) ? "\n" : "";
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
