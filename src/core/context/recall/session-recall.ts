import { isBeginning } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import type { RecalledLine } from "../engine";
import { createOriginalStore } from "./originals";
import { recallSnippets } from "./recall-snippets";
import { createWordIndex } from "./word-index";

/**
 * Everything a session has seen, for recall and for checking summaries. Holds messages that live anyway; indexes them
 * when first asked.
 */
export interface SessionRecall {
  remember(messages: readonly Message[]): void;
  recall(text: string, active: readonly Message[]): readonly RecalledLine[];
  forget(): void;
  /** In conversation order, as they were first written. */
  originals(): readonly Message[];
}

export function createSessionRecall(): SessionRecall {
  const store = createOriginalStore();
  const index = createWordIndex(store);
  /** The list that was remembered last: each request repeats the one before it. */
  let remembered: Message[] = [];
  const remember = (messages: readonly Message[]): void => {
    if (!isBeginning(remembered, messages)) remembered = [];
    for (let at = remembered.length; at < messages.length; at++) {
      const message = messages[at];
      if (message === undefined) continue;
      remembered.push(message);
      if (message.role !== "summary") store.keep([message], 0);
    }
  };
  return {
    remember,
    recall: (text, active) => {
      remember(active);
      return recallSnippets(index, text, active);
    },
    originals: () => store.originals().map(({ message }) => message),
    forget: () => {
      remembered = [];
      store.retain(new Set());
    },
  };
}
