import type { Json } from "../../support/model-server/json";
import { isObject, textOf } from "../../support/model-server/json";

/** What a process left behind when it ended badly. */
interface EndedProcess {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Longer than any reason an agent gives in one sentence or two. */
const LONGEST_REASON = 300;

/** Why an agent gave up, in its own words: the last error among its events, else the last line it wrote. */
export function failureReason({ status, output, errors }: EndedProcess): string {
  if (status === null) return "it had not ended when its time was up";
  const lines = [...output.split("\n"), ...errors.split("\n")].map((line) => line.trim()).filter(Boolean);
  const said =
    lastDefined(lines, messageOfEvent) ?? lastDefined(lines, messageOfError) ?? lastDefined(lines, messageOfLine);
  return said === undefined ? `it ended with status ${status} and said nothing` : `it said “${shortened(said)}”`;
}

function lastDefined<T>(values: readonly T[], of: (value: T) => string | undefined): string | undefined {
  for (const value of values.toReversed()) {
    const found = of(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The message of an event that reports an error; agents that print events print one as JSON on each line. */
function messageOfEvent(line: string): string | undefined {
  const event = parsed(line);
  if (event === undefined) return undefined;
  if (event["is_error"] === true) return textIn(event, "result");
  return /error|failed/i.test(textOf(event["type"])) ? deepestMessage(event) : undefined;
}

function deepestMessage(event: Json): string | undefined {
  for (const key of ["error", "data", "cause"]) {
    const inner = event[key];
    const message = isObject(inner) ? deepestMessage(inner) : undefined;
    if (message !== undefined) return message;
  }
  const message = textIn(event, "message") ?? textIn(event, "error");
  // Some pass on the body of the provider's answer as it came.
  return message === undefined ? undefined : (deepestMessageOfText(message) ?? message);
}

function deepestMessageOfText(text: string): string | undefined {
  const inner = parsed(text);
  return inner === undefined ? undefined : deepestMessage(inner);
}

const textIn = (event: Json, key: string): string | undefined => textOf(event[key]).trim() || undefined;

/** An exception that ended the program; behind it come its stack and the version of the runtime. */
const messageOfError = (line: string): string | undefined => /^\w*Error(?: \[\w+\])?: (.+)/.exec(line)?.[1];

/** A line for people, without the brackets and labels around what it says. */
function messageOfLine(line: string): string | undefined {
  if (/^[[{]"|^at |^node:/.test(line) || parsed(line) !== undefined) return undefined;
  const said = line.replace(/^\[(.*)\]$/, "$1").replace(/^(?:(?:API )?Error|error|fatal):\s*/, "");
  return /[a-z]{3}/i.test(said) ? said : undefined;
}

function parsed(text: string): Json | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // A line that only looks like an event.
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= LONGEST_REASON) return line;
  const cut = line.slice(0, LONGEST_REASON);
  const sentenceEnd = cut.lastIndexOf(". ");
  return sentenceEnd > 0 ? cut.slice(0, sentenceEnd + 1) : `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}
