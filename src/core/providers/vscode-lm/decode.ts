import { isObject, objectOf, textOf } from "../../base/json";
import { callId } from "../../conversation/ids";
import type { AssistantPart, Origin } from "../../conversation/message";
import type { Decoder, Step } from "../wire/decoder";
import { doneEvent, still } from "../wire/decoder";

/** What the host passes on of a reply. Parts it does not know are left out by it. */
export type LmReplyPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly callId: string; readonly name: string; readonly input: unknown };

export interface LmState {
  readonly origin: Origin;
  readonly parts: readonly AssistantPart[];
  /** Words since the last call. */
  readonly text: string;
}

/** The stream has no end mark of its own: where it ends, the reply is complete, unless nothing came at all. */
export const lmDecoder: Decoder<LmState> = {
  start: (origin) => ({ origin, parts: [], text: "" }),
  step,
  finish(state) {
    const parts = allParts(state);
    if (parts.length === 0) return undefined;
    const stop = parts.some(({ type }) => type === "tool-call") ? "tools" : "end";
    return [...parts.map((part) => ({ type: "part" as const, part })), doneEvent(state.origin, parts, stop, undefined)];
  },
  partial: (state) => allParts(state).filter(({ type }) => type !== "tool-call"),
  usage: () => undefined,
};

function step(state: LmState, event: unknown): Step<LmState> {
  const part = objectOf(event);
  if (part["type"] === "text") {
    const text = textOf(part["text"]);
    return text === ""
      ? still(state)
      : { state: { ...state, text: state.text + text }, events: [{ type: "delta", part: "text", text }] };
  }
  if (part["type"] !== "call") return still(state);
  const inputJson = JSON.stringify(isObject(part["input"]) ? part["input"] : {});
  const call: AssistantPart = {
    type: "tool-call",
    callId: callId(textOf(part["callId"]) || `call_${state.parts.length}`),
    name: textOf(part["name"]),
    inputJson,
  };
  return {
    state: { ...state, parts: [...allParts(state), call], text: "" },
    events: [{ type: "delta", part: "tool-input", text: inputJson }],
  };
}

const allParts = ({ parts, text }: LmState): readonly AssistantPart[] =>
  text === "" ? parts : [...parts, { type: "text", text }];
