import type { JsonObject } from "../base/json";
import { rememberByText } from "../base/text";
import { KnownByMessage } from "../conversation/known-by-message";
import type { ImagePart, Message, TextPart } from "../conversation/message";
import { imageTokens, messageParts } from "./message-parts";

/** The dearest of the vendors' prices: an estimate may be high, calibration brings it down. */
export const IMAGE_TOKENS = imageTokens["anthropic-messages"];
/** Framing of one tool schema beside its own text. */
const TOOL_FRAMING_TOKENS = 8;

/** Tokens of a message as the model sees it: cheap, cached, within about 10 % before calibration. */
export function estimateMessageTokens(message: Message): number {
  const known = messageEstimates.get(message);
  if (known !== undefined) return known;
  const { texts, images, framingTokens } = messageParts(message);
  const tokens = texts.reduce((sum, text) => sum + estimateTextTokens(text), framingTokens + images * IMAGE_TOKENS);
  messageEstimates.set(message, tokens);
  return tokens;
}

/** What one part adds to the estimate of its message: the price of an attachment or a picture before it is sent. */
export const estimatePartTokens = (part: TextPart | ImagePart): number =>
  part.type === "image" ? IMAGE_TOKENS : estimateTextTokens(part.text);

/** Messages never change, so an estimate holds as long as its message lives. */
const messageEstimates = new KnownByMessage<number>();

/** Only what was appended since the last time is added up; the messages before it are compared, not looked at. */
export function estimateMessagesTokens(messages: readonly Message[]): number {
  const opening = messages[0];
  if (opening === undefined) return 0;
  const known = listEstimates.get(opening) ?? { messages: [], tokens: 0 };
  const grown = startsWith(messages, known.messages);
  if (grown && messages.length === known.messages.length) return known.tokens;
  const tokens = grown ? known.tokens + sumOf(messages.slice(known.messages.length)) : sumOf(messages);
  listEstimates.set(opening, { messages: messages.slice(), tokens });
  return tokens;
}

interface ListEstimate {
  /** A copy: the owner of the list may change it. */
  readonly messages: readonly Message[];
  readonly tokens: number;
}

/** By the message a conversation opens with, and forgotten with it. */
const listEstimates = new WeakMap<Message, ListEstimate>();

/** A plain loop: this is all a warm estimate does. */
function startsWith(messages: readonly Message[], start: readonly Message[]): boolean {
  for (let index = 0; index < start.length; index++) if (messages[index] !== start[index]) return false;
  return true;
}

const sumOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);

/** Tool schemas are a request field of their own and count like text. */
export const estimateToolsTokens = (tools: readonly EstimatedTool[]): number =>
  tools.reduce((sum, tool) => sum + toolTokens(tool), 0);

export interface EstimatedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

const toolEstimates = new WeakMap<EstimatedTool, number>();

function toolTokens(tool: EstimatedTool): number {
  const known = toolEstimates.get(tool);
  if (known !== undefined) return known;
  const tokens =
    TOOL_FRAMING_TOKENS +
    estimateTextTokens(tool.name) +
    estimateTextTokens(tool.description) +
    estimateTextTokens(JSON.stringify(tool.parameters));
  toolEstimates.set(tool, tokens);
  return tokens;
}

/**
 * One pass over the characters, in the classes byte-pair vocabularies treat alike. The weights were fitted
 * to o200k on recorded coding sessions; a run of any length costs the same per character, so hostile input is linear.
 */
export const estimateTextTokens = rememberByText((text: string): number => {
  let tokens = 0;
  let index = 0;
  while (index < text.length) {
    const kind = classOf(text.charCodeAt(index));
    let end = index + 1;
    while (end < text.length && classOf(text.charCodeAt(end)) === kind) end++;
    tokens += runTokens(kind, end - index);
    index = end;
  }
  return Math.ceil(tokens);
});

/** The texts from the first on that fit into the room together, each with its own overhead. */
export function takeWithinTokens(
  texts: readonly string[],
  roomTokens: number,
  overheadTokens: number,
): readonly string[] {
  let used = 0;
  const end = texts.findIndex((text) => {
    used += estimateTextTokens(text) + overheadTokens;
    return used > roomTokens;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

/** Classes are numbers, because every character of a session is looked up. */
const LOWER = 0;
const UPPER = 1;
const DIGIT = 2;
const SPACE = 3;
const NEWLINE = 4;
const MARK = 5;
const LATIN = 6;
const WIDE = 7;
const OTHER = 8;
/** Priced like wide characters, but a class of its own. */
const SURROGATE = 9;

function runTokens(kind: number, length: number): number {
  switch (kind) {
    case LOWER:
      return length <= 6 ? 0.82 : 0.82 + (length - 6) * 0.19;
    case UPPER:
      return length === 1 ? 0.38 : length * 0.5;
    case DIGIT:
      return Math.ceil(length / 3);
    case SPACE:
      return length === 1 ? 0.08 : 0.75 + length / 80;
    case NEWLINE:
      return 0.7 + (length - 1) * 0.15;
    case MARK:
      return length === 1 ? 0.72 : 0.8 + (length - 2) * 0.22;
    case LATIN:
      return length * 0.5;
    case OTHER:
      return length * 0.75;
    default:
      return length;
  }
}

function classOf(code: number): number {
  if (code < 0x80) return asciiClasses[code] ?? MARK;
  if (code < 0x250) return LATIN;
  if (code < 0x530) return OTHER;
  if (code >= 0xd800 && code <= 0xdfff) return SURROGATE;
  return code >= 0x2e80 ? WIDE : OTHER;
}

const asciiClasses = Uint8Array.from({ length: 0x80 }, (_, code): number => {
  const char = String.fromCharCode(code);
  if (char >= "a" && char <= "z") return LOWER;
  if (char >= "A" && char <= "Z") return UPPER;
  if (char >= "0" && char <= "9") return DIGIT;
  if (char === "\n" || char === "\r") return NEWLINE;
  return char === " " || char === "\t" ? SPACE : MARK;
});
