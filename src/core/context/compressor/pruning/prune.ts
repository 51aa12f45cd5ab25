import type { JsonValue } from "../../../base/json";
import { parseJson } from "../../../base/json";
import { rememberByText, takeStart } from "../../../base/text";
import { CallPairing, callsOf, lastExchangeStart } from "../../../conversation/exchanges";
import { GrowingWithList, KnownByMessage } from "../../../conversation/known-by-message";
import type { AssistantMessage, Message, ToolCallPart, ToolMessage } from "../../../conversation/message";
import { contentText, messageText, visibleContent } from "../../../conversation/render";
import { gistOf } from "./gist";

/** Shorter results cost less than the line that would replace them. */
const PRUNE_OVER_CHARS = 200;

export interface Pruned {
  readonly messages: readonly Message[];
  readonly prunedResults: number;
}

/**
 * The conversation with old tool output and long old arguments reduced to what they were about, in `[start, end)` only.
 * Results the model has not answered yet and calls that may still run are left alone, wherever the range ends.
 */
export function pruneRange(messages: readonly Message[], start: number, end: number): Pruned {
  const limit = Math.max(start, Math.min(end, unansweredStart(messages)));
  const pruned = [
    ...messages.slice(0, start),
    ...reducedUpTo(messages, limit).slice(start, limit),
    ...messages.slice(limit),
  ];
  const prunedResults = pruned.filter(({ role }, at) => role === "tool" && pruned[at] !== messages[at]).length;
  return { messages: pruned, prunedResults };
}

/** Results that `pruneRange` would reduce. */
export const prunableResults = (messages: readonly Message[], start: number, end: number): readonly ToolMessage[] =>
  messages
    .slice(start, Math.min(end, unansweredStart(messages)))
    .filter((message) => message.role === "tool")
    .filter((message) => message.body.kind !== "pruned" && isWorthPruning(message));

/** What is known of a conversation whose old output is reduced; it grows with the conversation. */
interface Reduction {
  readonly messages: Message[];
  readonly calls: (ToolCallPart | undefined)[];
  readonly pairing: CallPairing;
  /** Identical outputs are kept once, the newest; only outputs long enough to be pruned are looked at. */
  readonly placesByText: Map<string, number[]>;
  /** The reduced messages as far as somebody asked for them. */
  readonly reduced: Message[];
  /** Places of texts that have come again since. */
  readonly outdated: Set<readonly number[]>;
}

const reductions = new GrowingWithList<Reduction>(
  () => ({
    messages: [],
    calls: [],
    pairing: new CallPairing(),
    placesByText: new Map(),
    reduced: [],
    outdated: new Set(),
  }),
  ({ messages, calls, pairing, placesByText, outdated }, message) => {
    const place = messages.length;
    messages.push(message);
    calls.push(pairing.next(message));
    if (message.role !== "tool" || message.body.kind === "pruned") return;
    const text = messageText(message);
    if (text.length < PRUNE_OVER_CHARS) return;
    const places = placesByText.get(text);
    if (places === undefined) placesByText.set(text, [place]);
    else {
      places.push(place);
      outdated.add(places);
    }
  },
);

function reduceTo(limit: number, known: Reduction, mostTwins: number): readonly Message[] {
  const { messages, reduced, outdated } = known;
  for (const places of outdated) {
    if (places.length > mostTwins) continue;
    for (const place of places) if (place < reduced.length) reduced[place] = reducedAt(known, place);
    outdated.delete(places);
  }
  while (reduced.length < Math.min(limit, messages.length)) reduced.push(reducedAt(known, reduced.length));
  return reduced;
}

function reducedAt({ messages, calls, placesByText }: Reduction, place: number): Message {
  const message = messages[place] as Message;
  if (message.role === "assistant") return shortenCalls(message);
  if (message.role !== "tool") return message;
  const newest = placesByText.get(messageText(message))?.at(-1) ?? place;
  const twin = newest === place ? undefined : messages[newest];
  return pruneResult(message, calls[place], twin?.role === "tool" ? twin : undefined);
}

