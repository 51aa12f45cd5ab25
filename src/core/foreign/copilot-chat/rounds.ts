import type { UnknownObject } from "../../base/json";
import { listOf, objectOf, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { AssistantPart, Message, Origin } from "../../conversation/message";

/** One reply of the model within a turn, with its calls. */
export const roundsOf = (request: UnknownObject): readonly UnknownObject[] =>
  listOf(objectOf(objectOf(request["result"])["metadata"])["toolCallRounds"]);

interface RoundContext {
  readonly id: string;
  readonly origin: Origin;
  /** Of the request's result, which holds the results of the calls. */
  readonly metadata: UnknownObject;
}

export function readRound(round: UnknownObject, { id, origin, metadata }: RoundContext): readonly Message[] {
  const thinking = thinkingText(objectOf(round["thinking"])["text"]);
  const text = textOf(round["response"]);
  const calls = listOf(round["toolCalls"]);
  const parts: readonly AssistantPart[] = [
    ...(thinking === "" ? [] : [{ type: "thinking", text: thinking } as const]),
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call) => ({
      type: "tool-call" as const,
      callId: callId(textOf(call["id"])),
      name: textOf(call["name"]) || "unknown",
      inputJson: textOf(call["arguments"]) || "{}",
    })),
  ];
  if (parts.length === 0) return [];
  const results = objectOf(metadata["toolCallResults"]);
  return [
    { role: "assistant", id: messageId(id), parts, origin },
    ...calls.map((call): Message => {
      const key = textOf(call["id"]);
      const shown = listOf(objectOf(results[key])["content"])
        .map((part) => textOf(part["value"]))
        .filter((part) => part !== "");
      return {
        role: "tool",
        id: messageId(`${id}-${key}`),
        callId: callId(key),
        toolName: textOf(call["name"]) || "unknown",
        failed: false,
        body: { kind: "full", content: shown.map((part) => ({ type: "text", text: part })) },
      };
    }),
  ];
}

/** A text, or the pieces in which it arrived. */
export const thinkingText = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join("") : textOf(value);
