import { unreachable } from "../../base/unreachable";
import type { CallId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { originalText } from "../../conversation/text/original";
import { redactMessage } from "../../redact/redacted-message";
import { bounded } from "../summary/rendered-turns";
import type { FileRef, Item } from "./dag";
import { fileId } from "./dag";
import { outlineOf } from "./outline/outline";
import { labelOf } from "./tools/label";

type RawItem = Extract<Item, { kind: "raw" }>;

/** Neighboring originals that become one leaf. */
export interface LeafRange {
  readonly items: readonly RawItem[];
  readonly tokens: number;
}

/** Splits every run of raw items into chunks of about equal size, none above the limit unless one exchange alone is. */
export function planLeaves(items: readonly Item[], sourceTokens: number): readonly LeafRange[] {
  return rawRuns(items).flatMap((run) => splitRun(run, sourceTokens));
}

function rawRuns(items: readonly Item[]): readonly (readonly RawItem[])[] {
  const runs: RawItem[][] = [];
  let open: RawItem[] | undefined;
  for (const item of items) {
    if (item.kind === "node") {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = [];
      runs.push(open);
    }
    open.push(item);
  }
  return runs;
}

function splitRun(run: readonly RawItem[], sourceTokens: number): readonly LeafRange[] {
  const total = sumTokens(run);
  const share = total / Math.max(1, Math.ceil(total / sourceTokens));
  const ranges: LeafRange[] = [];
  let open: RawItem[] = [];
  let openTokens = 0;
  for (const exchange of exchangesOf(run)) {
    const tokens = sumTokens(exchange);
    if (open.length > 0 && (openTokens >= share || openTokens + tokens > sourceTokens)) {
      ranges.push({ items: open, tokens: openTokens });
      [open, openTokens] = [[], 0];
    }
    open.push(...exchange);
    openTokens += tokens;
  }
  return open.length === 0 ? ranges : [...ranges, { items: open, tokens: openTokens }];
}

function exchangesOf(run: readonly RawItem[]): readonly (readonly RawItem[])[] {
  const exchanges: RawItem[][] = [];
  for (const item of run) {
    const last = exchanges.at(-1);
    if (item.message.role === "tool" && last !== undefined) last.push(item);
    else exchanges.push([item]);
  }
  return exchanges;
}

const sumTokens = (items: readonly RawItem[]): number => items.reduce((total, item) => total + item.tokens, 0);

/** What the summarizer reads of one result or one set of arguments; the whole stays in the store. */
const RESULT_CHARS = 3_000;
const ARGUMENT_CHARS = 800;

export interface RenderedLeaf {
  readonly text: string;
  readonly files: readonly FileRef[];
}

/** The range as labeled turns. Bodies above the limit appear as an outline under a file id. */
export function renderLeaf(range: LeafRange, largeBodyTokens: number): RenderedLeaf {
  const names = new Map<CallId, string>();
  const files: FileRef[] = [];
  const turns = range.items.map(({ message: original, tokens }) => {
    // Before anything is cut from it: half a secret is one no rule recognizes.
    const message = redactMessage(original);
    const large = message.role !== "assistant" && tokens > largeBodyTokens;
    if (!large) return renderTurn(message, names);
    const body = originalText(message);
    const file: FileRef = {
      id: fileId(message.id),
      messageId: message.id,
      name: nameOf(message, names),
      chars: originalText(original).length,
    };
    files.push(file);
    const outline = outlineOf(file.name, body);
    const title = `<${file.id} ${file.name} ${outline.kind}, ${file.chars} characters>`;
    return `[${labelOf(message)}]\n${title}\n${outline.text}`;
  });
  return { text: turns.join("\n\n"), files };
}

function renderTurn(message: Message, names: Map<CallId, string>): string {
  switch (message.role) {
    case "user":
    case "summary":
      return `[${labelOf(message)}]\n${originalText(message)}`;
    case "tool":
      return `[${labelOf(message)}]\n${bounded(originalText(message), RESULT_CHARS)}`;
    case "assistant":
      return `[${labelOf(message)}]\n${message.parts
        .map((part) => {
          if (part.type === "text") return part.text;
          if (part.type !== "tool-call") return "";
          names.set(part.callId, targetOf(part.inputJson));
          return `called ${part.name} ${bounded(part.inputJson, ARGUMENT_CHARS)}`;
        })
        .filter((line) => line !== "")
        .join("\n")}`;
    default:
      return unreachable(message);
  }
}

function nameOf(message: Message, names: ReadonlyMap<CallId, string>): string {
  if (message.role !== "tool") return "pasted text";
  const target = names.get(message.callId) ?? "";
  return target === "" ? `output of ${message.toolName}` : target;
}

/** The path or command a call was about. Read with a pattern because arguments need not be whole JSON. */
function targetOf(inputJson: string): string {
  const written = /"(?:path|file_path|file|command|url)"\s*:\s*"((?:[^"\\]|\\.){1,120})/.exec(inputJson)?.[1] ?? "";
  return written.replace(/\\(?:n|r|t)/g, " ").replace(/\\(.)/g, "$1");
}
