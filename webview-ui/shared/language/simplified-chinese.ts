import type { WordKey } from "./english";
import { attachmentWords } from "./simplified-chinese/attachments";
import { chatWords } from "./simplified-chinese/chat";
import { composerWords } from "./simplified-chinese/composer";
import { contextWords } from "./simplified-chinese/context";
import { editWords } from "./simplified-chinese/edit";
import { historyWords } from "./simplified-chinese/history";
import { inspectorWords } from "./simplified-chinese/inspector";
import { knownWords } from "./simplified-chinese/known";
import { lessonWords } from "./simplified-chinese/lesson";
import { runningWords } from "./simplified-chinese/running";
import { safetyWords } from "./simplified-chinese/safety";
import { workWords } from "./simplified-chinese/work";
import type { Wording } from "./wording";

export const simplifiedChinese: Readonly<Record<WordKey, Wording>> = {
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
