import type { JsonObject } from "../../conversation/message";
import { failedOutcome, textOutcome } from "../tool";
import type { Tool, ToolOutcome } from "../tool";
import { integerOf, textOf } from "../values";
import type { BuiltinWorld } from "./world";
import { openWithConsent } from "./world";
import { readContent, sayContent } from "./text-file";

/** Enough for most source files in one call. */
const DEFAULT_LINES = 2_000;
/** Longer lines are data, not code; `column` reaches the rest. */
const MAX_LINE_CHARS = 2_000;
/** Bounds one call whatever the lines are like, since this tool's results are never spilled. */
const MAX_READ_CHARS = 100_000;

export const readFileTool = (world: BuiltinWorld): Tool => ({
  name: "read_file",
  description:
    "Read a text file of the workspace, or a persisted tool output by the path shown with it. Lines come as `number|text`; the number and bar are not part of the file. Read large files in parts with offset and limit. Images are shown as images.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "Path relative to the workspace, or absolute inside it." },
      offset: { type: "integer", minimum: 1, description: "First line to show, counted from 1. Default 1." },
      limit: { type: "integer", minimum: 1, description: `Number of lines to show. Default ${DEFAULT_LINES}.` },
      column: {
        type: "integer",
        minimum: 1,
        description: `First character of each line to show, counted from 1, for lines longer than ${MAX_LINE_CHARS} characters. Default 1.`,
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
      title: `Read ${opened.shown}`,
      detail: sayRange(args),
      ...(opened.careful === undefined ? {} : { careful: opened.careful }),
    };
  },
  async run(args) {
    const opened = await openWithConsent(world, textOf(args, "path"), "read");
    if (opened.kind === "refused") return failedOutcome(opened.reason);
    const content = await readContent(opened.path);
    if (content.kind === "image")
      return { content: [{ type: "image", mediaType: content.mediaType, base64: content.base64 }], failed: false };
    if (content.kind !== "text") return failedOutcome(sayContent(content, opened.shown));
    return showLines(content.text, opened.shown, {
      offset: integerOf(args, "offset", 1),
      limit: integerOf(args, "limit", DEFAULT_LINES),
      column: integerOf(args, "column", 1),
    });
  },
});

const sayRange = (args: JsonObject): string =>
  args["offset"] === undefined && args["limit"] === undefined
    ? ""
    : `From line ${integerOf(args, "offset", 1)}, ${integerOf(args, "limit", DEFAULT_LINES)} lines.`;

interface Range {
  readonly offset: number;
  readonly limit: number;
  readonly column: number;
}

function showLines(text: string, shown: string, range: Range): ToolOutcome {
  const lines = splitLines(text);
  if (lines.length === 0) return textOutcome(`[${shown} is empty]`);
  if (range.offset > lines.length)
    return failedOutcome(`${shown} has only ${lines.length} lines; offset ${range.offset} is beyond its end.`);
  const out: string[] = [];
  let chars = 0;
  let at = range.offset - 1;
  for (; at < Math.min(lines.length, range.offset - 1 + range.limit); at++) {
    const line = `${at + 1}|${showLine(lines[at] ?? "", range.column)}`;
    if (chars + line.length > MAX_READ_CHARS && out.length > 0) break;
    chars += line.length + 1;
    out.push(line);
  }
  const more = at < lines.length ? `; continue with offset ${at + 1}` : "";
  return textOutcome(`${out.join("\n")}\n[${shown}: lines ${range.offset}-${at} of ${lines.length}${more}]`);
}

function showLine(line: string, column: number): string {
  const from = column - 1;
  const rest = line.length - from - MAX_LINE_CHARS;
  const part = line.slice(from, from + MAX_LINE_CHARS);
  return rest > 0
    ? `${part} [${rest} more characters on this line; read on with column ${column + MAX_LINE_CHARS}]`
    : part;
}

/** A final line end does not start another line. */
function splitLines(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
