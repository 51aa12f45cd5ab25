import { joinPattern } from "../../../base/text";
import { unreachable } from "../../../base/unreachable";
import type { NumberedLine } from "./numbered-lines";
import { readLines } from "./numbered-lines";
import { findSignatures } from "./signatures";

/** The kind of a large body, judged by its name and its first lines. */
type BodyKind = "code" | "json" | "config" | "table" | "document" | "log" | "text";

export interface Outline {
  readonly kind: BodyKind;
  readonly text: string;
}

const OUTLINE_LINES = 40;
/** Longer lines are minified or generated; their start says what they are. */
const LINE_CHARS = 160;
const EDGE_LINES = 6;
const PROBLEM_LINES = 12;
/** Enough to tell what a body is without reading megabytes twice. */
const SNIFFED_LINES = 80;
const SHAPE_DEPTH = 3;
const SHAPE_KEYS = 12;
/** Wide data three levels deep would be longer than many a file. */
const SHAPE_CHARS = 2_000;
const KEY_CHARS = 40;

/** Names end in an extension whether they are paths or commands (`cat src/a.ts`). */
const KIND_BY_NAME: readonly (readonly [RegExp, BodyKind])[] = [
  [
    joinPattern(
      [
        String.raw`\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kt|kts|cs|cpp|cc|cxx|c|h|hpp|php|swift|scala|dart|ex|exs|`,
        "pony|lua|sh|bash|vue|svelte)$",
      ],
      "i",
    ),
    "code",
  ],
  [/\.(?:json|jsonl|json5|ipynb|lock|map)$/i, "json"],
  [/\.(?:ya?ml|toml|ini|cfg|conf|env|properties)$/i, "config"],
  [/\.(?:csv|tsv)$/i, "table"],
  [/\.(?:mdx?|rst|adoc)$/i, "document"],
  [/\.log$/i, "log"],
];

const ERROR = joinPattern(
  [
    String.raw`\b(?:\w*error|\w*exception|traceback|fatal|panic(?:ked)?|failed|failure|fail|denied|not found|`,
    String.raw`undefined reference|segmentation fault)\b`,
  ],
  "i",
);
const WARNING = /\bwarn(?:ing)?\b/i;
const LOG_LINE = /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\b)/i;
const KEY_LINE = joinPattern([
  String.raw`^(\s*)(?:- )?(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|[A-Za-z_$@/.][\w$@/. -]{0,80}?)\s*[:=](?=\s|$)|`,
  String.raw`^\s*\[\[?[^\]]{1,80}\]\]?\s*$`,
]);
const HEADING = /^#{1,6}\s+\S/;

/** The bones of a body: signatures of code, the shape of data, the ends and the problems of a log. */
export function outlineOf(name: string, body: string): Outline {
  const lines = readLines(body);
  const kind = kindOf(name, lines);
  return { kind, text: describe(kind, lines) };
}

function describe(kind: BodyKind, lines: readonly NumberedLine[]): string {
  switch (kind) {
    case "json":
      return (
        jsonShape(lines) ??
        listed(
          lines,
          lines.filter(({ text }) => KEY_LINE.test(text)),
        )
      );
    case "config":
      return listed(
        lines,
        lines.filter(({ text }) => KEY_LINE.test(text)),
      );
    case "document":
      return listed(
        lines,
        lines.filter(({ text }) => HEADING.test(text)),
      );
    case "code":
      return listed(lines, findSignatures(lines));
    case "table":
      return tableShape(lines);
    case "log":
    case "text":
      return [edges(lines), problems(lines)].filter((part) => part !== "").join("\n");
    default:
      return unreachable(kind);
  }
}

function kindOf(name: string, lines: readonly NumberedLine[]): BodyKind {
  const named = KIND_BY_NAME.find(([form]) => form.test(name.trim()))?.[1];
  if (named !== undefined) return named;
  if (jsonShape(lines) !== undefined) return "json";
  const start = lines.slice(0, SNIFFED_LINES);
  if (start.filter(({ text }) => LOG_LINE.test(text)).length * 3 > start.length) return "log";
  if (findSignatures(start).length >= 3) return "code";
  return lines.some(({ text }) => ERROR.test(text)) ? "log" : "text";
}

