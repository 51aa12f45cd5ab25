/** A Markdown file with fields in front, as skills and agents of many products have it. */
export interface FrontMatter {
  /** Texts and lists by name, in lower case. Tables within the front matter are left out. */
  readonly fields: ReadonlyMap<string, string | readonly string[]>;
  readonly body: string;
}

export type FrontMatterProblem = "missing" | "unclosed";

const FENCE = /^---[ \t]*$/;
const FIELD = /^["']?([A-Za-z][\w.-]*)["']?[ \t]*:(?:[ \t]+(.*))?$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;
const BLOCK = /^([|>])[+-]?\d*[ \t]*(?:#.*)?$/;

/**
 * Reads the part of YAML that people write in front of Markdown: texts, quoted texts, folded and literal blocks, and
 * lists. A line that means nothing here is skipped: a field nobody asks for must not cost a file.
 */
export function readFrontMatter(text: string): FrontMatter | FrontMatterProblem {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => line.trim() !== "");
  if (!FENCE.test(lines[start] ?? "")) return "missing";
  const end = lines.findIndex((line, index) => index > start && FENCE.test(line));
  if (end < 0) return "unclosed";
  return {
    fields: readFields(lines.slice(start + 1, end)),
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}

function readFields(lines: readonly string[]): FrontMatter["fields"] {
  const fields = new Map<string, string | readonly string[]>();
  for (let at = 0; at < lines.length; ) {
    const [, name, rest = ""] = FIELD.exec(lines[at] ?? "") ?? [];
    const inner = name === undefined ? [] : indentedFrom(lines, at + 1);
    at += 1 + inner.length;
    if (name === undefined) continue;
    const value = readValue(rest.trim(), inner);
    if (value !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
  }
  return fields;
}

/** Everything that belongs to the field above: indented or empty lines, and items at the margin. */
function indentedFrom(lines: readonly string[], from: number): readonly string[] {
  let end = from;
  while (end < lines.length && /^(?:[ \t]|-[ \t]|$)/.test(lines[end] ?? "")) end++;
  return lines.slice(from, end);
}

function readValue(rest: string, inner: readonly string[]): string | readonly string[] | undefined {
  const block = BLOCK.exec(rest);
  if (block !== null) return joinBlock(inner, block[1] === "|" ? "literal" : "folded");
  const items = inner.map((line) => ITEM.exec(line)?.[1]);
  if (rest === "" && items.some((item) => item !== undefined))
    return items.flatMap((item) => (item === undefined ? [] : [unquote(item)]));
  if (/^\[.*\]$/.test(rest))
    return rest
      .slice(1, -1)
      .split(",")
      .map((item) => unquote(item.trim()))
      .filter((item) => item !== "");
  const isTable = rest === "" && inner.some((line) => FIELD.test(line.trim()));
  if (isTable) return undefined;
  const whole = [rest, ...inner.map((line) => line.trim())].filter((line) => line !== "").join(" ");
  return whole === "" ? undefined : unquote(whole);
}

/** A folded block joins its lines; an empty one between them ends a paragraph. */
function joinBlock(lines: readonly string[], how: "literal" | "folded"): string {
  const trimmed = lines.map((line) => line.trim());
  if (how === "literal") return trimmed.join("\n").trim();
  const paragraphs: string[][] = [[]];
  for (const line of trimmed) {
    if (line === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs
    .map((paragraph) => paragraph.join(" "))
    .join("\n")
    .trim();
}

function unquote(text: string): string {
  const quote = /^(["'])([\s\S]*)\1(?:[ \t]+#.*)?$/.exec(text);
  if (quote === null) return text.replace(/[ \t]#.*$/, "").trim();
  const [, mark, inner = ""] = quote;
  return mark === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\])/g, "$1").replaceAll("\\n", "\n");
}

/** A field as one text. */
export function textField({ fields }: FrontMatter, name: string): string {
  const value = fields.get(name) ?? "";
  return typeof value === "string" ? value : value.join(", ");
}

/** Control characters, and marks that reorder or hide what a person sees. */
const UNSEEN = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/gu;

/** A field as one line, for a list that a person and a model read. */
export const lineField = (front: FrontMatter, name: string): string =>
  textField(front, name).replace(/\s+/g, " ").replace(UNSEEN, "").trim();

/** A field as a list; a text is split at its commas. */
export function listField({ fields }: FrontMatter, name: string): readonly string[] {
  const value = fields.get(name) ?? [];
  return typeof value === "string"
    ? value
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "")
    : value;
}
