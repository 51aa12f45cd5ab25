import type { Message } from "../../src/core/conversation/message";
import { messageText, userContent } from "../../src/core/conversation/render";
import { identifiersIn } from "../../src/core/conversation/text/identifiers";
import { originalText, readableText } from "../../src/core/conversation/text/original";

/** The names in each message. Computed lazily and cached, because all strategies share most messages. */
export class Visibility {
  private readonly known = new WeakMap<Message, Map<string, boolean>>();
  private readonly texts = new WeakMap<Message, string>();

  /** Whether any of the messages contains the name; checks the newest first, since recent ones contain most. */
  shows(messages: readonly Message[], name: string): boolean {
    for (let index = messages.length - 1; index >= 0; index--) {
      const message = messages[index];
      if (message !== undefined && this.contains(message, name)) return true;
    }
    return false;
  }

  private contains(message: Message, name: string): boolean {
    const known = this.known.get(message) ?? new Map<string, boolean>();
    this.known.set(message, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = this.textOf(message).includes(name);
    known.set(name, found);
    return found;
  }

  private textOf(message: Message): string {
    const known = this.texts.get(message);
    if (known !== undefined) return known;
    const text = shownText(message).toLowerCase();
    this.texts.set(message, text);
    return text;
  }
}

function shownText(message: Message): string {
  // Both the meaning and the JSON: a name with a quote in it occurs in only one of them.
  if (message.role === "assistant") return `${readableText(message)}\n${originalText(message)}`;
  if (message.role !== "user") return messageText(message);
  return userContent(message)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n");
}

/** For each reply of the recorded agent, the earlier names it used and therefore needed to see. In lower case. */
export function neededNames(messages: readonly Message[]): ReadonlyMap<number, readonly string[]> {
  const visibility = new Visibility();
  const needed = new Map<number, readonly string[]>();
  messages.forEach((message, index) => {
    if (message.role !== "assistant") return;
    const before = messages.slice(0, index);
    const names = [...new Set(identifiersIn(readableText(message)).map((name) => name.toLowerCase()))];
    needed.set(
      index,
      names.filter((name) => visibility.shows(before, name)),
    );
  });
  return needed;
}