/** One value, or one per line; undefined for anything else, also for the part of a value that was read. */
function jsonShape(lines: readonly NumberedLine[]): string | undefined {
  if (!/^\s*[[{]/.test(lines.find(({ text }) => text.trim() !== "")?.text ?? "")) return undefined;
  const whole = parsed(lines.map(({ text }) => text).join("\n"));
  if (whole !== undefined) return short(shapeOf(whole.value, SHAPE_DEPTH), SHAPE_CHARS);
  const records = lines.filter(({ text }) => text.trim() !== "");
  const [first] = records;
  const record = first === undefined || records.length < 2 ? undefined : parsed(first.text);
  return record === undefined || records.some(({ text }) => parsed(text) === undefined)
    ? undefined
    : short(`${records.length} lines × ${shapeOf(record.value, SHAPE_DEPTH)}`, SHAPE_CHARS);
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Text that only looks like JSON is outlined in another way.
    return undefined;
  }
}

function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.length} × ${shapeOf(value[0], depth - 1)}]`;
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const entries = Object.entries(value);
  if (depth <= 0) return `{${entries.length} keys}`;
  const shown = entries
    .slice(0, SHAPE_KEYS)
    .map(([key, inner]) => `${short(key, KEY_CHARS)}: ${shapeOf(inner, depth - 1)}`);
  const more = entries.length > SHAPE_KEYS ? [`… ${entries.length - SHAPE_KEYS} more`] : [];
  return `{ ${[...shown, ...more].join(", ")} }`;
}

function tableShape(lines: readonly NumberedLine[]): string {
  const rows = lines.map(({ text }) => text).filter((text) => text.trim() !== "");
  const shown = [
    ["header", rows[0]],
    ["first row", rows[1]],
    ["last row", rows.length > 2 ? rows.at(-1) : undefined],
  ].flatMap(([label, row]) => (row === undefined ? [] : [`${label}: ${short(row)}`]));
  return [`${Math.max(0, rows.length - 1)} rows`, ...shown].join("\n");
}

/** Errors before warnings, each once: what differs in figures only is the same problem again. */
function problems(lines: readonly NumberedLine[]): string {
  const edge = new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]);
  const found = lines.filter(({ text }) => ERROR.test(text) || WARNING.test(text));
  const kinds = new Map(
    found
      .filter((line) => !edge.has(line))
      .toReversed()
      .map((line) => [line.text.trim().replace(/\d+/g, "0"), line]),
  );
  const distinct = [...kinds.values()].toSorted(
    (a, b) => Number(ERROR.test(b.text)) - Number(ERROR.test(a.text)) || a.number - b.number,
  );
  if (distinct.length === 0) return "";
  const more = distinct.length - PROBLEM_LINES;
  return [
    `problems in ${found.length} lines:`,
    ...distinct.slice(0, PROBLEM_LINES).map(numbered),
    ...(more > 0 ? [`… ${more} more`] : []),
  ].join("\n");
}

function edges(lines: readonly NumberedLine[]): string {
  if (lines.length <= EDGE_LINES * 2) return lines.map(({ text }) => short(text)).join("\n");
  return [
    ...lines.slice(0, EDGE_LINES).map(({ text }) => short(text)),
    `… ${lines.length - EDGE_LINES * 2} lines …`,
    ...lines.slice(-EDGE_LINES).map(({ text }) => short(text)),
  ].join("\n");
}

/** What was found with its lines, the outermost first where not all have room; the ends where nothing was. */
function listed(lines: readonly NumberedLine[], found: readonly NumberedLine[]): string {
  if (found.length === 0) return edges(lines);
  const outer = withinRoom(found);
  const shown = outer.slice(0, OUTLINE_LINES);
  const left = found.length - shown.length;
  return [`${lines.length} lines`, ...shown.map(numbered), ...(left > 0 ? [`… ${left} more`] : [])].join("\n");
}

function withinRoom(found: readonly NumberedLine[]): readonly NumberedLine[] {
  const depths = [...new Set(found.map(indentOf))].toSorted((a, b) => b - a);
  const least = depths.at(-1) ?? 0;
  const depth = depths.find(
    (limit) => limit === least || found.filter((line) => indentOf(line) <= limit).length <= OUTLINE_LINES,
  );
  return found.filter((line) => indentOf(line) <= (depth ?? 0));
}

const TAB_WIDTH = 4;
const indentOf = ({ text }: NumberedLine): number =>
  (/^\s*/.exec(text)?.[0] ?? "").replace(/\t/g, " ".repeat(TAB_WIDTH)).length;

const numbered = ({ number, text }: NumberedLine): string => `${number}: ${short(text.trim())}`;

const short = (line: string, chars = LINE_CHARS): string => (line.length <= chars ? line : `${line.slice(0, chars)}…`);
