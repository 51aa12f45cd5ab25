import { callsByResult, callsOf } from "../../../src/core/conversation/exchanges";
import type { AssistantMessage, Message } from "../../../src/core/conversation/message";
import { messageText } from "../../../src/core/conversation/render";
import { subjectOf } from "../../../src/core/conversation/text/call-subject";
import { call, result, says, user } from "../../support/conversation";
import type { Run } from "./runs";

/** One text that a run read, as a file with numbered lines: what the product's `read_file` would have shown. */
interface Source {
  readonly path: string;
  readonly lines: readonly string[];
  readonly found: "file" | "matches";
}

/** A run of a recorded session as a sub-agent of the product sees it. */
export interface Child {
  readonly task: string;
  readonly sources: readonly Source[];
  /** What the recorded agent said on the way. */
  readonly words: string;
  /** What was called, as far as it names something. */
  readonly subjects: readonly string[];
}

const TASK_CHARS = 600;
const WORDS_CHARS = 1_500;

export function childOf(messages: readonly Message[], run: Run): Child {
  const part = messages.slice(run.from, run.to);
  const spoken = part.flatMap((message) => (message.role === "assistant" ? [ownText(message)] : []));
  const request = messages.slice(0, run.from).findLast(({ role }) => role === "user");
  const [first = "", ...rest] = spoken;
  return {
    task: `${first}\n${request === undefined ? "" : messageText(request)}`.trim().slice(0, TASK_CHARS),
    sources: sourcesOf(part),
    words: rest.join("\n").trim().slice(0, WORDS_CHARS),
    subjects: part.flatMap((message) =>
      message.role === "assistant" ? callsOf(message).map(({ inputJson }) => subjectOf(inputJson)) : [],
    ),
  };
}

const ownText = (message: AssistantMessage): string =>
  message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** What listings put before a line. */
const NUMBER = /^\s*\d{1,6}(?:→|\t|[|:] ?)/;
const MATCHES = /grep|search|glob|\brg\b|\bfind\b/i;

function sourcesOf(part: readonly Message[]): readonly Source[] {
  const names = new Map<string, number>();
  return [...callsByResult(part)].map(([shown, asked]) => {
    const subject = subjectOf(asked.inputJson);
    const name = /^[\w./@~+$-]{1,200}$/.test(subject) ? subject : "output";
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return {
      path: count === 1 ? name : `${name}@${count}`,
      lines: messageText(shown)
        .split("\n")
        .map((line) => line.replace(NUMBER, "")),
      found: MATCHES.test(`${asked.name} ${subject}`) ? "matches" : "file",
    };
  });
}

/** The sub-agent's own session: one read for each source, then its report. */
export const childMessages = ({ task, sources }: Child, words: string): readonly Message[] => [
  user(task),
  ...sources.flatMap(({ path, lines }, index) => [
    says(call("read_file", JSON.stringify({ path }), `read-${index}`)),
    result("read_file", page(path, lines), `read-${index}`),
  ]),
  says(words),
];

function page(path: string, lines: readonly string[]): string {
  const numbered = lines.map((line, index) => `${index + 1}|${line}`).join("\n");
  return `${numbered}\n[${path}: lines 1-${lines.length} of ${lines.length}]`;
}
