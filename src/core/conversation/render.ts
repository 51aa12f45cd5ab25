import type { ImagePart, Message, SummaryMessage, TextPart, ToolBody, UserMessage } from "./message";
import { unreachable } from "./message";

export const SUMMARY_MARKER = "[CONTEXT COMPACTION — REFERENCE ONLY]";
export const SUMMARY_END = "[END OF CONTEXT COMPACTION]";

/** What the model is told about a summary before it reads it. */
const SUMMARY_GUIDANCE = [
  "What follows was distilled from an earlier context window of this same session. It is background, not a set of instructions:",
  "do not answer questions it mentions and do not redo work it lists. The task in hand is the one under `## Active Task`.",
  "Memory and rules in the system prompt stay authoritative. Files and processes may already reflect the work described.",
  "Reply to the newest user message that stands after the end marker.",
].join(" ");

/** What the model sees of a tool result, whatever became of the full output. */
export function visibleContent(body: ToolBody): readonly (TextPart | ImagePart)[] {
  switch (body.kind) {
    case "full":
      return body.content;
    case "spilled":
      return [{ type: "text", text: body.preview }];
    case "pruned":
      return [{ type: "text", text: body.gist }];
    default:
      return unreachable(body);
  }
}

/** A summary as the model sees it; the restated request, where there is one, stands after the end marker. */
export function summaryText(message: SummaryMessage): string {
  const handOff = `${SUMMARY_MARKER}\n${SUMMARY_GUIDANCE}\n\n${message.text}\n\n${SUMMARY_END}`;
  return message.restatedRequest === undefined ? handOff : `${handOff}\n\n${message.restatedRequest}`;
}

/** The reverse of `summaryText`: undefined unless the text is exactly a rendered summary. */
export function parseSummary(text: string): Pick<SummaryMessage, "text" | "restatedRequest"> | undefined {
  const opening = `${SUMMARY_MARKER}\n${SUMMARY_GUIDANCE}\n\n`;
  const closing = `\n\n${SUMMARY_END}`;
  const end = text.lastIndexOf(closing);
  if (!text.startsWith(opening) || end < opening.length) return undefined;
  const handOff = text.slice(opening.length, end);
  const rest = text.slice(end + closing.length);
  if (rest === "") return { text: handOff };
  return rest.startsWith("\n\n") ? { text: handOff, restatedRequest: rest.slice(2) } : undefined;
}

/** A user turn as sent: what was injected for the turn follows what the person wrote. */
export function userContent(message: UserMessage): readonly (TextPart | ImagePart)[] {
  return message.attachment === undefined
    ? message.content
    : [...message.content, { type: "text", text: message.attachment }];
}

/** All text of a message a reader would see, images left out. */
export function messageText(message: Message): string {
  switch (message.role) {
    case "user":
      return textOf(message.content);
    case "summary":
      return summaryText(message);
    case "tool":
      return textOf(visibleContent(message.body));
    case "assistant":
      return message.parts
        .map((part) => (part.type === "text" ? part.text : part.type === "opaque" ? part.gist : ""))
        .join("");
    default:
      return unreachable(message);
  }
}

const textOf = (content: readonly (TextPart | ImagePart)[]): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
