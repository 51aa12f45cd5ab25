import { unreachable } from "../base/unreachable";
import type { MessageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { userContent } from "../conversation/render";
import { isBlank, wireTurns } from "../conversation/wire-turns";
import type { CacheRule } from "../models/model";

/** A place in the prompt rather than a property of its text: messages stay unchanged, and the inspector can draw it. */
export type Breakpoint = { readonly after: "system" } | { readonly after: "message"; readonly messageId: MessageId };

/** A read looks at the marked block and back, at this many positions in all. */
export const LOOK_BACK_POSITIONS = 20;
/** One of the four the API allows stays with the system prompt. */
const MESSAGE_BREAKPOINTS = 3;

/**
 * `system_and_3`: the system prompt and the last three turns as they are sent (all results of one step are one turn).
 * `previous` are the marks of the last request of this conversation: where its newest one has fallen further behind
 * than a read looks back, the oldest new mark is put on that very place, so that the chain of reads does not break.
 */
export function placeBreakpoints(
  messages: readonly Message[],
  cache: CacheRule,
  previous: readonly Breakpoint[] = [],
): readonly Breakpoint[] {
  if (cache.kind !== "breakpoints") return [];
  const ends = wireTurns(messages).flatMap((turn) => turn.messages.findLast(isMarkable)?.id ?? []);
  const newest = ends.slice(-MESSAGE_BREAKPOINTS);
  const chained = bridgeGap(messages, newest, newestOf(previous));
  return [{ after: "system" }, ...chained.map((messageId): Breakpoint => ({ after: "message", messageId }))];
}

function bridgeGap(
  messages: readonly Message[],
  marks: readonly MessageId[],
  written: MessageId | undefined,
): readonly MessageId[] {
  const oldest = marks[0];
  if (oldest === undefined || written === undefined || marks.includes(written)) return marks;
  const positions = positionsOf(messages);
  const from = positions.get(written);
  const to = positions.get(oldest);
  if (from === undefined || to === undefined || to - from < LOOK_BACK_POSITIONS) return marks;
  return [written, ...marks.slice(marks.length < MESSAGE_BREAKPOINTS ? 0 : 1)];
}

/** Where each message ends, in blocks. */
function positionsOf(messages: readonly Message[]): ReadonlyMap<MessageId, number> {
  let position = 0;
  return new Map(
    messages.map((message) => {
      position += blockCount(message);
      return [message.id, position];
    }),
  );
}

function blockCount(message: Message): number {
  switch (message.role) {
    case "user":
      return userContent(message).length;
    case "assistant":
      return message.parts.length;
    case "tool":
    case "summary":
      return 1;
    default:
      return unreachable(message);
  }
}

/** The API takes no mark on thinking or empty text, so a reply of nothing else cannot carry one. */
const isMarkable = (message: Message): boolean =>
  message.role !== "assistant" ||
  message.parts.some((part) => part.type === "tool-call" || (part.type === "text" && !isBlank(part.text)));

const newestOf = (breakpoints: readonly Breakpoint[]): MessageId | undefined =>
  breakpoints.findLast((breakpoint) => breakpoint.after === "message")?.messageId;
