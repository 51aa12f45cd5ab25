import type { JsonObject } from "../../base/json";
import { sentence } from "../../base/sentence";
import { yieldToHost } from "../../base/slices";
import { describeContent, readContent } from "../files/text-file";
import type { Tool, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { integerOf, textOf } from "../values";
import type { BuiltinWorld } from "./world";
import { openWithConsent } from "./world";

/** Enough for most source files in one call. */
const DEFAULT_LINES = 2_000;
/** Longer lines are data, not code; `column` reaches the rest. */
const MAX_LINE_CHARS = 2_000;
/** Bounds one call however long its lines are, since this tool's results are never spilled. */
const MAX_READ_CHARS = 100_000;

export const readFileTool = (world: BuiltinWorld): Tool => ({
  name: "read_file",
  description:
    "Read a file, an image, or a persisted output. Lines come as `number|text`; `number|` is not part of the file.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      offset: { type: "integer", minimum: 1 },
      limit: { type: "integer", minimum: 1 },
      column: {
        type: "integer",
        minimum: 1,
        description: "For long lines.",
      },
    },
    required: ["path"],
    additionalProperties: false,
  },
  category: "read",
  order: "parallel",
  resultChars: Number.POSITIVE_INFINITY,
  secrets: "keep",
  async preview(args) {
    const opened = await openWithConsent(world, textOf(args, "path"), "read");
    if (opened.kind === "refused") return { kind: "refused", outcome: failedOutcome(opened.reason) };
    return {
      kind: "ready",
      title: sentence("Read {path}", { path: opened.shown }),
      detail: describeRange(opened.shown, args),
      ...(opened.careful === undefined ? {} : { careful: opened.careful }),
    };
  },
  async run(args) {
    const opened = await openWithConsent(world, textOf(args, "path"), "read");
    if (opened.kind === "refused") return failedOutcome(opened.reason);
    const content = await readContent(opened.path);
    if (content.kind === "image")
      return { content: [{ type: "image", mediaType: content.mediaType, base64: content.base64 }], failed: false };
    if (content.kind !== "text") return failedOutcome(describeContent(content, opened.shown));
    return showLines(content.text, opened.shown, {
      offset: integerOf(args, "offset", 1),
      limit: integerOf(args, "limit", DEFAULT_LINES),
      column: integerOf(args, "column", 1),
    });
  },
});

/** `src/a.ts:5-24`, which reads the same in every language. */
function describeRange(shown: string, args: JsonObject): string {
  if (args["offset"] === undefined && args["limit"] === undefined) return "";
  const first = integerOf(args, "offset", 1);
  return `${shown}:${first}-${first + integerOf(args, "limit", DEFAULT_LINES) - 1}`;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
  readonly column: number;
}

async function showLines(text: string, shown: string, range: Range): Promise<ToolOutcome> {
  const { lines, total } = await takeLines(text, range);
  if (total === 0) return textOutcome(`[${shown} is empty]`);
  if (range.offset > total)
    return failedOutcome(`${shown} has only ${total} lines; offset ${range.offset} is beyond its end.`);
  const last = range.offset - 1 + lines.length;
  const more = last < total ? `; continue with offset ${last + 1}` : "";
  return textOutcome(`${lines.join("\n")}\n[${shown}: lines ${range.offset}-${last} of ${total}${more}]`);
}

/**
 * The wanted lines, numbered, and how many lines there are. A file of nothing but line ends has millions, so the text
 * is never split as a whole. A final line end does not start another line.
 */
async function takeLines(
  text: string,
  range: Range,
): Promise<{ readonly lines: readonly string[]; readonly total: number }> {
  const lines: string[] = [];
  let chars = 0;
  let isFull = false;
  let total = 0;
  const take = (start: number, end: number): void => {
    total++;
    if (isFull || total < range.offset || lines.length >= range.limit) return;
    const line = text.slice(start, text[end - 1] === "\r" && end < text.length ? end - 1 : end);
    const numbered = `${total}|${showLine(line, range.column)}`;
    isFull = chars + numbered.length > MAX_READ_CHARS && lines.length > 0;
    if (isFull) return;
    chars += numbered.length + 1;
    lines.push(numbered);
  };
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  for (let from = start; from < text.length; from += COUNTED_CHARS) {
    if (from > start) await yieldToHost();
    const until = Math.min(text.length, from + COUNTED_CHARS);
    for (let at = from; at < until; at++) {
      if (text.charCodeAt(at) !== LINE_FEED) continue;
      take(start, at);
      start = at + 1;
    }
  }
  if (start < text.length) take(start, text.length);
  return { lines, total };
}

/** Some ten milliseconds of work, even where every character is a line end. */
const COUNTED_CHARS = 512 * 1024;
const LINE_FEED = 0x0a;

function showLine(line: string, column: number): string {
  const from = column - 1;
  const rest = line.length - from - MAX_LINE_CHARS;
  const part = line.slice(from, from + MAX_LINE_CHARS);
  return rest > 0
    ? `${part} [${rest} more characters on this line; read on with column ${column + MAX_LINE_CHARS}]`
    : part;
}
