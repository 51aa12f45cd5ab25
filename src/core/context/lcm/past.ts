import type { Message } from "../../conversation/message";
import type { RecalledSnippet } from "./recall";
import { recallSnippets } from "./recall";
import { createMemoryStore } from "./store";
import { createWordIndex } from "./word-index";

/** Everything a session has seen, for recall alone. Holds messages that live anyway; indexes them when first asked. */
export interface Past {
  remember(messages: readonly Message[]): void;
  recall(text: string, active: readonly Message[]): readonly RecalledSnippet[];
  forget(): void;
}

export function createPast(): Past {
  const store = createMemoryStore();
  const index = createWordIndex(store);
  const remember = (messages: readonly Message[]): void =>
    store.keep(
      messages.filter(({ role }) => role !== "summary"),
      0,
    );
  return {
    remember,
    recall: (text, active) => {
      remember(active);
      return recallSnippets(index, text, active);
    },
    forget: () => store.retain(new Set()),
  };
}
