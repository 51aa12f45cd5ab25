import type { JsonObject, UnknownObject } from "../../base/json";
import { isObject, listOf, objectOf, parseJson, textOf } from "../../base/json";
import { callId } from "../../conversation/ids";
import type { AssistantPart, Origin } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import type { ModelEvent, StopReason } from "../provider";
import type { Decoder, Step } from "../wire/decoder";
import { doneEvent, still } from "../wire/decoder";
import { usageOf } from "./usage";

export interface AnthropicState {
  readonly origin: Origin;
  readonly parts: readonly AssistantPart[];
  readonly open: OpenBlock | undefined;
  /** Usage comes in two halves: the prompt when the reply starts, the output when it ends. */
  readonly usage: UnknownObject | undefined;
  readonly stop: string;
  readonly ended: boolean;
}

/** A block that is still growing: `text` is its words or its arguments, parsed by nobody before it is whole. */
interface OpenBlock {
  readonly block: UnknownObject;
  readonly text: string;
  readonly signature: string;
}

export const anthropicDecoder: Decoder<AnthropicState> = { start, step, finish, partial, usage };

function start(origin: Origin): AnthropicState {
  return { origin, parts: [], open: undefined, usage: undefined, stop: "", ended: false };
}

function step(state: AnthropicState, event: unknown): Step<AnthropicState> {
  const fields = objectOf(event);
  switch (fields["type"]) {
    case "message_start":
      return still({ ...state, usage: mergeUsage(state.usage, objectOf(fields["message"])["usage"]) });
    case "content_block_start":
      return still({ ...state, open: openBlock(objectOf(fields["content_block"])) });
    case "content_block_delta":
      return grow(state, objectOf(fields["delta"]));
    case "content_block_stop":
      return close(state);
    case "message_delta":
      return still({
        ...state,
        usage: mergeUsage(state.usage, fields["usage"]),
        stop: textOf(objectOf(fields["delta"])["stop_reason"]) || state.stop,
      });
    case "message_stop":
      return still({ ...state, ended: true });
    case "error":
      return {
        ...still(state),
        failure: {
          message: textOf(objectOf(fields["error"])["message"]),
          code: textOf(objectOf(fields["error"])["type"]),
        },
      };
    case "message":
      return takeWhole(state, fields);
    default:
      return still(state);
  }
}

/** The whole reply at once, from a server that does not stream: the same steps without the pauses between them. */
function takeWhole(state: AnthropicState, message: UnknownObject): Step<AnthropicState> {
  const blocks = listOf(message["content"]).flatMap((block) => [
    { type: "content_block_start", content_block: block },
    { type: "content_block_stop" },
  ]);
  const events = [
    { type: "message_start", message },
    ...blocks,
    { type: "message_delta", delta: message },
    { type: "message_stop" },
  ];
  return events.reduce<Step<AnthropicState>>((before, event) => {
    const after = step(before.state, event);
    return { state: after.state, events: [...before.events, ...after.events] };
  }, still(state));
}

/**
 * Gateways stop a stream after the stop reason without the closing event; with a reason and no open block it is whole.
 */
function finish(state: AnthropicState): readonly ModelEvent[] | undefined {
  const isWhole = state.ended || (state.stop !== "" && state.open === undefined);
  return isWhole ? [doneEvent(state.origin, state.parts, stopReason(state), usage(state))] : undefined;
}

function usage(state: AnthropicState): Usage | undefined {
  return state.usage && usageOf(state.usage);
}

function partial(state: AnthropicState): readonly AssistantPart[] {
  const { open } = state;
  if (open === undefined || open.text === "") return state.parts;
  if (open.block["type"] === "text") return [...state.parts, { type: "text", text: open.text }];
  if (open.block["type"] === "thinking") return [...state.parts, { type: "thinking", text: open.text }];
  return state.parts;
}

const openBlock = (block: UnknownObject): OpenBlock => ({
  block,
  text: block["type"] === "text" ? textOf(block["text"]) : textOf(block["thinking"]),
  signature: textOf(block["signature"]),
});

function grow(state: AnthropicState, delta: UnknownObject): Step<AnthropicState> {
  const open = state.open ?? openBlock({ type: "text" });
  switch (delta["type"]) {
    case "text_delta":
      return grown(state, open, "text", textOf(delta["text"]));
    case "thinking_delta":
      return grown(state, open, "thinking", textOf(delta["thinking"]));
    case "input_json_delta":
      return grown(state, open, "tool-input", textOf(delta["partial_json"]));
    case "signature_delta":
      return still({ ...state, open: { ...open, signature: open.signature + textOf(delta["signature"]) } });
    default:
      return still(state);
  }
}

const grown = (
  state: AnthropicState,
  open: OpenBlock,
  part: "text" | "thinking" | "tool-input",
  text: string,
): Step<AnthropicState> => ({
  state: { ...state, open: { ...open, text: open.text + text } },
  events: text === "" ? [] : [{ type: "delta", part, text }],
});

function close(state: AnthropicState): Step<AnthropicState> {
  if (state.open === undefined) return still(state);
  const part = decodeBlock(state.open);
  return { state: { ...state, open: undefined, parts: [...state.parts, part] }, events: [{ type: "part", part }] };
}

function decodeBlock({ block, text, signature }: OpenBlock): AssistantPart {
  switch (block["type"]) {
    case "text":
      return { type: "text", text };
    case "thinking":
      return { type: "thinking", text, ...(signature !== "" && { seal: { kind: "anthropic-signature", signature } }) };
    case "redacted_thinking":
      return { type: "thinking", text: "", seal: { kind: "anthropic-redacted", data: textOf(block["data"]) } };
    case "tool_use":
      return {
        type: "tool-call",
        callId: callId(textOf(block["id"])),
        name: textOf(block["name"]),
        inputJson: text || inputOf(block),
      };
    default:
      return opaquePart(block, text);
  }
}

/** Servers that do not stream arguments put them whole into the opening event. */
const inputOf = (block: UnknownObject): string => JSON.stringify(isObject(block["input"]) ? block["input"] : {});

function opaquePart(block: UnknownObject, text: string): AssistantPart {
  // What does not parse stays text: the block is replayed only to the provider that sent it.
  const input = parseJson(text);
  const whole = text === "" ? block : { ...block, input: input === undefined ? text : input };
  // Server blocks are plain JSON by construction: they came out of a JSON parser.
  return {
    type: "opaque",
    protocol: "anthropic-messages",
    block: whole as JsonObject,
    gist: `[${textOf(block["type"])}]`,
  };
}

/** Later figures win, but a later null does not erase an earlier number. */
function mergeUsage(before: UnknownObject | undefined, raw: unknown): UnknownObject | undefined {
  if (!isObject(raw)) return before;
  const told = Object.entries(raw).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(told) };
}

function stopReason(state: AnthropicState): StopReason {
  switch (state.stop) {
    case "tool_use":
      return "tools";
    case "max_tokens":
      return "length";
    case "refusal":
      return "refused";
    case "model_context_window_exceeded":
      return "window-full";
    default:
      return state.parts.some((part) => part.type === "tool-call") ? "tools" : "end";
  }
}
