import { counted, sentence } from "../../core/base/sentence";
import { unreachable } from "../../core/base/unreachable";
import type { AssistantPart, Message } from "../../core/conversation/message";
import { messageText } from "../../core/conversation/render";
import type { Say } from "./say";

/** A conversation as text to read and compare: the same message always gives the same lines. */
export const conversationText = (messages: readonly Message[], say: Say): string =>
  messages.map((message) => messageLines(message, say)).join("\n\n");

export const messageLines = (message: Message, say: Say): string =>
  `## ${headingOf(message, say)}\n\n${messageBody(message, callLine)}`;

/** Who speaks. */
export function headingOf(message: Message, say: Say): string {
  switch (message.role) {
    case "user":
      return say(sentence("User"));
    case "summary":
      return say(counted(message.covers.length, "Summary of 1 message", "Summary of {count} messages"));
    case "tool":
      return say(
        message.failed
          ? sentence("Result of {tool} (failed)", { tool: message.toolName })
          : sentence("Result of {tool}", { tool: message.toolName }),
      );
    case "assistant":
      return say(sentence("Assistant"));
    default:
      return unreachable(message);
  }
}

/** What a message says; `callText` writes its calls. */
export const messageBody = (message: Message, callText: (call: ToolCallPart) => string): string =>
  message.role === "assistant"
    ? message.parts
        .map((part) => (part.type === "tool-call" ? callText(part) : partText(part)))
        .filter((text) => text !== "")
        .join("\n\n")
    : messageText(message);

/** A message that changed between two conversations. One side is missing if it was added or removed. */
export interface MessageChange {
  readonly title: string;
  readonly before?: string;
  readonly after?: string;
}

/**
 * Two conversations aligned by message, new messages first: a diff of the whole texts is too slow for long ones. A new
 * summary is compared with the one it replaces.
 */
export function changedMessages(
  before: readonly Message[],
  after: readonly Message[],
  say: Say,
): readonly MessageChange[] {
  const now = new Map(after.map((message) => [message.id, messageLines(message, say)]));
  const old = new Map(before.map((message) => [message.id, messageLines(message, say)]));
  const renewed = after.find(({ role, id }) => role === "summary" && !old.has(id));
  const replaced = renewed && before.findLast(({ role, id }) => role === "summary" && !now.has(id));
  const added = after
    .filter(({ id }) => !old.has(id))
    .map((message) => ({
      title: titleOf(message, say),
      ...(message === renewed && replaced !== undefined && { before: messageLines(replaced, say) }),
      after: messageLines(message, say),
    }));
  const gone = before.flatMap((message, index): readonly MessageChange[] => {
    if (message === replaced) return [];
    const [was, is] = [old.get(message.id) ?? "", now.get(message.id)];
    return was === is
      ? []
      : [{ title: `${index + 1} ${titleOf(message, say)}`, before: was, ...(is === undefined ? {} : { after: is }) }];
  });
  return [...added, ...gone];
}

const titleOf = (message: Message, say: Say): string =>
  message.role === "tool" ? message.toolName : headingOf(message, say);

type ToolCallPart = Extract<AssistantPart, { readonly type: "tool-call" }>;

const callLine = ({ name, inputJson }: ToolCallPart): string => `\`${name}\` ${inputJson}`;

function partText(part: Exclude<AssistantPart, ToolCallPart>): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "thinking":
      return `> ${part.text.replaceAll("\n", "\n> ")}`;
    case "opaque":
      return part.gist;
    default:
      return unreachable(part);
  }
}
