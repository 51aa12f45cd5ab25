import type { JsonObject } from "../base/json";
import { isObject, parseJson } from "../base/json";
import { takeStart } from "../base/text";
import type { HookEvent } from "./hook";

/** How a hook's process ended, with what it wrote. */
export interface HookEnd {
  readonly ending: "exited" | "timed-out" | "stopped" | "failed";
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a hook did, in one word. */
export type HookDeed =
  | "nothing"
  | "blocked"
  | "asked"
  | "rewrote"
  | "added"
  | "focused"
  | "failed"
  | "timed-out"
  | "garbled";

/** What a hook wants. Its own words are never more than text. */
export interface HookAnswer {
  readonly did: HookDeed;
  /** For the row: the reason, the text it added, or its error. */
  readonly detail: string;
  readonly blocked?: string;
  readonly ask?: string;
  readonly input?: JsonObject;
  /** For the model. */
  readonly context?: string;
  readonly focus?: string;
  /** To be kept verbatim beside a summary. */
  readonly keep?: string;
}

/** Text of a hook enters the conversation, so it is limited like a long paragraph. */
const MAX_TEXT_CHARS = 10_000;
const MAX_FOCUS_CHARS = 500;
const BLOCKING_EXIT = 2;

/** Events whose plain output is meant for the model. */
const PLAIN_CONTEXT: ReadonlySet<HookEvent> = new Set(["SessionStart", "UserPromptSubmit"]);
/** Events that cannot be blocked: they have happened already. */
const UNBLOCKABLE: ReadonlySet<HookEvent> = new Set(["SessionStart", "PostCompact"]);

export function readAnswer(event: HookEvent, { ending, exitCode, stdout, stderr }: HookEnd): HookAnswer {
  const errors = bounded(stderr);
  if (ending === "timed-out") return { did: "timed-out", detail: errors };
  if (ending !== "exited") return { did: "failed", detail: errors };
  if (exitCode === BLOCKING_EXIT && !UNBLOCKABLE.has(event)) {
    const reason = errors === "" ? "The hook gave no reason." : errors;
    return { did: "blocked", detail: reason, blocked: reason };
  }
  if (exitCode !== 0) return { did: "failed", detail: errors };
  const text = stdout.trim();
  if (!text.startsWith("{")) return readPlain(event, bounded(text));
  const answer = parseJson(text);
  return isObject(answer) ? readJson(event, answer) : { did: "garbled", detail: takeStart(text, MAX_FOCUS_CHARS) };
}

function readPlain(event: HookEvent, text: string): HookAnswer {
  if (text === "") return NOTHING;
  if (PLAIN_CONTEXT.has(event)) return { did: "added", detail: text, context: text };
  if (event === "PreCompact") return { did: "focused", detail: text, focus: takeStart(text, MAX_FOCUS_CHARS) };
  return { ...NOTHING, detail: text };
}

const NOTHING: HookAnswer = { did: "nothing", detail: "" };

/** Fields with values of another type count as absent: a hook may be wrong, and must not be believed half. */
function readJson(event: HookEvent, answer: JsonObject): HookAnswer {
  const own = isObject(answer["hookSpecificOutput"]) ? answer["hookSpecificOutput"] : {};
  const reason = textIn(own, "permissionDecisionReason") ?? textIn(answer, "reason") ?? textIn(answer, "stopReason");
  const said = textIn(answer, "systemMessage") ?? "";
  const decision = own["permissionDecision"] ?? answer["decision"];
  const isBlocked = decision === "deny" || decision === "block" || answer["continue"] === false;
  if (isBlocked && !UNBLOCKABLE.has(event)) {
    const why = reason ?? (said === "" ? "The hook gave no reason." : said);
    return { did: "blocked", detail: why, blocked: why };
  }
  const input = event === "PreToolUse" && isObject(own["updatedInput"]) ? own["updatedInput"] : undefined;
  const ask = event === "PreToolUse" && decision === "ask" ? (reason ?? "a hook wants you to look at it") : undefined;
  if (event === "PreCompact") return readCompaction(answer, own, said);
  const context = textIn(own, "additionalContext") ?? textIn(answer, "additionalContext");
  return {
    did: input !== undefined ? "rewrote" : ask !== undefined ? "asked" : context !== undefined ? "added" : "nothing",
    detail: input !== undefined ? takeStart(JSON.stringify(input), MAX_TEXT_CHARS) : (ask ?? context ?? said),
    ...(input !== undefined && { input }),
    ...(ask !== undefined && { ask }),
    ...(context !== undefined && { context }),
  };
}

function readCompaction(answer: JsonObject, own: JsonObject, said: string): HookAnswer {
  const find = (...names: readonly string[]): string | undefined =>
    names.map((name) => textIn(own, name) ?? textIn(answer, name)).find((text) => text !== undefined);
  const focus = find("focus", "customInstructions");
  const keep = find("keep", "additionalContext");
  return {
    did: focus !== undefined ? "focused" : keep !== undefined ? "added" : "nothing",
    detail: [focus, keep].filter((text) => text !== undefined).join("\n") || said,
    ...(focus !== undefined && { focus: takeStart(focus, MAX_FOCUS_CHARS) }),
    ...(keep !== undefined && { keep }),
  };
}

function textIn(table: JsonObject, name: string): string | undefined {
  const value = table[name];
  return typeof value === "string" && value.trim() !== "" ? bounded(value) : undefined;
}

const bounded = (text: string): string => takeStart(text.trim(), MAX_TEXT_CHARS);
