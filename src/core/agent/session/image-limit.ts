import type { MessageId } from "../../conversation/ids";
import type { ImagePart, Message, TextPart } from "../../conversation/message";

/**
 * The size of images a provider accepts, learned from its refusals. Messages keep their images; requests leave out
 * those of messages before `oldestKept`, so that a long turn does not get the same refusal at every step.
 */
export interface ImageLimit {
  /** A request with this many characters of images was refused. */
  readonly refusedChars: number;
  /** Absent: every image is sent. */
  readonly oldestKept?: MessageId;
}

export const noImageLimit: ImageLimit = { refusedChars: Infinity };

/** `refused` are the messages of the refused request; of their images only the newest are still sent. */
export function learnImageLimit(limit: ImageLimit, refused: readonly Message[]): ImageLimit {
  return keepNewest(Math.min(limit.refusedChars, imageChars(refused)), refused);
}

/**
 * Advances the limit once images have accumulated to the refused size again. All but the newest are left out at once:
 * each removal invalidates the cache after it, and one removal is cheaper than one for every new image.
 */
export function fitImages(limit: ImageLimit, messages: readonly Message[]): ImageLimit {
  return imageChars(leaveOutImages(messages, limit)) < limit.refusedChars
    ? limit
    : keepNewest(limit.refusedChars, messages);
}

/** The conversation as it is sent; the same list where nothing is left out. */
export function leaveOutImages(messages: readonly Message[], { oldestKept }: ImageLimit): readonly Message[] {
  const from = oldestKept === undefined ? -1 : messages.findIndex(({ id }) => id === oldestKept);
  return from <= 0
    ? messages
    : messages.map((message, index) => (index < from && hasImages(message) ? withoutImages(message) : message));
}

/** Whether a request could be made smaller without leaving out its newest images. */
export const hasOlderImages = (messages: readonly Message[]): boolean => messages.filter(hasImages).length > 1;

function keepNewest(refusedChars: number, messages: readonly Message[]): ImageLimit {
  const newest = messages.findLast(hasImages);
  return { refusedChars, ...(newest !== undefined && { oldestKept: newest.id }) };
}

const imageChars = (messages: readonly Message[]): number =>
  messages.reduce(
    (sum, message) =>
      contentOf(message).reduce((chars, part) => chars + (part.type === "image" ? part.base64.length : 0), sum),
    0,
  );

const hasImages = (message: Message): boolean => contentOf(message).some((part) => part.type === "image");

function contentOf(message: Message): readonly (TextPart | ImagePart)[] {
  if (message.role === "user") return message.content;
  return message.role === "tool" && message.body.kind === "full" ? message.body.content : [];
}

const DROPPED_IMAGE = "[An image stood here; it was left out because the request was too large.]";

const imagelessCopies = new WeakMap<Message, Message>();

/** One copy per message, so that values cached by identity (its tokens, a measured prefix) stay valid. */
function withoutImages(message: Message): Message {
  const known = imagelessCopies.get(message);
  if (known) return known;
  const copy = copyWithoutImages(message);
  imagelessCopies.set(message, copy);
  return copy;
}

function copyWithoutImages(message: Message): Message {
  if (message.role === "user") return { ...message, content: message.content.map(textInstead) };
  if (message.role !== "tool" || message.body.kind !== "full") return message;
  return { ...message, body: { kind: "full", content: message.body.content.map(textInstead) } };
}

const textInstead = (part: TextPart | ImagePart): TextPart | ImagePart =>
  part.type === "image" ? { type: "text", text: DROPPED_IMAGE } : part;
