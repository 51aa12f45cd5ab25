import type { JsonValue } from "../../base/json";
import { isObject } from "../../base/json";

/** Whether this is a message as the encoders and the journal take it for granted. For lists made by others. */
export function hasMessageShape(value: JsonValue): boolean {
  if (!isObject(value) || !isText(value["id"]) || value["id"] === "") return false;
  switch (value["role"]) {
    case "user":
      return isListOf(value["content"], isContent) && isTextOrAbsent(value["attachment"]);
    case "assistant":
      return isListOf(value["parts"], isPart) && isOrigin(value["origin"]);
    case "tool":
      return (
        isText(value["callId"]) &&
        isText(value["toolName"]) &&
        typeof value["failed"] === "boolean" &&
        isBody(value["body"])
      );
    case "summary":
      return (
        isText(value["text"]) &&
        isListOf(value["covers"], isText) &&
        isTextOrAbsent(value["restatedRequest"]) &&
        (value["pins"] === undefined || isListOf(value["pins"], isPinnedText))
      );
    default:
      return false;
  }
}

const isPinnedText = (value: Given): boolean => isObject(value) && isText(value["name"]) && isText(value["text"]);

type Given = JsonValue | undefined;

function isPart(value: Given): boolean {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "text":
    case "thinking":
      return isText(value["text"]);
    case "tool-call":
      return isText(value["callId"]) && isText(value["name"]) && isText(value["inputJson"]);
    case "opaque":
      return isText(value["protocol"]) && isObject(value["block"]) && isText(value["gist"]);
    default:
      return false;
  }
}

function isBody(value: Given): boolean {
  if (!isObject(value)) return false;
  switch (value["kind"]) {
    case "full":
      return isListOf(value["content"], isContent);
    case "spilled":
      return isText(value["preview"]) && isText(value["spill"]) && typeof value["totalChars"] === "number";
    case "pruned":
      return isText(value["gist"]) && isTextOrAbsent(value["spill"]);
    default:
      return false;
  }
}

const isContent = (value: Given): boolean =>
  isObject(value) &&
  (value["type"] === "text"
    ? isText(value["text"])
    : value["type"] === "image" && isText(value["mediaType"]) && isText(value["base64"]));

const isOrigin = (value: Given): boolean =>
  isObject(value) && isText(value["protocol"]) && isText(value["provider"]) && isText(value["model"]);

const isText = (value: Given): boolean => typeof value === "string";
const isTextOrAbsent = (value: Given): boolean => value === undefined || isText(value);
const isListOf = (value: Given, isItem: (item: Given) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);
