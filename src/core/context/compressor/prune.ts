import type { ImagePart, Message, TextPart, ToolCallPart, ToolMessage } from "../../conversation/message";
import { visibleContent } from "../../conversation/render";
import { callsByResult, callsOf, exchangeStarts } from "../exchanges";
import { shortenArguments } from "./arguments";
import { gistOf } from "./gist";

/** Shorter results cost less than the line that would stand for them. */
export const PRUNE_OVER_CHARS = 200;

export interface Pruned {
  readonly messages: readonly Message[];
  readonly prunedResults: number;
}

/**
 * The conversation with old tool output and long old arguments reduced to what they were about, in `[start, end)` only.
 * Results the model has not answered yet and calls that may still run are left alone, wherever the range ends.
 */
export function pruneRange(messages: readonly Message[], start: number, end: number): Pruned {
  const limit = Math.min(end, unansweredStart(messages));
  const calls = callsByResult(messages);
  const newest = newestByText(messages);
  let prunedResults = 0;
  const pruned = messages.map((message, index): Message => {
    if (index < start || index >= limit) return message;
    if (message.role === "assistant") return shortenCalls(message);
    if (message.role !== "tool") return message;
    const next = pruneResult(message, calls.get(message), newest);
    if (next !== message) prunedResults++;
    return next;
  });
  return { messages: pruned, prunedResults };
}

/** The same result as one line; the way back to its full text stays on it. */
export function pruneResult(
  message: ToolMessage,
  call: ToolCallPart | undefined,
  newest: ReadonlyMap<string, ToolMessage>,
): ToolMessage {
  if (message.body.kind === "pruned" || !isWorthPruning(message)) return message;
  const content = visibleContent(message.body);
  const text = textOf(content);
  const images = content.filter((part) => part.type === "image").length;
  const twin = newest.get(text);
  const gist =
    twin !== undefined && twin !== message
      ? `[${message.toolName}] same output as the newer ${twin.toolName} call (message ${twin.id})`
      : gistOf({
          toolName: message.toolName,
          inputJson: call?.inputJson ?? "{}",
          text,
          images,
          failed: message.failed,
        });
  const spill = message.body.kind === "spilled" ? { spill: message.body.spill } : {};
  return { ...message, body: { kind: "pruned", gist, ...spill } };
}

export function isWorthPruning({ body }: ToolMessage): boolean {
  const content = visibleContent(body);
  return textOf(content).length > PRUNE_OVER_CHARS || content.some((part) => part.type === "image");
}

/** Identical outputs are kept once, the newest; only outputs long enough to be pruned are looked at. */
export function newestByText(messages: readonly Message[]): ReadonlyMap<string, ToolMessage> {
  const newest = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role !== "tool" || message.body.kind === "pruned") continue;
    const text = textOf(visibleContent(message.body));
    if (text.length >= PRUNE_OVER_CHARS) newest.set(text, message);
  }
  return newest;
}

function shortenCalls<Kind extends Extract<Message, { role: "assistant" }>>(message: Kind): Kind {
  let changed = false;
  const parts = message.parts.map((part) => {
    if (part.type !== "tool-call") return part;
    const inputJson = shortenArguments(part.inputJson);
    if (inputJson === part.inputJson) return part;
    changed = true;
    const { seal: _replaysOriginalBytes, ...call } = part;
    return { ...call, inputJson };
  });
  return changed ? { ...message, parts } : message;
}

/** Where the last exchange begins if the model has said nothing since: nobody has read those results yet. */
function unansweredStart(messages: readonly Message[]): number {
  const last = messages.at(-1);
  if (last === undefined) return 0;
  const waits = last.role === "tool" || (last.role === "assistant" && callsOf(last).length > 0);
  return waits ? (exchangeStarts(messages).at(-1) ?? 0) : messages.length;
}

const textOf = (content: readonly (TextPart | ImagePart)[]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
