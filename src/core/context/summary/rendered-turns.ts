import { keepInBlock } from "../../base/text";
import { unreachable } from "../../base/unreachable";
import { KnownByMessage } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import { requestText } from "../../conversation/newest-request";
import { messageText } from "../../conversation/render";
import { showsContent } from "../../conversation/text/tool-kind";
import { redactMessage } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import { estimateMessageTokens, estimateTextTokens } from "../../tokens/estimate";
import { keyLines } from "./facts/key-lines";

/** What people write is the task itself; what the model writes is often repeated by its actions. */
const USER_CHARS = 6_000;
const ASSISTANT_CHARS = 3_000;
const ARGUMENT_CHARS = 1_000;
const RESULT_LINES = { lines: 5, chars: 500 } as const;

/**
 * Folded turns as labeled text, one string per message: the words, the calls, and how they ended.
 * `pruned` is read for the gist of results, `folded` (the same messages, pristine) for their key lines.
 */
export function renderTurns(folded: readonly Message[], pruned: readonly Message[]): readonly string[] {
  return pruned.flatMap((message, index) => {
    const { text } = turnOf(message, folded[index] ?? message);
    return text === "" ? [] : [text];
  });
}

/** One message as a summarizer gets it. */
export interface Turn {
  readonly original: Message;
  readonly pruned: Message;
  /** Empty where there is nothing to show. */
  readonly text: string;
  /** The same, unable to end the block that it stands in. */
  readonly quoted: string;
  readonly textTokens: number;
  /** The pruned one without credentials. */
  readonly message: Message;
  readonly messageTokens: number;
}

/** Messages never change; one that is kept in reach of the next compression is rendered once. */
const turnsByMessage = new KnownByMessage<Turn>();

export function turnOf(pruned: Message, original: Message): Turn {
  const known = turnsByMessage.get(pruned);
  if (known?.original === original) return known;
  const text = redactSecrets(renderTurn(pruned, original));
  const turn = {
    original,
    pruned,
    text,
    quoted: keepInBlock(text),
    textTokens: estimateTextTokens(text),
    message: redactMessage(pruned),
    messageTokens: estimateMessageTokens(pruned),
  };
  turnsByMessage.set(pruned, turn);
  return turn;
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
  return [
    shown,
    ...keyLines(messageText(original), RESULT_LINES, showsContent(original) ? "content" : "output").map(
      ({ line }) => `  | ${line}`,
    ),
  ].join("\n");
}

/** Beginning and end, with the number of omitted characters between them, so that the cut is visible as a cut. */
export function bounded(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const start = Math.floor(chars * 0.75);
  const left = text.length - chars;
  const note = `[… ${left.toLocaleString("en-US")} characters left out …]`;
  return `${text.slice(0, start)}\n${note}\n${text.slice(-(chars - start))}`;
}
