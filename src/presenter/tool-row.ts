import { subjectOf } from "../core/conversation/call-subject";
import type { ToolCallPart, ToolMessage } from "../core/conversation/message";
import { visibleContent } from "../core/conversation/render";
import type { ApprovalRequest, ToolCategory } from "../core/tools/tool";
import type { ApprovalPicture, ToolRow } from "../protocol";

/** Two screens of a narrow sidebar; the rest is one click away, in an editor. */
const HEAD_CHARS = 1_200;
/** Bounded so that live output never needs a message over 4 KB, even where every character is escaped. */
const TAIL_CHARS = 600;
/** Arguments are shown for orientation; a written file's whole text belongs in the diff. */
const INPUT_CHARS = 1_500;

/** Whoever allows a command must be able to read all of it; beyond this nobody does, and is told so. */
const APPROVAL_CHARS = 20_000;

export function startToolRow(messageId: string, part: ToolCallPart): ToolRow {
  return {
    kind: "tool",
    id: `${messageId}/${part.callId}`,
    callId: part.callId,
    messageId: null,
    name: part.name,
    category: categoryOf(part.name),
    subject: subjectOf(part.inputJson),
    inputJson: part.inputJson.slice(0, INPUT_CHARS),
    status: "running",
    head: "",
    tail: "",
    chars: 0,
    durationMs: null,
    exitCode: null,
    kept: "full",
  };
}

/** Live output: only its end is shown while it runs. */
export const growToolRow = (row: ToolRow, text: string): ToolRow => ({
  ...row,
  tail: (row.tail + text.slice(-TAIL_CHARS)).slice(-TAIL_CHARS),
  chars: row.chars + text.length,
});

export function finishToolRow(row: ToolRow, message: ToolMessage): ToolRow {
  const { approval: _, ...rest } = row;
  const { body } = message;
  const text = visibleContent(body)
    .map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`))
    .join("\n");
  const status = row.status === "denied" ? "denied" : message.failed ? "failed" : "done";
  return {
    ...rest,
    messageId: message.id,
    status,
    kept: body.kind,
    chars: body.kind === "spilled" ? body.totalChars : text.length,
    ...headAndTail(text),
  };
}

/** A call that will get no result any more. */
export function stopToolRow({ approval: _, ...row }: ToolRow): ToolRow {
  return row.status === "running" || row.status === "waiting" ? { ...row, status: "stopped" } : row;
}

export const presentApproval = (request: ApprovalRequest): ApprovalPicture => ({
  title: request.title,
  detail: request.detail.slice(0, APPROVAL_CHARS),
  hiddenChars: Math.max(0, request.detail.length - APPROVAL_CHARS),
  warning: request.warning ?? null,
  edit:
    request.edit === undefined
      ? null
      : { path: request.edit.path, ...countChangedLines(request.edit.before, request.edit.after) },
});

function headAndTail(text: string): { readonly head: string; readonly tail: string } {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return { head: text, tail: "" };
  return { head: text.slice(0, HEAD_CHARS), tail: text.slice(-TAIL_CHARS) };
}

/** Lines between the common beginning and the common end: exact for one changed place, an upper bound for several. */
function countChangedLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  const old = before.split("\n");
  const fresh = after.split("\n");
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
  return { added: fresh.length - start - end, removed: old.length - start - end };
}

/** Until `tool-started` tells; recorded sessions never do. */
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
