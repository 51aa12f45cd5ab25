import type { JsonObject, UnknownObject } from "../../base/json";
import { isObject, listOf, objectOf, textOf } from "../../base/json";
import { callId } from "../../conversation/ids";
import type { AssistantPart, Origin } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import type { ModelEvent, StopReason } from "../provider";
import type { Decoder, Step } from "../wire/decoder";
import { doneEvent, still } from "../wire/decoder";
import { usageOf } from "./usage";

export interface ResponsesState {
  readonly origin: Origin;
  readonly parts: readonly AssistantPart[];
  /** Words of the item that is still growing. */
  readonly open: { readonly part: "text" | "thinking"; readonly text: string } | undefined;
  /** The response as its last event tells it; undefined until then. */
  readonly closing: UnknownObject | undefined;
}

export const responsesDecoder: Decoder<ResponsesState> = { start, step, finish, partial, usage };

function start(origin: Origin): ResponsesState {
  return { origin, parts: [], open: undefined, closing: undefined };
}

function step(state: ResponsesState, event: unknown): Step<ResponsesState> {
  const fields = objectOf(event);
  switch (fields["type"]) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      return grow(state, "text", textOf(fields["delta"]));
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      return grow(state, "thinking", textOf(fields["delta"]));
    case "response.function_call_arguments.delta":
      return { state, events: [{ type: "delta", part: "tool-input", text: textOf(fields["delta"]) }] };
    case "response.output_item.done":
      return close(state, objectOf(fields["item"]));
    case "response.completed":
    case "response.incomplete":
      return still({ ...state, closing: objectOf(fields["response"]) });
    case "response.failed":
      return { ...still(state), failure: failureOf(objectOf(fields["response"])["error"]) };
    case "error":
      return { ...still(state), failure: failureOf(isObject(fields["error"]) ? fields["error"] : fields) };
    default:
      return fields["object"] === "response" ? takeWhole(state, fields) : still(state);
  }
}

/** The whole reply at once, from a server that does not stream. */
const takeWhole = (state: ResponsesState, response: UnknownObject): Step<ResponsesState> =>
  step(state, { type: response["status"] === "failed" ? "response.failed" : "response.completed", response });

/** Some gateways send the items only with the closing event. */
function finish(state: ResponsesState): readonly ModelEvent[] | undefined {
  if (state.closing === undefined) return undefined;
  const late = state.parts.length > 0 ? [] : listOf(state.closing["output"]).map(decodeItem);
  const parts = [...state.parts, ...late];
  return [
    ...late.map((part): ModelEvent => ({ type: "part", part })),
    doneEvent(state.origin, parts, stopReason(state.closing, parts), usage(state)),
  ];
}

function usage(state: ResponsesState): Usage | undefined {
  const reported = state.closing?.["usage"];
  return isObject(reported) ? usageOf(reported) : undefined;
}

function partial(state: ResponsesState): readonly AssistantPart[] {
  if (state.open === undefined) return state.parts;
  return [...state.parts, { type: state.open.part, text: state.open.text }];
}

function grow(state: ResponsesState, part: "text" | "thinking", text: string): Step<ResponsesState> {
  if (text === "") return still(state);
  const before = state.open?.part === part ? state.open.text : "";
  return { state: { ...state, open: { part, text: before + text } }, events: [{ type: "delta", part, text }] };
}

function close(state: ResponsesState, item: UnknownObject): Step<ResponsesState> {
  const part = decodeItem(item);
  return { state: { ...state, open: undefined, parts: [...state.parts, part] }, events: [{ type: "part", part }] };
}

function decodeItem(item: UnknownObject): AssistantPart {
  const itemId = textOf(item["id"]);
  switch (item["type"]) {
    case "message":
      return {
        type: "text",
        text: listOf(item["content"])
          .map((content) => textOf(content["text"]) || textOf(content["refusal"]))
          .join(""),
        ...(itemId !== "" && { seal: { kind: "responses-message", itemId, phase: phaseOf(item["phase"]) } }),
      };
    case "reasoning": {
      const summary = listOf(item["summary"]).map((part) => textOf(part["text"]));
      const encrypted = typeof item["encrypted_content"] === "string" ? item["encrypted_content"] : null;
      return {
        type: "thinking",
        text: summary.join("\n\n"),
        seal: { kind: "responses-reasoning", itemId, summary, encrypted },
      };
    }
    case "function_call":
      return {
        type: "tool-call",
        callId: callId(textOf(item["call_id"]) || itemId),
        name: textOf(item["name"]),
        inputJson: textOf(item["arguments"]) || "{}",
        ...(itemId !== "" && { seal: { kind: "responses-call", itemId } }),
      };
    default:
      // Items are plain JSON by construction: they came out of a JSON parser.
      return {
        type: "opaque",
        protocol: "openai-responses",
        block: item as JsonObject,
        gist: `[${textOf(item["type"])}]`,
      };
  }
}

const phaseOf = (phase: unknown): "commentary" | "final_answer" | null =>
  phase === "commentary" || phase === "final_answer" ? phase : null;

function failureOf(error: unknown): { readonly message: string; readonly code: string } {
  const fields = objectOf(error);
  return { message: textOf(fields["message"]), code: textOf(fields["code"]) || textOf(fields["type"]) };
}

function stopReason(response: UnknownObject, parts: readonly AssistantPart[]): StopReason {
  const reason = textOf(objectOf(response["incomplete_details"])["reason"]);
  if (reason === "content_filter") return "refused";
  if (reason === "max_prompt_tokens") return "window-full";
  if (reason !== "") return "length";
  return parts.some((part) => part.type === "tool-call") ? "tools" : "end";
}
