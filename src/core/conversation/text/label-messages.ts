import type { Sentence } from "../../base/sentence";
import { sentence, verbatim } from "../../base/sentence";
import { unreachable } from "../../base/unreachable";
import { callsByResult } from "../exchanges";
import type { Message } from "../message";
import { requestText } from "../newest-request";
import { messageText } from "../render";
import { subjectOf } from "./call-subject";
import { plainLine } from "./plain-line";

/** One line of a list. */
const LABEL_CHARS = 80;

/** So much is read for the first line: enough to see what it belongs to, and cheap for a list of thousands. */
const READ_CHARS = 4_000;

/** How secrets are taken out of a text, and out of the arguments of a call. */
export interface Cleaning {
  text(text: string): string;
  json(json: string): string;
}

/**
 * A result is known by what was asked for; its own first line says little, and nothing where it lies on disk. `clean`
 * takes secrets out of a text before a line is cut from it.
 */
export function labelMessages(messages: readonly Message[], clean: Cleaning): (message: Message) => Sentence {
  const calls = callsByResult(messages);
  return (message) => {
    const subject = message.role === "tool" ? subjectOf(clean.json(calls.get(message)?.inputJson ?? "")) : "";
    const text = (subject === "" ? wordsOf(message) : subject).trim().slice(0, READ_CHARS);
    const cleaned = clean.text(text);
    return labelOf(message, shortenLine(message.role === "tool" ? cleaned : plainLine(cleaned)));
  };
}

const wordsOf = (message: Message): string => (message.role === "user" ? requestText(message) : messageText(message));

function labelOf(message: Message, text: string): Sentence {
  switch (message.role) {
    case "user":
      return text === "" ? sentence("(image)") : verbatim(text);
    case "summary":
      return message.restatedRequest === undefined
        ? sentence("Summary of earlier turns")
        : sentence("Summary of earlier turns, and the current request: {request}", {
            request: shortenLine(plainLine(message.restatedRequest)),
          });
    case "tool":
      return verbatim(`${message.toolName}: ${text}`);
    case "assistant": {
      const calls = message.parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
      return verbatim(text === "" ? calls.join(", ") : text);
    }
    default:
      return unreachable(message);
  }
}

/** The first line, with an ellipsis where it was cut. */
export function shortenLine(text: string, chars = LABEL_CHARS): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > chars ? `${line.slice(0, chars)}…` : line;
}