/**
 * The first messages of a conversation, reduced like that, up to the given place. Like all that grows with a list, the
 * result must not be kept across an await. Of a text that came more often than `mostTwins`, earlier ones may name a
 * twin that is no longer the newest.
 */
export const reducedUpTo = (messages: readonly Message[], end: number, mostTwins = Infinity): readonly Message[] =>
  reduceTo(Math.min(end, unansweredStart(messages)), reductions.of(messages), mostTwins);

/** The same result as one line; the way back to its full text stays on it. */
export function pruneResult(message: ToolMessage, call: ToolCallPart | undefined, twin?: ToolMessage): ToolMessage {
  if (message.body.kind === "pruned" || !isWorthPruning(message)) return message;
  const known = prunedByMessage.get(message);
  if (known !== undefined && known.call === call && known.twin === twin) return known.pruned;
  const pruned = withGist(message, call, twin);
  prunedByMessage.set(message, { call, twin, pruned });
  return pruned;
}

/** Messages never change, so the line for one is written once, and what is read from that line as well. */
const prunedByMessage = new KnownByMessage<
  { readonly call: ToolCallPart | undefined; readonly twin: ToolMessage | undefined; readonly pruned: ToolMessage },
  ToolMessage
>();

function withGist(message: ToolMessage, call: ToolCallPart | undefined, twin: ToolMessage | undefined): ToolMessage {
  const text = messageText(message);
  const images = visibleContent(message.body).filter((part) => part.type === "image").length;
  const gist =
    twin !== undefined
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
  return contentText(content).length > PRUNE_OVER_CHARS || content.some((part) => part.type === "image");
}

/** The same message with long arguments of its calls cut. */
export function shortenCalls(message: AssistantMessage): AssistantMessage {
  const known = shortenedByMessage.get(message);
  if (known !== undefined) return known;
  const shortened = shortenParts(message);
  shortenedByMessage.set(message, shortened);
  return shortened;
}

const shortenedByMessage = new KnownByMessage<AssistantMessage, AssistantMessage>();

function shortenParts(message: AssistantMessage): AssistantMessage {
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

/** Where the last exchange begins if the model has not replied since: it has not read those results yet. */
function unansweredStart(messages: readonly Message[]): number {
  const last = messages.at(-1);
  if (last === undefined) return 0;
  const waits = last.role === "tool" || (last.role === "assistant" && callsOf(last).length > 0);
  return waits ? lastExchangeStart(messages) : messages.length;
}

/** Leaves up to this long cost little and often are the point of the call (paths, queries, commands). */
const LONG_LEAF_CHARS = 200;
/** Enough of the beginning to recognize what was written. */
const KEPT_LEAF_CHARS = 80;
/** Deeper nesting than any real tool has; walking on would let a hostile argument exhaust the stack. */
const DEEPEST_LEVEL = 64;

const MARK_OPEN = "⟦hermes removed ";
const MARK_CLOSE = " characters of this old argument from context; this note was never part of the content⟧";

/** The same arguments with long text cut out and said so; unchanged where nothing is saved or nothing can be read. */
export const shortenArguments = rememberByText((inputJson: string): string => {
  if (inputJson.length <= LONG_LEAF_CHARS) return inputJson;
  const value = parseJson(inputJson);
  if (value === undefined) return inputJson;
  const shorter = JSON.stringify(shortenLeaves(value, 0));
  return shorter.length < inputJson.length ? shorter : inputJson;
});

function shortenLeaves(value: JsonValue, level: number): JsonValue {
  if (typeof value === "string") return shortenLeaf(value);
  if (value === null || typeof value !== "object" || level >= DEEPEST_LEVEL) return value;
  if (isList(value)) return value.map((item) => shortenLeaves(item, level + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortenLeaves(item, level + 1)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function shortenLeaf(text: string): string {
  if (text.length <= LONG_LEAF_CHARS || text.endsWith(MARK_CLOSE)) return text;
  const kept = takeStart(text, KEPT_LEAF_CHARS);
  const marked = `${kept}${MARK_OPEN}${(text.length - kept.length).toLocaleString("en-US")}${MARK_CLOSE}`;
  return marked.length < text.length ? marked : text;
}
