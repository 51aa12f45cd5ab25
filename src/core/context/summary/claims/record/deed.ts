import type { MessageId } from "../../../../conversation/ids";
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
  readonly command?: string;
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
const known = new WeakMap<ToolMessage, { readonly call: ToolCallPart | undefined; readonly deed: Deed }>();

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
  const read = readCall(call?.name ?? message.toolName, call?.inputJson ?? "{}");
  const exitCode = read.command === undefined ? null : (exitCodeIn(text) ?? null);
  const tests = read.command === undefined ? undefined : testCounts(testCountsIn(text));
  const isFailure =
    message.failed || (exitCode === null ? FAILED_START.test(text.slice(0, FAILED_START_CHARS)) : exitCode !== 0);
  return {
    ...read,
    messageId: message.id,
    exitCode,
    outcome: isFailure ? "failure" : "success",
    ...(tests === undefined ? {} : { tests }),
  };
}

function readCall(tool: string, inputJson: string): Pick<Deed, "tool" | "given" | "files" | "command"> {
  const intent = readIntent(tool, inputJson);
  const given = argumentText(inputJson);
  return {
    tool,
    given,
    files: intent.files.length > 0 || !WRITING_TOOL.test(tool) ? intent.files : namedFiles(given),
    ...(intent.command === undefined ? {} : { command: intent.command }),
  };
}

const FAILED_START_CHARS = 80;
/** Tools of servers and agents we do not know, by what their names say. */
const WRITING_TOOL = /(?:edit|write|create|update|insert|replace|patch|apply|modify|save|append|rename|move)/i;
const FAILED_START = /^\s*(?:error\b|traceback\b|fatal\b|exception\b|command failed|tool .{0,40}failed)/i;

const namedFiles = (given: string): Intent["files"] =>
  given
    .split("\n")
    .filter((word) => /^[^\s]{1,300}\.\w{1,8}$/.test(word))
    .slice(0, 20)
    .map((path) => ({ path, operation: "written" }));

/** The ledger keeps counts as words. */
export function testCounts(words: string | undefined): TestCounts | undefined {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(words ?? "") ?? [];
  return passed === undefined || failed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
}
