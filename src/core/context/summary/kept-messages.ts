import type { ImagePart, Message, TextPart, UserMessage } from "../../conversation/message";
import { newestRequestIndex } from "../../conversation/newest-request";

/** Screenshots age fast: the newest few show the state, older ones only cost. */
const KEPT_TOOL_IMAGES = 3;

/**
 * Removes old images and the attachments of earlier turns; everything else stays byte for byte. The very same list
 * where there are none.
 */
export function freshenTail(tail: readonly Message[]): readonly Message[] {
  if (!tail.some(mayAge)) return tail;
  const request = newestRequestIndex(tail);
  return dropOldImages(tail).map((message, index) =>
    message.role === "user" && index !== request ? withoutAttachment(message) : message,
  );
}

function mayAge(message: Message): boolean {
  if (message.role === "user") return message.attachment !== undefined || message.content.some(isImage);
  return message.role === "tool" && message.body.kind === "full" && message.body.content.some(isImage);
}

export function withoutImages(message: UserMessage): UserMessage {
  return message.content.some(isImage) ? { ...message, content: noteImages(message.content, Infinity) } : message;
}

/**
 * Pixels stay in the newest user message that has any and in the newest tool images; elsewhere a note says what was
 * there.
 */
function dropOldImages(messages: readonly Message[]): readonly Message[] {
  const newestUser = messages.findLastIndex((message) => message.role === "user" && message.content.some(isImage));
  let toolImages = 0;
  const reversed = messages.toReversed().map((message, back): Message => {
    const index = messages.length - 1 - back;
    if (message.role === "user") return index === newestUser ? message : withoutImages(message);
    if (message.role !== "tool" || message.body.kind !== "full") return message;
    const images = message.body.content.filter(isImage).length;
    if (images === 0) return message;
    const keeps = Math.max(0, KEPT_TOOL_IMAGES - toolImages);
    toolImages += images;
    if (keeps >= images) return message;
    return { ...message, body: { kind: "full", content: noteImages(message.body.content, images - keeps) } };
  });
  return reversed.toReversed();
}

/** The first `amount` images give way to a note; later ones of the same message are newer. */
function noteImages(content: readonly (TextPart | ImagePart)[], amount: number): readonly (TextPart | ImagePart)[] {
  let left = amount;
  return content.map((part) =>
    part.type === "image" && left-- > 0
      ? { type: "text", text: `[${part.mediaType} removed to save context space]` }
      : part,
  );
}

const isImage = (part: TextPart | ImagePart): part is ImagePart => part.type === "image";

function withoutAttachment(message: UserMessage): UserMessage {
  if (message.attachment === undefined) return message;
  const { attachment: _ofAnEarlierTurn, ...rest } = message;
  return rest;
}
