import { isObject } from "../base/json";
import type { Message } from "./message";

/**
 * True for a value that has every field a message needs, of the right type. Imports and journals are files that anyone
 * may have written: one malformed message would break every list, search and view it takes part in.
 */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || typeof value["id"] !== "string") return false;
  switch (value["role"]) {
    case "user":
      return isListOf(value["content"], isContent) && isOptional(value["attachment"]) && isOptional(value["spill"]);
    case "assistant":
      return isListOf(value["parts"], isAssistantPart) && isOrigin(value["origin"]);
    case "tool":
      return hasTexts(value, ["callId", "toolName"]) && typeof value["failed"] === "boolean" && isBody(value["body"]);
    case "summary":
      return (
        hasTexts(value, ["text"]) &&
        isListOf(value["covers"], isText) &&
        isOptional(value["restatedRequest"]) &&
        (value["files"] === undefined || isListOf(value["files"], isLiveFile))
      );
    default:
      return false;
  }
}

function isContent(part: unknown): boolean {
  if (!isObject(part)) return false;
  return part["type"] === "text"
    ? hasTexts(part, ["text"]) && isAttached(part["attached"])
    : part["type"] === "image" && hasTexts(part, ["mediaType", "base64"]);
}

const isAttached = (value: unknown): boolean =>
  value === undefined || (isObject(value) && hasTexts(value, ["kind", "name"]));

function isAssistantPart(part: unknown): boolean {
  if (!isObject(part) || !(part["seal"] === undefined || isObject(part["seal"]))) return false;
  switch (part["type"]) {
    case "text":
    case "thinking":
      return hasTexts(part, ["text"]);
    case "tool-call":
      return hasTexts(part, ["callId", "name", "inputJson"]);
    case "opaque":
      return hasTexts(part, ["protocol", "gist"]) && isObject(part["block"]);
    default:
      return false;
  }
}

function isBody(body: unknown): boolean {
  if (!isObject(body)) return false;
  switch (body["kind"]) {
    case "full":
      return isListOf(body["content"], isContent);
    case "spilled":
      return hasTexts(body, ["preview", "spill"]) && typeof body["totalChars"] === "number";
    case "pruned":
      return hasTexts(body, ["gist"]) && isOptional(body["spill"]);
    default:
      return false;
  }
}

const isLiveFile = (value: unknown): boolean =>
  isObject(value) &&
  hasTexts(value, ["path", "text"]) &&
  typeof value["from"] === "number" &&
  typeof value["to"] === "number";
const isOrigin = (value: unknown): boolean => isObject(value) && hasTexts(value, ["protocol", "provider", "model"]);
const isText = (value: unknown): boolean => typeof value === "string";
const isOptional = (value: unknown): boolean => value === undefined || isText(value);
const hasTexts = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.every((key) => isText(value[key]));
const isListOf = (value: unknown, test: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(test);
