import { attachmentWords } from "./english/attachments";
import { chatWords } from "./english/chat";
import { composerWords } from "./english/composer";
import { contextWords } from "./english/context";
import { editWords } from "./english/edit";
import { historyWords } from "./english/history";
import { inspectorWords } from "./english/inspector";
import { knownWords } from "./english/known";
import { lessonWords } from "./english/lesson";
import { runningWords } from "./english/running";
import { safetyWords } from "./english/safety";
import { workWords } from "./english/work";

/** Every text of the pages, by the part of the page that says it. */
export const english = {
  ...attachmentWords,
  ...chatWords,
  ...composerWords,
  ...contextWords,
  ...editWords,
  ...historyWords,
  ...inspectorWords,
  ...knownWords,
  ...lessonWords,
  ...runningWords,
  ...safetyWords,
  ...workWords,
};

export type WordKey = keyof typeof english;
