import { unreachable } from "../core/conversation/message";
import type { AssistantPart, Message } from "../core/conversation/message";
import { messageText } from "../core/conversation/render";
import type { Say } from "./say";

/** A conversation as a text to read and compare: the same message always gives the same lines. */
export const conversationText = (messages: readonly Message[], say: Say): string =>
  messages.map((message) => messageLines(message, say)).join("\n\n");

export const messageLines = (message: Message, say: Say): string =>
  `## ${headingOf(message, say)}\n\n${bodyOf(message)}`;

function headingOf(message: Message, say: Say): string {
  switch (message.role) {
    case "user":
      return say("User");
    case "summary":
      return say("Summary of {0} messages", message.covers.length);
    case "tool":
      return message.failed ? say("Result of {0} (failed)", message.toolName) : say("Result of {0}", message.toolName);
    case "assistant":
      return say("Assistant");
    default:
      return unreachable(message);
  }
}

const bodyOf = (message: Message): string =>
  message.role === "assistant"
    ? message.parts
        .map(partText)
        .filter((text) => text !== "")
        .join("\n\n")
    : messageText(message);

/** A message that changed between two conversations. One side is missing where it was added or left. */
export interface MessageChange {
  readonly title: string;
  readonly before?: string;
  readonly after?: string;
}

/** Two conversations aligned by message, what is new first: a diff of their whole texts would not end on long ones. */
export function changedMessages(
  before: readonly Message[],
  after: readonly Message[],
  say: Say,
): readonly MessageChange[] {
  const now = new Map(after.map((message) => [message.id, messageLines(message, say)]));
  const old = new Map(before.map((message) => [message.id, messageLines(message, say)]));
  const added = after
    .filter(({ id }) => !old.has(id))
    .map((message) => ({ title: titleOf(message, say), after: messageLines(message, say) }));
  const gone = before.flatMap((message, index): readonly MessageChange[] => {
    const [was, is] = [old.get(message.id) ?? "", now.get(message.id)];
    return was === is
      ? []
      : [{ title: `${index + 1} ${titleOf(message, say)}`, before: was, ...(is === undefined ? {} : { after: is }) }];
  });
  return [...added, ...gone];
}

const titleOf = (message: Message, say: Say): string =>
  message.role === "tool" ? message.toolName : headingOf(message, say);

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
