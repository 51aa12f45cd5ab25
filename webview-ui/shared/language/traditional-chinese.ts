import type { WordKey } from "./english";
import { attachmentWords } from "./traditional-chinese/attachments";
import { chatWords } from "./traditional-chinese/chat";
import { composerWords } from "./traditional-chinese/composer";
import { contextWords } from "./traditional-chinese/context";
import { editWords } from "./traditional-chinese/edit";
import { historyWords } from "./traditional-chinese/history";
import { inspectorWords } from "./traditional-chinese/inspector";
import { knownWords } from "./traditional-chinese/known";
import { lessonWords } from "./traditional-chinese/lesson";
import { runningWords } from "./traditional-chinese/running";
import { safetyWords } from "./traditional-chinese/safety";
import { workWords } from "./traditional-chinese/work";
import type { Wording } from "./wording";

export const traditionalChinese: Readonly<Record<WordKey, Wording>> = {
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
