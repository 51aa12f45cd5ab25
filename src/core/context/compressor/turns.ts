import type { Message } from "../../conversation/message";
import { unreachable } from "../../conversation/message";
import { messageText, visibleContent } from "../../conversation/render";
import { redactSecrets } from "../../redact/secrets";
import { requestText } from "../newest";
import { keyLines } from "./key-lines";

/** What people write is the task itself; what the model writes is often repeated by its actions. */
const USER_CHARS = 6_000;
const ASSISTANT_CHARS = 3_000;
const ARGUMENT_CHARS = 1_000;
const RESULT_LINES = { lines: 5, chars: 500 } as const;

/**
 * Folded turns as labelled text, one string per message: what was said, which calls were made, how they ended.
 * `pruned` is read for the gist of results, `folded` (the same messages, pristine) for their telling lines.
 */
export function renderTurns(folded: readonly Message[], pruned: readonly Message[]): readonly string[] {
  return pruned.flatMap((message, index) => {
    const text = renderTurn(message, folded[index] ?? message);
    return text === "" ? [] : [redactSecrets(text)];
  });
}

function renderTurn(message: Message, original: Message): string {
  switch (message.role) {
    case "user":
      return labelled("USER", bounded(requestText(message), USER_CHARS));
    case "assistant":
      return labelled("ASSISTANT", renderParts(message));
    case "tool":
      return labelled(
        `RESULT of ${message.toolName}${message.failed ? " (failed)" : ""}`,
        renderResult(message, original),
      );
    case "summary":
      return "";
    default:
      return unreachable(message);
  }
}

const labelled = (label: string, text: string): string => (text.trim() === "" ? "" : `[${label}]\n${text}`);

function renderParts(message: Extract<Message, { role: "assistant" }>): string {
  const said = bounded(messageText(message), ASSISTANT_CHARS);
  const calls = message.parts.flatMap((part) =>
    part.type === "tool-call" ? [`[CALL ${part.name}] ${bounded(part.inputJson, ARGUMENT_CHARS)}`] : [],
  );
  return [said, ...calls].filter((text) => text.trim() !== "").join("\n");
}

function renderResult(message: Extract<Message, { role: "tool" }>, original: Message): string {
  const shown = messageText(message);
  if (message.body.kind !== "pruned" || original.role !== "tool" || original === message) return shown;
  return [shown, ...keyLines(fullText(original), RESULT_LINES).map((line) => `  | ${line}`)].join("\n");
}

const fullText = (message: Extract<Message, { role: "tool" }>): string =>
  visibleContent(message.body)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");

/** Beginning and end; what lies between is counted, so that nobody takes the cut for the author's words. */
export function bounded(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const start = Math.floor(chars * 0.75);
  const left = text.length - chars;
  return `${text.slice(0, start)}\n[… ${left.toLocaleString("en-US")} characters left out …]\n${text.slice(-(chars - start))}`;
}
