import { unreachable } from "../base/unreachable";
import type { AssistantPart, ImagePart, Message, Protocol, TextPart } from "../conversation/message";
import { isReturnable } from "../conversation/message";
import { summaryText, userContent, visibleContent } from "../conversation/render";

/** What of a message costs tokens: texts by their content, pictures and framing by fixed price. */
export interface MessageParts {
  readonly texts: readonly string[];
  readonly images: number;
  readonly framingTokens: number;
}

/** Role, separators and block framing of one message on the wire; vendors state 3 to 4. */
const MESSAGE_FRAMING_TOKENS = 4;
/** Id and framing of one tool call beside its name and arguments. */
const CALL_FRAMING_TOKENS = 8;

/**
 * Vendors scale large pictures down first, so one price fits: about 1.15 megapixels at 750 pixels a token for Claude,
 * six tiles of 170 and a base of 85 for OpenAI. The length of the base64 says nothing.
 */
export const imageTokens: Readonly<Record<Protocol, number>> = {
  "anthropic-messages": 1_600,
  "openai-chat": 1_105,
  "openai-responses": 1_105,
};

export function messageParts(message: Message): MessageParts {
  switch (message.role) {
    case "user":
      return contentParts(userContent(message));
    case "summary":
      return { texts: [summaryText(message)], images: 0, framingTokens: MESSAGE_FRAMING_TOKENS };
    case "tool":
      return contentParts(visibleContent(message.body));
    case "assistant": {
      const calls = message.parts.filter((part) => part.type === "tool-call").length;
      return {
        texts: message.parts.flatMap(assistantTexts),
        images: 0,
        framingTokens: MESSAGE_FRAMING_TOKENS + calls * CALL_FRAMING_TOKENS,
      };
    }
    default:
      return unreachable(message);
  }
}

const contentParts = (content: readonly (TextPart | ImagePart)[]): MessageParts => ({
  texts: content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  images: content.filter((part) => part.type === "image").length,
  framingTokens: MESSAGE_FRAMING_TOKENS,
});

function assistantTexts(part: AssistantPart): readonly string[] {
  switch (part.type) {
    case "text":
      return [part.text];
    case "thinking":
      return isReturnable(part) ? [part.text] : [];
    case "tool-call":
      return [part.name, part.inputJson];
    case "opaque":
      return [JSON.stringify(part.block)];
    default:
      return unreachable(part);
  }
}
