import type { Message } from "../../conversation/message";
import { titleOf, UNTITLED } from "../../sessions/lineage/title";

/** Notes and commands in tags are not what a person asked for. */
const MARKUP = /^\s*<[a-z][\w-]*>/i;

/** The first request of a person; what the agent wrote into the conversation itself is passed over. */
export function titleFor(messages: readonly Message[]): string {
  for (const message of messages) {
    if (message.role !== "user") continue;
    const content = message.content.filter((part) => part.type !== "text" || !MARKUP.test(part.text));
    const title = titleOf({ ...message, content });
    if (title !== UNTITLED) return title;
  }
  return UNTITLED;
}
