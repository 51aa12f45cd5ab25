import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkRecord } from "../../../src/core/context/summary/claims/record/record";
import { recordOf } from "../../../src/core/context/summary/claims/record/record";
import { importTranscript } from "../../../src/core/conversation/transcript/transcript";
import type { CheckedClaim } from "../../support/claim-sets";
import { checkClaim } from "../../support/claim-sets";
import { recordingsIn } from "../../support/trajectories";

interface RecordedMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly unknown[];
  readonly t?: string;
}

interface Recording {
  readonly messages: readonly RecordedMessage[];
  readonly compactions?: readonly {
    readonly after_message: number;
    readonly timestamp?: string;
    readonly summary?: string;
  }[];
}

/** Shorter lines are headings and greetings. */
const LEAST_CHARS = 25;
const LEAST_REPLY_CHARS = 120;

/** Lines of the hand-offs that real agents wrote when they compacted, each against its session up to there. */
export const checkHandOffs = (folders: readonly string[]): readonly CheckedClaim[] =>
  recordingsOf(folders).flatMap(({ messages, compactions = [] }) =>
    compactions.flatMap(({ after_message: after, timestamp, summary }) => {
      // A session that begins with a compaction has no record of what it tells.
      if (!summary || after === 0) return [];
      const before = messages.findLastIndex(({ t }) => t !== undefined && timestamp !== undefined && t < timestamp);
      const record = recordUpTo(messages, before < 0 ? after + 1 : before + 1);
      return linesIn(withoutQuotedMessages(summary)).map((text) => check(text, record));
    }),
  );

/** Lines of the replies with which real agents ended their turns, each against its session up to and with it. */
export const checkReplies = (folders: readonly string[]): readonly CheckedClaim[] =>
  recordingsOf(folders).flatMap(({ messages }) =>
    messages.flatMap(({ role, content, tool_calls: calls = [] }, at) => {
      const isLast = messages[at + 1] === undefined || messages[at + 1]?.role === "user";
      if (role !== "assistant" || calls.length > 0 || !isLast || typeof content !== "string") return [];
      if (content.length < LEAST_REPLY_CHARS || at < 5) return [];
      const record = recordUpTo(messages, at + 1);
      return linesIn(content)
        .filter((line) => !line.endsWith("?"))
        .map((text) => check(text, record));
    }),
  );

const recordingsOf = (folders: readonly string[]): readonly Recording[] =>
  folders.flatMap((folder) =>
    recordingsIn(folder).map((name): Recording => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))),
  );

const recordUpTo = (messages: readonly RecordedMessage[], end: number): WorkRecord =>
  recordOf({ messages: importTranscript([...messages.slice(0, end)]) });

/** As finished work: the section in which most is held against the record. */
const check = (text: string, record: WorkRecord): CheckedClaim =>
  checkClaim({ section: "Completed Actions", text: `- ${text}` }, record);

/** Claude Code lists what the user said word for word. */
const withoutQuotedMessages = (summary: string): string =>
  summary.replace(/^\W*(?:\d+\.\s*)?\W*All user messages[^]*?(?=^\W*\d+\.\s*\W*Pending)/m, "");

function linesIn(text: string): readonly string[] {
  return text
    .replace(/^\s*```[^]*?^\s*```/gm, "")
    .split("\n")
    .map((line) => line.trim().replace(/^(?:[-*•]|\d+[.)])\s+/, ""))
    .filter((line) => line.length >= LEAST_CHARS && /\s/.test(line) && !/^[#|>]/.test(line));
}
