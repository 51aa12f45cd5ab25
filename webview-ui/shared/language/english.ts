import { chatWords } from "./english/chat";
import { composerWords } from "./english/composer";
import { contextWords } from "./english/context";
import { editWords } from "./english/edit";
import { inspectorWords } from "./english/inspector";

/** Every text of the pages, by the part of the page that says it. */
export const english = { ...chatWords, ...composerWords, ...contextWords, ...editWords, ...inspectorWords };

export type WordKey = keyof typeof english;
