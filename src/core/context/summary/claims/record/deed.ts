import type { JsonObject } from "../../../../base/json";
import { isObject, parseJsonObject } from "../../../../base/json";
import { joinPattern } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import { KnownByMessage } from "../../../../conversation/known-by-message";
import type { ToolCallPart, ToolMessage } from "../../../../conversation/message";
import { messageText } from "../../../../conversation/render";
import { argumentText } from "../../../../conversation/text/arguments";
import { exitCodeIn, testCountsIn } from "../../../../conversation/text/tool-outcome";
import type { Intent } from "../../../../ledger/intent";
import { readIntent } from "../../../../ledger/intent";

/** One finished call: what it meant to do and how it ended. */
export interface Deed {
  readonly messageId: MessageId;
  readonly tool: string;
  /** What the call was given, as words. */
  readonly given: string;
  readonly files: Intent["files"];
  /** What a call that writes puts into its file. */
  readonly newText?: string;
  /** What it takes out of it. */
  readonly oldText?: string;
  readonly command?: string;
  /** The command of a call that was not allowed: it was never run. */
  readonly refused?: string;
  /** Null where the output does not state it. */
  readonly exitCode: number | null;
  readonly outcome: "success" | "failure";
  readonly tests?: TestCounts;
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** Messages never change, so a call and its result are read once. */
const known = new KnownByMessage<{ readonly call: ToolCallPart | undefined; readonly deed: Deed }, ToolMessage>();

export function deedOf(message: ToolMessage, call: ToolCallPart | undefined): Deed {
  const found = known.get(message);
  if (found !== undefined && found.call === call) return found.deed;
  const deed = readDeed(message, call);
  known.set(message, { call, deed });
  return deed;
}

/** A call without a result was tried, and nobody knows how it ended. */
export const attemptOf = (messageId: MessageId, call: ToolCallPart): Deed => ({
  ...readCall(call.name, call.inputJson),
  messageId,
  exitCode: null,
  outcome: "failure",
});

function readDeed(message: ToolMessage, call: ToolCallPart | undefined): Deed {
  const text = messageText(message);
  const { command: wanted, ...asked } = readCall(call?.name ?? message.toolName, call?.inputJson ?? "{}", text);
  if (isRefusal(text))
    return {
      tool: asked.tool,
      given: asked.given,
      files: [],
      messageId: message.id,
      exitCode: null,
      outcome: "failure",
      ...(wanted === undefined ? {} : { refused: wanted }),
    };
  const read = { ...asked, ...(wanted === undefined ? {} : { command: wanted }) };
  const exitCode = read.command === undefined ? null : (exitCodeIn(text) ?? null);
  const tests = read.command === undefined ? undefined : testCounts(testCountsIn(text));
  const isFailure = message.failed || (exitCode === null ? tellsOfFailure(text, read) : exitCode !== 0);
  return {
    ...read,
    messageId: message.id,
    exitCode,
    outcome: isFailure ? "failure" : "success",
    ...(tests === undefined ? {} : { tests }),
  };
}

function readCall(
  tool: string,
  inputJson: string,
  answer = "",
): Pick<Deed, "tool" | "given" | "files" | "newText" | "oldText" | "command"> {
  const intent = readIntent(tool, inputJson);
  const given = argumentText(inputJson);
  const edit = intent.command === undefined ? undefined : editIn(intent.command);
  if (intent.command !== undefined && edit !== undefined) {
    const files = edit.path === undefined ? openFile(answer) : written([edit.path]);
    return { tool, given, command: intent.command, files, newText: edit.text };
  }
  const named = intent.files.length > 0 || !WRITING_TOOL.test(tool) ? intent.files : namedFiles(given);
  const files = named.length === 0 && EDITING_TOOL.test(tool) ? openFile(answer) : named;
  return {
    tool,
    given,
    files,
    ...(intent.command === undefined ? {} : { command: intent.command }),
    ...newTextOf(tool, inputJson, { ...intent, files }),
  };
}

/** Editors that are spoken to in lines, as the agents of SWE-bench do: they change the file that is open. */
const EDITING_TOOL = /^(?:edit|insert|append|replace)$/i;
const LINE_EDIT = /^(?:edit \d+:\d+|insert \d+|append)\n([^]*?)(?:\nend_of_\w+)?\s*$/;
const LINE_CREATE = /^create (\S+)$/;

/** What such a line puts into its file, where it stands for a command. */
function editIn(command: string): { readonly path?: string; readonly text: string } | undefined {
  const path = LINE_CREATE.exec(command)?.[1];
  if (path !== undefined) return { path, text: "" };
  const text = LINE_EDIT.exec(command)?.[1];
  return text === undefined ? undefined : { text };
}

/** The file that the answer of such an editor shows. */
const openFile = (answer: string): Intent["files"] => {
  const [, shown, open] = /^\[File: (\S+) \(\d+ lines total\)\]|^\(Open file: (\S+)\)/m.exec(answer) ?? [];
  return written([shown ?? open].flatMap((path) => path ?? []));
};

const written = (paths: readonly string[]): Intent["files"] => paths.map((path) => ({ path, operation: "written" }));

const NEW_TEXT_KEYS = joinPattern([
  "^(?:content|contents|file_text|text|replace|replacement|replacement_text|new|new_str|new_string|newText|insert|",
  "insert_text|code|code_edit|input|patch|diff)$",
]);

const OLD_TEXT_KEYS = /^(?:find|old|old_str|old_string|oldText|search|pattern)$/;

/** The text that a call writes, without the text it replaces. */
function newTextOf(tool: string, inputJson: string, { files, command }: Intent): Pick<Deed, "newText" | "oldText"> {
  if (command !== undefined || !files.some(({ operation }) => operation === "written")) return {};
  const args = parseJsonObject(inputJson) ?? {};
  const [text, oldText] = [NEW_TEXT_KEYS, OLD_TEXT_KEYS].map((keys) => textsIn(args, keys).join("\n"));
  if (text === undefined || oldText === undefined) return {};
  // A diff also shows what it takes away and what it leaves.
  const isDiff = /patch|diff/i.test(tool) && /^(?:\*\*\* |@@|--- )/m.test(text);
  if (!isDiff) return { newText: text, oldText };
  const lines = (form: RegExp) => (text.match(form) ?? []).join("\n");
  return { newText: lines(/^\+.*$/gm), oldText: lines(/^-.*$/gm) };
}

const textsIn = (args: JsonObject, keys: RegExp): readonly string[] =>
  Object.entries(args).flatMap(([key, value]): readonly string[] => {
    if (typeof value === "string") return keys.test(key) ? [value] : [];
    return Array.isArray(value) ? value.flatMap((one) => (isObject(one) ? textsIn(one as JsonObject, keys) : [])) : [];
  });

/** A longer result tells of more than a refusal. */
const REFUSAL_CHARS = 600;
/** Who may refuse a call, and the words for it: whatever their order, together they leave no other reading. */
const REFUSER = joinPattern(
  [
    String.raw`\b(?:the |this |by )?(?:user|operator|human|hook|reviewer|approver|policy|`,
    String.raw`rule)s?\b(?!['’]s? \w|name|[_.@-]\w)|用户|使用者`,
  ],
  "i",
);
const REFUSES = joinPattern(
  [
    String.raw`\b(?:declin|reject|den(?:y|ied)|refus|block|cancel|disallow|veto|forb[ai]d|abort|interrupt)\w*|`,
    String.raw`\b(?:said no|says no|turned (?:it|this) down|stopped)\b|`,
    String.raw`\b(?:not|n['’]t|never) (?:been )?(?:approv|allow|permit|authori|grant|confirm|consent|want)\w*|`,
    String.raw`\b(?:not|n['’]t|never) (?:been )?(?:run|ran|execut|perform|carried|start|appli)\w*|`,
    "拒绝|未执行|没有执行|未获(?:得)?(?:批准|许可|授权)|不允许|取消|否决",
  ],
  "i",
);
/** Said by what stands between a person and a tool, without naming anyone. */
const NOT_RUN = joinPattern(
  [
    String.raw`^\W{0,4}not (?:run|executed|allowed|permitted)\b|`,
    String.raw`^\W{0,4}permission (?:was )?(?:denied|refused) (?:to run|for this (?:tool|command|call))|`,
    String.raw`\b(?:command|call|tool) (?:was|has been|did)?\s?not (?:been )?(?:run|executed)\b`,
  ],
  "i",
);

/** The result says that the call was not allowed, so that nothing was done. */
function isRefusal(text: string): boolean {
  if (text.length > REFUSAL_CHARS || exitCodeIn(text) !== undefined) return false;
  const opening = text.trimStart().split("\n", 2).join(" ");
  return NOT_RUN.test(text) || (REFUSER.test(opening) && REFUSES.test(opening));
}

const FAILED_START_CHARS = 80;
/** Tools of servers and agents we do not know, by what their names say. */
const WRITING_TOOL = /(?:edit|write|create|update|insert|replace|patch|apply|modify|save|append|rename|move)/i;
const FAILED_START = /^\s*(?:error\b|traceback\b|fatal\b|exception\b|command failed|tool .{0,40}failed)/i;

/** What a tool that writes says when it did not; a tool that reads may show such words in what it read. */
const NOT_WRITTEN = joinPattern(
  [
    String.raw`\b(?:not found|no (?:such|match\w*|changes?|occurrences?|edits?)|(?:could|did|does|do|was|`,
    String.raw`were|is) not|cannot|`,
    String.raw`can['’]t|(?:could|did|does|was|were|is)n['’]t|unable|fail(?:ed|ure|s)?|errors?|denied|refused|rejected|`,
    "aborted|invalid|unchanged|nothing (?:was )?(?:written|changed|patched)|0 (?:replacements|matches|occurrences)|",
    String.raw`ambiguous|not unique|read-only|EACCES|ENOENT|EROFS|matched \d+ times|multiple matches)\b|`,
    "未找到|找不到|失败|不存在|无法|没有匹配|未匹配|拒绝|错误",
  ],
  "i",
);
const WRITTEN = joinPattern(
  [
    String.raw`^\W{0,4}(?:(?:patched|wrote|written|updated|edited|created|saved|applied|replaced|`,
    String.raw`successfully|success|ok|`,
    String.raw`done)\b|the file\b[^.]{0,200}\bha[sv]e? been|已|成功)|(?:^|\n)(?:file|text) (?:updated|replaced)\.`,
  ],
  "i",
);

function tellsOfFailure(
  text: string,
  { files, command, newText }: Pick<Deed, "files" | "command" | "newText">,
): boolean {
  if (FAILED_START.test(text.slice(0, FAILED_START_CHARS))) return true;
  const writes =
    (command === undefined || newText !== undefined) && files.some(({ operation }) => operation === "written");
  return writes && !WRITTEN.test(text) && NOT_WRITTEN.test(text.slice(0, NOT_WRITTEN_CHARS));
}

const NOT_WRITTEN_CHARS = 400;

const namedFiles = (given: string): Intent["files"] =>
  written(
    given
      .split("\n")
      .filter((word) => /^[^\s]{1,300}\.\w{1,8}$/.test(word))
      .slice(0, 20),
  );

/** The ledger keeps counts as words. */
export function testCounts(words: string | undefined): TestCounts | undefined {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(words ?? "") ?? [];
  return passed === undefined || failed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
}
