import type { UnknownObject } from "../../base/json";
import { isObject, listOf, objectOf, textOf } from "../../base/json";
import { callId } from "../../conversation/ids";
import type { AssistantPart, Origin, ThinkingPart } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import type { ModelEvent, StopReason } from "../provider";
import type { Decoder, Step } from "../wire/decoder";
import { doneEvent, still } from "../wire/decoder";
import { usageOf } from "./usage";

export interface ChatState {
  readonly origin: Origin;
  readonly text: string;
  readonly thinking: string;
  readonly thinkingField: "reasoning_content" | "reasoning";
  readonly calls: readonly OpenCall[];
  readonly usage: unknown;
  readonly stop: string;
}

interface OpenCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly inputJson: string;
}

export const chatDecoder: Decoder<ChatState> = { start, step, finish, partial, usage };

function start(origin: Origin): ChatState {
  return { origin, text: "", thinking: "", thinkingField: "reasoning_content", calls: [], usage: undefined, stop: "" };
}

function step(state: ChatState, event: unknown): Step<ChatState> {
  const chunk = objectOf(event);
  if (isObject(chunk["error"]))
    return {
      ...still(state),
      failure: {
        message: textOf(chunk["error"]["message"]),
        code: textOf(chunk["error"]["type"]) || String(chunk["error"]["code"] ?? ""),
      },
    };
  const choice = listOf(chunk["choices"])[0] ?? {};
  const settled = {
    ...state,
    usage: isObject(chunk["usage"]) ? chunk["usage"] : state.usage,
    stop: textOf(choice["finish_reason"]) || state.stop,
  };
  return grow(settled, isObject(choice["message"]) ? wholeDelta(choice["message"]) : objectOf(choice["delta"]));
}

/**
 * A server that does not stream sends the whole message where a delta would be, its calls in order and without places.
 */
const wholeDelta = (message: UnknownObject): UnknownObject => ({
  ...message,
  tool_calls: listOf(message["tool_calls"]).map((call, index) => ({ index, ...call })),
});

/** Usage comes in a chunk behind the finish reason, so only the end of the stream closes a reply. */
function finish(state: ChatState): readonly ModelEvent[] | undefined {
  if (state.stop === "" || state.stop === "error") return undefined;
  const parts = [...wordsOf(state), ...state.calls.map(callPart)];
  return [
    ...parts.map((part): ModelEvent => ({ type: "part", part })),
    doneEvent(state.origin, parts, stopReason(state), usage(state)),
  ];
}

function usage(state: ChatState): Usage | undefined {
  return state.usage === undefined ? undefined : usageOf(state.usage);
}

const wordsOf = (state: ChatState): readonly AssistantPart[] => [
  ...(state.thinking === "" ? [] : [thinkingPart(state)]),
  ...(state.text === "" ? [] : [{ type: "text" as const, text: state.text }]),
];

/** Calls are finished only by the finish reason: without it the last one may be half written. */
function partial(state: ChatState): readonly AssistantPart[] {
  return wordsOf(state);
}

function grow(state: ChatState, delta: UnknownObject): Step<ChatState> {
  const text = textOf(delta["content"]) || textOf(delta["refusal"]);
  const field =
    typeof delta["reasoning_content"] === "string"
      ? "reasoning_content"
      : typeof delta["reasoning"] === "string"
        ? "reasoning"
        : state.thinkingField;
  const thinking = textOf(delta[field]);
  const grownCalls = listOf(delta["tool_calls"]).reduce(growCalls, { calls: state.calls, input: "" });
  const events: ModelEvent[] = [];
  if (thinking !== "") events.push({ type: "delta", part: "thinking", text: thinking });
  if (text !== "") events.push({ type: "delta", part: "text", text });
  if (grownCalls.input !== "") events.push({ type: "delta", part: "tool-input", text: grownCalls.input });
  return {
    state: {
      ...state,
      text: state.text + text,
      thinking: state.thinking + thinking,
      thinkingField: field,
      calls: grownCalls.calls,
    },
    events,
  };
}

interface GrownCalls {
  readonly calls: readonly OpenCall[];
  readonly input: string;
}

function growCalls(grown: GrownCalls, delta: UnknownObject): GrownCalls {
  const definition = objectOf(delta["function"]);
  const input = isObject(definition["arguments"])
    ? JSON.stringify(definition["arguments"])
    : textOf(definition["arguments"]);
  const place = placeOf(grown.calls, delta);
  const known = grown.calls[place];
  const call: OpenCall =
    known === undefined
      ? {
          index: typeof delta["index"] === "number" ? delta["index"] : place,
          id: textOf(delta["id"]),
          name: textOf(definition["name"]),
          inputJson: input,
        }
      : {
          ...known,
          id: known.id || textOf(delta["id"]),
          name: known.name || textOf(definition["name"]),
          inputJson: known.inputJson + input,
        };
  return {
    calls: known === undefined ? [...grown.calls, call] : grown.calls.with(place, call),
    input: grown.input + input,
  };
}

/**
 * Which call a delta continues. Some servers send no index, some send 0 for every call: a new id then means a new call.
 */
function placeOf(calls: readonly OpenCall[], delta: UnknownObject): number {
  const id = textOf(delta["id"]);
  const place =
    typeof delta["index"] === "number"
      ? calls.findLastIndex((call) => call.index === delta["index"])
      : calls.length - 1;
  const known = calls[place];
  if (known === undefined) return calls.length;
  const isAnother = id !== "" && known.id !== "" && id !== known.id;
  return isAnother ? calls.length : place;
}

const callPart = (call: OpenCall): AssistantPart => ({
  type: "tool-call",
  callId: callId(call.id || `call_${call.index}`),
  name: call.name,
  inputJson: call.inputJson.trim() === "" ? "{}" : call.inputJson,
});

const thinkingPart = (state: ChatState): ThinkingPart => ({
  type: "thinking",
  text: state.thinking,
  seal: { kind: "chat-reasoning", field: state.thinkingField },
});

/** Several servers say "stop" although they made calls. */
function stopReason(state: ChatState): StopReason {
  if (state.stop === "length") return "length";
  if (state.stop === "content_filter") return "refused";
  if (state.stop === "model_length") return "window-full";
  return state.calls.length > 0 ? "tools" : "end";
}
