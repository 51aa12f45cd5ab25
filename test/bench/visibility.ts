import { identifiersIn } from "../../src/core/conversation/identifiers";
import type { Message } from "../../src/core/conversation/message";
import { originalText, readableText } from "../../src/core/conversation/original";
import { messageText, userContent } from "../../src/core/conversation/render";

/** Which names each message shows. Looked up lazily and remembered, because all strategies share most messages. */
export class Visibility {
  readonly #known = new WeakMap<Message, Map<string, boolean>>();
  readonly #texts = new WeakMap<Message, string>();

  /** True where any of the messages shows the name, newest first: recent ones show most. */
  shows(messages: readonly Message[], name: string): boolean {
    for (let index = messages.length - 1; index >= 0; index--) {
      const message = messages[index];
      if (message !== undefined && this.#contains(message, name)) return true;
    }
    return false;
  }

  #contains(message: Message, name: string): boolean {
    const known = this.#known.get(message) ?? new Map<string, boolean>();
    this.#known.set(message, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = this.#textOf(message).includes(name);
    known.set(name, found);
    return found;
  }

  #textOf(message: Message): string {
    const known = this.#texts.get(message);
    if (known !== undefined) return known;
    const text = shownText(message).toLowerCase();
    this.#texts.set(message, text);
    return text;
  }
}

function shownText(message: Message): string {
  // Both as meant and as sent: a name with a quote in it stands only in one of them.
  if (message.role === "assistant") return `${readableText(message)}\n${originalText(message)}`;
  if (message.role !== "user") return messageText(message);
  return userContent(message)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n");
}

/** The names each reply of the recorded agent used that had occurred before: what it needed to see. Lower case. */
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
