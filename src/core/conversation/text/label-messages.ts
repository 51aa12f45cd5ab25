import type { Sentence } from "../../base/sentence";
import { sentence, verbatim } from "../../base/sentence";
import { unreachable } from "../../base/unreachable";
import { callsByResult, callsOf } from "../exchanges";
import type { Message, ToolCallPart, ToolMessage } from "../message";
import { requestText } from "../newest-request";
import { messageText } from "../render";
import { subjectOf } from "./call-subject";
import { callTopic } from "./call-topic";
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
    if (message.role === "tool") return labelResult(message, clean.json(calls.get(message)?.inputJson ?? ""), clean);
    const text = shortenLine(plainLine(clean.text(wordsOf(message).trim().slice(0, READ_CHARS))));
    return message.role === "assistant" && text === "" ? labelCalls(callsOf(message), clean) : labelOf(message, text);
  };
}

/** Many messages are calls without a word; the name of a tool alone would not tell them apart. */
const labelCalls = (calls: readonly ToolCallPart[], clean: Cleaning): Sentence =>
  sentence("Call: {calls}", {
    calls: shortenLine(calls.map(({ name, inputJson }) => namedCall(name, clean.json(inputJson), clean)).join(", ")),
  });

function namedCall(tool: string, inputJson: string, clean: Cleaning): string {
  const { subject: file } = callTopic(tool, inputJson);
  const subject = SAVED_OUTPUT.test(file) ? "" : nameSubject(file, inputJson);
  return subject === "" ? tool : `${tool} ${shortenLine(clean.text(subject.slice(0, READ_CHARS)))}`;
}

const nameSubject = (file: string, inputJson: string): string =>
  PATH.test(file) ? shortenPath(file) : subjectOf(inputJson);

/** The path of an output on disk is the extension's own and says nothing to a person. */
function labelResult(message: ToolMessage, inputJson: string, clean: Cleaning): Sentence {
  const tool = message.toolName;
  const { subject: file, lines } = callTopic(tool, inputJson);
  if (SAVED_OUTPUT.test(file))
    return lines === undefined
      ? sentence("{tool}: saved output", { tool })
      : sentence("{tool}: saved output, lines {lines}", { tool, lines });
  const subject = nameSubject(file, inputJson);
  const text = clean.text((subject === "" ? messageText(message) : subject).trim().slice(0, READ_CHARS));
  return verbatim(`${tool}: ${shortenLine(text)}`);
}

const SAVED_OUTPUT = /[\\/]tool-results[\\/][^\\/]+[\\/][^\\/]+\.txt$/;
const PATH = /^\S*[\\/]\S*$/;
/** A list cuts what is longer, and the end of a path names the file. */
const PATH_CHARS = 56;

/** The end of a long path, from a folder on. */
function shortenPath(path: string): string {
  if (path.length <= PATH_CHARS) return path;
  const parts = path.split(/[\\/]/);
  let end = parts.pop() ?? "";
  while (parts.length > 0 && `${parts.at(-1)}/${end}`.length <= PATH_CHARS) end = `${parts.pop()}/${end}`;
  return `…/${end}`;
}

const wordsOf = (message: Message): string => (message.role === "user" ? requestText(message) : messageText(message));

function labelOf(message: Exclude<Message, ToolMessage>, text: string): Sentence {
  switch (message.role) {
    case "user":
      return text === "" ? sentence("(image)") : verbatim(text);
    case "summary":
      return message.restatedRequest === undefined
        ? sentence("Summary of earlier turns")
        : sentence("Summary, with the request: {request}", {
            request: shortenLine(plainLine(message.restatedRequest)),
          });
    case "assistant":
      return verbatim(text);
    default:
      return unreachable(message);
  }
}

/** The first line, with an ellipsis where it was cut. */
export function shortenLine(text: string, chars = LABEL_CHARS): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > chars ? `${line.slice(0, chars)}…` : line;
}
