import type { JsonObject, JsonValue } from "../base/json";
import { isObject, parseJson } from "../base/json";
import { rememberByText } from "../base/text";
import { unreachable } from "../base/unreachable";
import { GrowingWithList, KnownByMessage } from "../conversation/known-by-message";
import type { AssistantPart, ImagePart, Message, SummaryMessage, ToolBody } from "../conversation/message";
import type { Cleaning } from "../conversation/text/label-messages";
import { isSecretOf } from "./rules/assignments";
import { redactSecrets } from "./secrets";
import { REDACTED } from "./words/placeholder";

/**
 * A message without the credentials in its texts and arguments; the very same object where it has none. Whatever is
 * taken from a message for a summary is taken from this: a line of a private key, or a password without its name, is no
 * secret to any rule once it is cut out. Messages never change, so each is read once.
 */
export function redactMessage<Kind extends Message>(message: Kind): Kind;
export function redactMessage(message: Message): Message {
  const known = redactedByMessage.get(message);
  if (known !== undefined) return known;
  const redacted = redactTexts(message);
  redactedByMessage.set(message, redacted);
  redactedByMessage.set(redacted, redacted);
  return redacted;
}

export const redactMessages = (messages: readonly Message[]): readonly Message[] =>
  messages.length < LEAST_LISTED
    ? messages.map((message) => redactMessage(message))
    : redactedLists.of(messages).slice();

/** How many messages at the beginning of a list were redacted before, together. */
export const countRedacted = (messages: readonly Message[]): number => redactedLists.knownOf(messages);

const redactedLists = new GrowingWithList<Message[]>(
  () => [],
  (list, message) => list.push(redactMessage(message)),
);
/** Shorter lists are read as fast as they are compared with known ones. */
const LEAST_LISTED = 64;

/** The last step of every summary, whatever wrote it: a model, a person, another engine, or code. */
export function sealSummary(summary: SummaryMessage): SummaryMessage {
  return redactMessage(summary);
}

/** For lists of messages. */
export const redacting: Cleaning = { text: redactSecrets, json: (json) => redactJson(json) };

const redactedByMessage = new KnownByMessage<Message>();

function redactTexts(message: Message): Message {
  switch (message.role) {
    case "user": {
      const content = mapChanged(message.content, redactContent);
      const attachment = message.attachment === undefined ? undefined : redactSecrets(message.attachment);
      if (content === message.content && attachment === message.attachment) return message;
      return { ...message, content, ...(attachment === undefined ? {} : { attachment }) };
    }
    case "assistant": {
      const parts = mapChanged(message.parts, redactPart);
      return parts === message.parts ? message : { ...message, parts };
    }
    case "tool": {
      const body = redactBody(message.body);
      return body === message.body ? message : { ...message, body };
    }
    case "summary": {
      const text = redactSecrets(message.text);
      const restated = message.restatedRequest === undefined ? undefined : redactSecrets(message.restatedRequest);
      const files = message.files === undefined ? undefined : mapChanged(message.files, redactContent);
      if (text === message.text && restated === message.restatedRequest && files === message.files) return message;
      return {
        ...message,
        text,
        ...(restated === undefined ? {} : { restatedRequest: restated }),
        ...(files === undefined ? {} : { files }),
      };
    }
    default:
      return unreachable(message);
  }
}

function redactBody(body: ToolBody): ToolBody {
  switch (body.kind) {
    case "full": {
      const content = mapChanged(body.content, redactContent);
      return content === body.content ? body : { ...body, content };
    }
    case "spilled": {
      const preview = redactSecrets(body.preview);
      return preview === body.preview ? body : { ...body, preview };
    }
    case "pruned": {
      const gist = redactSecrets(body.gist);
      return gist === body.gist ? body : { ...body, gist };
    }
    default:
      return unreachable(body);
  }
}

function redactContent<Part extends ImagePart | { readonly text: string }>(part: Part): Part {
  if (!("text" in part)) return part;
  const text = redactSecrets(part.text);
  return text === part.text ? part : { ...part, text };
}

function redactPart(part: AssistantPart): AssistantPart {
  switch (part.type) {
    case "text":
    case "thinking":
      return redactContent(part);
    case "tool-call": {
      const inputJson = redactJson(part.inputJson);
      return inputJson === part.inputJson ? part : { ...part, inputJson };
    }
    case "opaque": {
      const gist = redactSecrets(part.gist);
      const block = redactObject(part.block);
      return gist === part.gist && block === part.block ? part : { ...part, gist, block };
    }
    default:
      return unreachable(part);
  }
}

/**
 * Arguments without their secrets. Values are read without the escapes of JSON and together with their keys, and the
 * whole once more as text, for a name and a value that are values both.
 */
const redactJson = rememberByText((json: string): string => {
  const value = parseJson(json);
  if (value === undefined) return redactSecrets(json);
  const clean = redactValue("", value);
  const text = clean === value ? json : JSON.stringify(clean);
  const whole = redactSecrets(text);
  return whole === text || parseJson(whole) !== undefined ? whole : text;
});

function redactValue(key: string, value: JsonValue): JsonValue {
  if (typeof value === "string") return isSecretOf(key, value) ? REDACTED : redactSecrets(value);
  if (Array.isArray(value)) return mapChanged<JsonValue>(value, (entry) => redactValue(key, entry));
  return isObject(value) ? redactObject(value) : value;
}

function redactObject(object: JsonObject): JsonObject {
  const entries = Object.entries(object);
  const clean = mapChanged(entries, (entry): [string, JsonValue] => {
    const [key, value] = entry;
    const next = redactValue(key, value);
    return next === value ? entry : [key, next];
  });
  return clean === entries ? object : Object.fromEntries(clean);
}

/** The same list where no entry changed. */
function mapChanged<Entry>(list: readonly Entry[], change: (entry: Entry) => Entry): readonly Entry[] {
  const next = list.map(change);
  return next.every((entry, index) => entry === list[index]) ? list : next;
}
