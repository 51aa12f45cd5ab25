import type { AgentEvent } from "../../core/agent/events";
import type { AuditRecord } from "../../core/agent/turn/audit-record";
import type { ToolCallPart, ToolMessage } from "../../core/conversation/message";
import { visibleContent } from "../../core/conversation/render";
import { callTopic, readMatchCount } from "../../core/conversation/text/call-topic";
import { exitCodeIn } from "../../core/conversation/text/tool-outcome";
import { growingEnd } from "../../core/tools/shell/output-buffer";
import type { ApprovalRequest, ToolCategory } from "../../core/tools/tool";
import type { ApprovalPicture, Row, ToolRow } from "../../protocol/chat";
import { revealText } from "../words/reveal";
import type { Say } from "../words/say";
import { presentEdit, recordedEdit } from "./edit-picture";
import type { RowChange } from "./transcript";

/** Two screens of a narrow sidebar; an editor shows the rest. */
const HEAD_CHARS = 1_200;
/** Keeps live output below 4 KB a message even if every character is escaped. */
const TAIL_CHARS = 600;
/** A spinner is mostly sequences that move the cursor, so more of an output is read than shown. */
const READ_CHARS = 20_000;
/** Arguments are shown for orientation; the diff shows the whole text of a written file. */
const INPUT_CHARS = 1_500;

/** Before allowing a command, a user must be able to read all of it; the row counts the characters beyond this. */
const APPROVAL_CHARS = 20_000;
/** Blanks may be most of a text, so more of it is looked at than shown. */
const REVEALED_CHARS = 100_000;

export function startToolRow(messageId: string, part: ToolCallPart): ToolRow {
  return {
    kind: "tool",
    id: `${messageId}/${part.callId}`,
    callId: part.callId,
    messageId: null,
    name: part.name,
    category: categoryOf(part.name),
    ...callTopic(part.name, part.inputJson),
    inputJson: part.inputJson.slice(0, INPUT_CHARS),
    status: "pending",
    head: "",
    tail: "",
    chars: 0,
    durationMs: null,
    exitCode: null,
    kept: "full",
    ...recordedEdit(part),
  };
}

/** Live output: only its end is shown while it runs. */
export const growToolRow = (row: ToolRow, text: string): ToolRow => ({
  ...row,
  tail: growingEnd(row.tail, text.slice(-READ_CHARS), TAIL_CHARS),
  chars: row.chars + text.length,
});

export function finishToolRow(row: ToolRow, message: ToolMessage): ToolRow {
  const { approval: _, ...rest } = row;
  const { body } = message;
  const text = visibleContent(body)
    .map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`))
    .join("\n");
  const status = SETTLED.has(row.status) ? row.status : message.failed ? "failed" : "done";
  const matches = readMatchCount(text);
  return {
    ...rest,
    ...(matches !== undefined && { matches }),
    messageId: message.id,
    status,
    kept: body.kind,
    chars: body.kind === "spilled" ? body.totalChars : text.length,
    // A row read again from its session has no event that tells how the command ended.
    exitCode: row.exitCode ?? (row.category === "run" ? (exitCodeIn(text) ?? null) : null),
    ...headAndTail(text),
  };
}

/** A call that has ended; its result follows. */
export function endToolRow(row: ToolRow, event: Extract<AgentEvent, { type: "tool-ended" }>, say: Say): ToolRow {
  const { durationMs, exitCode, chars, failed, ending, edit, place } = event;
  const ended: ToolRow = {
    ...row,
    durationMs,
    exitCode: exitCode ?? null,
    chars,
    ...(place === undefined ? {} : { place: { text: say(place.words), refused: place.refused } }),
    status: row.status === "denied" ? "denied" : (ending ?? (failed ? "failed" : "done")),
  };
  return edit === undefined ? ended : { ...ended, edit: presentEdit(edit), undo: "offered" };
}

export type CallEnd = Extract<AuditRecord, { kind: "ended" }>;

/** A row that is read again, with how long its call took and where it ran. */
export const withRun = (row: ToolRow, { durationMs, ending, ran }: CallEnd, say: Say): ToolRow => ({
  ...row,
  durationMs,
  ...(ending === undefined ? {} : { status: ending }),
  ...(ran === undefined ? {} : { place: { text: say(ran.words), refused: ran.refused } }),
});

/** The row of a result that the model no longer sees whole, or sees whole again. */
export const keptResult = (row: Row | undefined, kept: ToolRow["kept"]): readonly RowChange[] =>
  row?.kind === "tool" ? [{ kind: "row-replaced", row: { ...row, kept } }] : [];

/** A result says neither that a call was denied, nor that the user stopped it. */
const SETTLED: ReadonlySet<ToolRow["status"]> = new Set(["denied", "stopped"]);
const UNSETTLED: ReadonlySet<ToolRow["status"]> = new Set(["pending", "waiting", "running"]);

/** A call that will never get a result. */
export function stopToolRow({ approval: _, ...row }: ToolRow): ToolRow {
  return UNSETTLED.has(row.status) ? { ...row, status: "stopped" } : row;
}

export function presentApproval(request: ApprovalRequest, say: Say): ApprovalPicture {
  const detail = revealText(request.detail.slice(0, REVEALED_CHARS), say);
  const hidden = Math.max(0, detail.length - APPROVAL_CHARS) + Math.max(0, request.detail.length - REVEALED_CHARS);
  return {
    title: revealText(say(request.title), say),
    detail: detail.slice(0, APPROVAL_CHARS),
    ...countLines(detail),
    hiddenChars: hidden,
    warning: request.warning === undefined ? null : revealText(say(request.warning), say),
    ...(request.place === undefined ? {} : { place: say(request.place) }),
    ...(request.covers === undefined ? {} : { covers: revealText(say(request.covers), say) }),
    ...(request.remember === undefined ? {} : { remember: request.remember }),
    edit: request.edit === undefined ? null : presentEdit(request.edit),
  };
}

/** A card shows this many lines; the others are reached by scrolling. */
const VISIBLE_LINES = 7;

function countLines(detail: string): Pick<ApprovalPicture, "lines"> {
  const lines = detail.split("\n").length;
  return lines > VISIBLE_LINES ? { lines } : {};
}

function headAndTail(text: string): { readonly head: string; readonly tail: string } {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return { head: text, tail: "" };
  return { head: text.slice(0, HEAD_CHARS), tail: text.slice(-TAIL_CHARS) };
}

/** Used until `tool-started` brings the category; recorded sessions have no such event. */
function categoryOf(name: string): ToolCategory {
  switch (name) {
    case "terminal":
      return "run";
    case "write_file":
    case "patch":
      return "edit";
    case "read_file":
    case "list_files":
    case "search_files":
      return "read";
    default:
      return "internal";
  }
}
