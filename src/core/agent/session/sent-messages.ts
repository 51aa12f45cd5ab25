import type { AssistantMessage, AssistantPart, Message } from "../../conversation/message";
import { mayReplay } from "../../conversation/message";
import type { Model } from "../../models/model";
import type { ImageLimit } from "./image-limit";
import { leaveOutImages } from "./image-limit";

export interface Unsent {
  readonly messages: readonly Message[];
  /** Messages before this index were there when history was last edited. */
  readonly sealedFrom: number;
  readonly model: Model;
  readonly imageLimit: ImageLimit;
}

/** The conversation as the next request carries it: the gauge measures exactly what is sent. */
export const messagesToSend = ({ messages, sealedFrom, model, imageLimit }: Unsent): readonly Message[] =>
  leaveOutImages(
    messages.map((message, index) => {
      if (message.role !== "assistant") return message;
      if (index < sealedFrom) return withoutSeals(message);
      return mayReplay(message.origin, model) && message.interrupted === undefined ? message : withoutThinking(message);
    }),
    imageLimit,
  );

/** One copy per message, so that token counts cached by identity stay valid. */
function copyOnce(change: (message: AssistantMessage) => AssistantMessage) {
  const copies = new WeakMap<AssistantMessage, AssistantMessage>();
  return (message: AssistantMessage): AssistantMessage => {
    const known = copies.get(message);
    if (known !== undefined) return known;
    const copy = change(message);
    copies.set(message, copy);
    return copy;
  };
}

/** Seals made before history was edited are left out: the provider answers a stale one with 400. */
const withoutSeals = copyOnce((message) =>
  message.parts.every((part) => part.type !== "thinking" && part.type !== "opaque" && part.seal === undefined)
    ? message
    : { ...message, parts: message.parts.flatMap(withoutSeal) },
);

function withoutSeal(part: AssistantPart): readonly AssistantPart[] {
  switch (part.type) {
    case "thinking":
      return [];
    case "opaque":
      return [{ type: "text", text: part.gist }];
    case "text":
      return [{ type: "text", text: part.text }];
    case "tool-call":
      return [{ type: "tool-call", callId: part.callId, name: part.name, inputJson: part.inputJson }];
  }
}

/** Another model gets no thinking, nor does anyone get that of a reply which broke off. */
const withoutThinking = copyOnce((message) =>
  message.parts.some((part) => part.type === "thinking")
    ? { ...message, parts: message.parts.filter((part) => part.type !== "thinking") }
    : message,
);
