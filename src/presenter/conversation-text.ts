import { unreachable } from "../core/conversation/message";
import type { AssistantPart, Message } from "../core/conversation/message";
import { messageText } from "../core/conversation/render";

/** A conversation as a text to read and compare: the same message always gives the same lines. */
export const conversationText = (messages: readonly Message[]): string => messages.map(messageLines).join("\n\n");

export function messageLines(message: Message): string {
  switch (message.role) {
    case "user":
      return `## User\n\n${messageText(message)}`;
    case "summary":
      return `## Summary of ${message.covers.length} messages\n\n${messageText(message)}`;
    case "tool":
      return `## Result of ${message.toolName}${message.failed ? " (failed)" : ""}\n\n${messageText(message)}`;
    case "assistant":
      return `## Assistant\n\n${message.parts.map(partText).filter((text) => text !== "").join("\n\n")}`;
    default:
      return unreachable(message);
  }
}

/** A message that changed between two conversations. One side is missing where it was added or left. */
export interface MessageChange {
  readonly title: string;
  readonly before?: string;
  readonly after?: string;
}

/** Two conversations aligned by message, what is new first: a diff of their whole texts would not end on long ones. */
export function changedMessages(before: readonly Message[], after: readonly Message[]): readonly MessageChange[] {
  const now = new Map(after.map((message) => [message.id, messageLines(message)]));
  const old = new Map(before.map((message) => [message.id, messageLines(message)]));
  const added = after.filter(({ id }) => !old.has(id)).map((message) => ({ title: titleOf(message), after: messageLines(message) }));
  const gone = before.flatMap((message, index): readonly MessageChange[] => {
    const [was, is] = [old.get(message.id) ?? "", now.get(message.id)];
    return was === is ? [] : [{ title: `${index + 1} ${titleOf(message)}`, before: was, ...(is === undefined ? {} : { after: is }) }];
  });
  return [...added, ...gone];
}

const titleOf = (message: Message): string => (message.role === "tool" ? message.toolName : message.role);

function partText(part: AssistantPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "thinking":
      return `> ${part.text.replaceAll("\n", "\n> ")}`;
    case "tool-call":
      return `\`${part.name}\` ${part.inputJson}`;
    case "opaque":
      return part.gist;
    default:
      return unreachable(part);
  }
}
