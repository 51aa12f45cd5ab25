import type { AgentEvent } from "../../core/agent/events";
import { unreachable } from "../../core/base/unreachable";
import type { AssistantMessage, Message } from "../../core/conversation/message";
import type { ContextChange, NoticeRow, Row, TextRow, TextState, ToolRow } from "../../protocol/chat";
import type { CompressionPicture } from "../../protocol/compression";
import { pastCompressions } from "../inspector/session-history";
import type { Say } from "../words/say";
import type { RestoredChange } from "./checkpoint-rows";
import { restoreRow, restoreRowId, withCheckpoints } from "./checkpoint-rows";
import { contextChangeOf } from "./context-change";
import { replyState, rowsOfConversation, rowsOfMessage, rowsOfReply, withRuns } from "./message-rows";
import { presentPlanNotice } from "./plan-notice";
import { endToolRow, finishToolRow, growToolRow, keptResult, presentApproval, stopToolRow } from "./tool-row";
import type { RowChange } from "./transcript";
import { versionChanges } from "./version-rows";
import { presentDelegate } from "./work/delegate-picture";

/** State of the fold between events; the rows themselves are in the transcript. */
export interface OpenRows {
  /** Rows of the reply that is growing, in order. */
  readonly growing: readonly Pick<TextRow, "id" | "kind" | "text">[];
  /** Newest row of each call that has no result yet. */
  readonly calls: ReadonlyMap<string, string>;
  readonly lastReply: string | null;
  readonly compressing: string | null;
  /** The newest row that offers to put a message back, for each evicted message. */
  readonly evicted: ReadonlyMap<string, string>;
  /** An undo whose session has not been opened yet: its row must survive the new transcript. */
  readonly undone: Extract<ContextChange, { type: "undone" }> | null;
  /** The newest row that asks whether to remember facts. */
  readonly proposed: string | null;
  readonly model: string | null;
  /** Before the first message, a change of model needs no row. */
  readonly transcript: "empty" | "started";
  /** Numbers the rows that belong to no message. */
  readonly serial: number;
}

export interface FoldedRows {
  readonly open: OpenRows;
  readonly changes: readonly RowChange[];
}

/** The rows so far, and the language of the reader. */
export interface RowWorld {
  rowOf(id: string): Row | undefined;
  /** The row that shows a message. */
  rowAbout(messageId: string): Row | undefined;
  readonly say: Say;
}

type RowOf = RowWorld["rowOf"];

/** Keeps a message with one token below 4 KB even if every character is escaped to six bytes. */
const CHUNK_CHARS = 600;

export const noOpenRows: OpenRows = {
  growing: [],
  calls: new Map(),
  lastReply: null,
  compressing: null,
  evicted: new Map(),
  undone: null,
  proposed: null,
  model: null,
  transcript: "empty",
  serial: 0,
};

export function foldRows(open: OpenRows, event: AgentEvent, world: RowWorld): FoldedRows {
  const { rowOf, say } = world;
  switch (event.type) {
    case "session-opened":
      return openSession(open, event, say);
    case "message-stored":
      return storeMessage(open, event.message, rowOf);
    case "reply-grew":
      return growReply(open, event);
    case "request-started":
      return settleGrowing(open, "disconnected");
    case "reply-ended":
      return endReply(open, event.message);
    case "tool-started":
      return changeTool(open, event.callId, rowOf, (row) => ({ ...row, category: event.category, status: "running" }));
    case "tool-output":
      return growTool(open, event.callId, event.text, rowOf);
    case "tool-ended":
      return changeTool(open, event.callId, rowOf, (row) => endToolRow(row, event, say));
    case "delegate-changed":
      return changeTool(open, event.callId, rowOf, (row) => ({
        ...row,
        delegate: presentDelegate(event.delegate, (request) => presentApproval(request, say)),
      }));
    case "approval-asked":
      return changeTool(open, event.request.callId, rowOf, (row) => ({
        ...row,
        status: "waiting",
        approval: presentApproval(event.request, say),
      }));
    case "approval-answered":
      return changeTool(open, event.callId, rowOf, ({ approval: _, ...row }) => ({
        ...row,
        status: event.answer.kind === "deny" ? "denied" : "running",
      }));
    case "checkpoint-made":
      return replace(open, rowOf(event.messageId), (row) =>
        row.kind === "user" ? { ...row, checkpointFiles: event.files } : row,
      );
    case "versions-found":
      return { open, changes: event.versions.flatMap((found) => versionChanges(found, rowOf)) };
    case "memory-answered":
      return replace(open, rowOf(open.proposed ?? ""), (row) =>
        row.kind === "context" && row.change.type === "memory-proposed"
          ? { ...row, change: { ...row.change, answer: event.answer } }
          : row,
      );
    case "notice":
      return addNotice(open, {
        topic: "plain",
        level: event.level,
        text: say(event.text),
        actions: event.actions ?? [],
      });
    case "plan-written":
      return addNotice(open, presentPlanNotice(event, say));
    case "turn-ended":
      return endTurn(open, event, world);
    default:
      return foldContextRow(open, event, world);
  }
}

function foldContextRow(open: OpenRows, event: AgentEvent, { rowOf, rowAbout, say }: RowWorld): FoldedRows {
  const change = contextChangeOf(event, say);
  if (change === null) return same(open);
  switch (change.type) {
    case "compressing":
      return open.compressing === null ? addCompressing(open, change) : same(open);
    case "compressed":
    case "nothing-to-compress":
    case "compression-failed":
      return settleCompressing(open, change);
    case "evicted":
      return addEviction(open, change, rowAbout(change.messageId));
    case "memory-proposed":
      return addContext({ ...open, proposed: `note-${open.serial}` }, change);
    case "put-back":
      return addPutBack(open, change, { rowOf, result: rowAbout(change.messageId) });
    case "checkpoint-restored":
      return addRestore(open, change, rowOf);
    case "session-ended": {
      // It is about another session: this one is as empty as before.
      const added = addContext(open, change);
      return { ...added, open: { ...added.open, transcript: open.transcript } };
    }
    case "undone":
      return addContext({ ...open, undone: change }, change);
    case "model-changed":
      return open.transcript === "empty" || open.model === change.label
        ? same({ ...open, model: change.label })
        : addContext({ ...open, model: change.label }, change);
    default:
      return addContext(open, change);
  }
}

function openSession(open: OpenRows, event: Extract<AgentEvent, { type: "session-opened" }>, say: Say): FoldedRows {
  const model = event.model.label;
  if (event.reason === "continuation") return same({ ...open, model });
  const rows = withCheckpoints(
    withCompression(
      withRuns(rowsOfConversation(event.messages), event.past?.audit ?? [], say),
      pastCompressions(event, say),
    ),
    event,
  );
  const transcript = rows.length === 0 ? "empty" : "started";
  const reset: FoldedRows = {
    open: { ...noOpenRows, model, transcript, serial: open.serial },
    changes: [{ kind: "rows-reset", rows }],
  };
  if (event.reason !== "undo" || open.undone === null) return reset;
  const undone = addContext(reset.open, open.undone);
  return { open: undone.open, changes: [...reset.changes, ...undone.changes] };
}

/** After a reload, the row of the compression replaces the row of its summary. */
function withCompression(rows: readonly Row[], compressions: readonly CompressionPicture[]): readonly Row[] {
  return rows.map((row) => {
    if (row.kind !== "context" || row.change.type !== "summary") return row;
    const { messageId } = row.change;
    const compression =
      compressions.findLast(({ summaryId }) => summaryId === messageId) ??
      compressions.findLast(({ state }) => state === "applied");
    return compression === undefined ? row : { ...row, change: { type: "compressed", compression } };
  });
}

function storeMessage(open: OpenRows, message: Message, rowOf: RowOf): FoldedRows {
  if (message.role === "tool") {
    const folded = changeTool(open, message.callId, rowOf, (row) => finishToolRow(row, message));
    return { ...folded, open: { ...open, calls: without(open.calls, message.callId) } };
  }
  if (message.role === "summary" || message.id === open.lastReply || rowOf(message.id) !== undefined) return same(open);
  return append(open, rowsOfMessage(message));
}

function growReply(open: OpenRows, event: Extract<AgentEvent, { type: "reply-grew" }>): FoldedRows {
  if (event.part === "tool-input" || event.text === "") return same(open);
  const kind = event.part === "text" ? "reply" : "thinking";
  const last = open.growing.at(-1);
  const started =
    last?.kind === kind ? last : ({ id: `${event.requestId}/${open.growing.length}`, kind, text: "" } as const);
  const before = started === last ? open.growing.slice(0, -1) : open.growing;
  const opening: RowChange[] =
    started === last ? [] : [{ kind: "rows-appended", rows: [{ ...started, messageId: null, state: "growing" }] }];
  const grown = [...before, { ...started, text: started.text + event.text }];
  return {
    open: { ...open, growing: grown },
    changes: [...opening, ...growths(started.id, started.text.length, event.text)],
  };
}

function growths(id: string, offset: number, text: string): readonly RowChange[] {
  const changes: RowChange[] = [];
  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    changes.push({ kind: "row-grew", id, offset: offset + at, text: text.slice(at, at + CHUNK_CHARS) });
  }
  return changes;
}

/** If the reply equals the streamed text, only its state changes; otherwise its rows are replaced. */
function endReply(open: OpenRows, message: AssistantMessage): FoldedRows {
  const rows = rowsOfReply(message);
  const texts = rows.filter((row) => row.kind !== "tool");
  const streamed =
    texts.length === open.growing.length &&
    texts.every((row, index) => {
      const grown = open.growing[index];
      return grown?.kind === row.kind && grown.text === row.text;
    });
  const closed = { ...open, growing: [], lastReply: message.id };
  if (!streamed) {
    const removed: RowChange[] =
      open.growing.length === 0 ? [] : [{ kind: "rows-removed", ids: open.growing.map(({ id }) => id) }];
    const appended = append(closed, rows);
    return { open: appended.open, changes: [...removed, ...appended.changes] };
  }
  const settled = open.growing.map(
    ({ id }): RowChange => ({ kind: "row-settled", id, messageId: message.id, state: replyState(message) }),
  );
  const appended = append(
    closed,
    rows.filter((row) => row.kind === "tool"),
  );
  return { open: appended.open, changes: [...settled, ...appended.changes] };
}

/** A reply without an end keeps the text that arrived: the next request must not grow its row. */
function settleGrowing(open: OpenRows, state: TextState): FoldedRows {
  const changes = open.growing.map(({ id }): RowChange => ({ kind: "row-settled", id, messageId: null, state }));
  return { open: changes.length === 0 ? open : { ...open, growing: [] }, changes };
}

/** Nothing runs, grows or waits after a turn, whatever earlier events left open. */
function endTurn(
  open: OpenRows,
  event: Extract<AgentEvent, { type: "turn-ended" }>,
  { rowOf, say }: RowWorld,
): FoldedRows {
  const settled = settleGrowing(open, "stopped");
  const left = [...open.calls.values()].flatMap((id): RowChange[] => {
    const row = rowOf(id);
    return row?.kind === "tool" ? [{ kind: "row-replaced", row: stopToolRow(row) }] : [];
  });
  const ended = addOutcome({ ...settled.open, calls: new Map() }, event, say);
  return { open: ended.open, changes: [...settled.changes, ...left, ...ended.changes] };
}

function addOutcome(idle: OpenRows, event: Extract<AgentEvent, { type: "turn-ended" }>, say: Say): FoldedRows {
  const actions = event.actions ?? [];
  const text = event.reason === undefined ? "" : say(event.reason);
  switch (event.outcome) {
    case "answered":
      return same(idle);
    case "stopped":
      return addNotice(idle, { topic: "stopped", level: "info", text, actions });
    case "step-limit":
      return addNotice(idle, {
        topic: "step-limit",
        level: "warning",
        text,
        actions: actions.length > 0 ? actions : ["continue"],
      });
    case "blocked":
      return addNotice(idle, { topic: "blocked", level: "warning", text, actions });
    case "paused":
      return addNotice(idle, { topic: "paused", level: "warning", text, actions });
    case "failed":
      return addNotice(idle, {
        topic: "failed",
        level: "error",
        text,
        actions: actions.length > 0 ? actions : ["retry"],
      });
    default:
      return unreachable(event.outcome);
  }
}

function changeTool(open: OpenRows, callId: string, rowOf: RowOf, change: (row: ToolRow) => ToolRow): FoldedRows {
  const row = rowOf(open.calls.get(callId) ?? "");
  return row?.kind === "tool" ? { open, changes: [{ kind: "row-replaced", row: change(row) }] } : same(open);
}

function growTool(open: OpenRows, callId: string, text: string, rowOf: RowOf): FoldedRows {
  const row = rowOf(open.calls.get(callId) ?? "");
  if (row?.kind !== "tool") return same(open);
  const { id, tail, chars } = growToolRow(row, text);
  return { open, changes: [{ kind: "tool-tail", id, tail, chars }] };
}

function addCompressing(open: OpenRows, change: ContextChange): FoldedRows {
  const added = addContext(open, change);
  return { ...added, open: { ...added.open, compressing: `note-${open.serial}` } };
}

/** The row that announced a compression becomes the row of its result. */
function settleCompressing(open: OpenRows, change: ContextChange): FoldedRows {
  if (open.compressing === null) return addContext(open, change);
  return {
    open: { ...open, compressing: null },
    changes: [{ kind: "row-replaced", row: { kind: "context", id: open.compressing, change } }],
  };
}

function addEviction(
  open: OpenRows,
  change: Extract<ContextChange, { type: "evicted" }>,
  result: Row | undefined,
): FoldedRows {
  const added = addContext(
    { ...open, evicted: new Map([...open.evicted, [change.messageId, `note-${open.serial}`]]) },
    change,
  );
  return { open: added.open, changes: [...keptResult(result, "pruned"), ...added.changes] };
}

/** A message can be put back only once: the row of its eviction stops offering it. */
function addPutBack(
  open: OpenRows,
  change: Extract<ContextChange, { type: "put-back" }>,
  { rowOf, result }: { readonly rowOf: RowOf; readonly result: Row | undefined },
): FoldedRows {
  const settled = replace(open, rowOf(open.evicted.get(change.messageId) ?? ""), (row) =>
    row.kind === "context" && row.change.type === "evicted"
      ? { ...row, change: { ...row.change, wayBack: "taken" } }
      : row,
  );
  const added = addContext(settled.open, change);
  return { open: added.open, changes: [...settled.changes, ...keptResult(result, "full"), ...added.changes] };
}

/** A restore can be undone only once: its row stops offering it. */
function addRestore(open: OpenRows, change: RestoredChange, rowOf: RowOf): FoldedRows {
  const undone = change.undoes === null ? undefined : rowOf(restoreRowId(change.undoes));
  const settled = replace(open, undone, (row) =>
    row.kind === "context" && row.change.type === "checkpoint-restored"
      ? { ...row, change: { ...row.change, wayBack: "taken" } }
      : row,
  );
  const added = append(settled.open, [restoreRow(change)]);
  return { open: added.open, changes: [...settled.changes, ...added.changes] };
}

const addContext = (open: OpenRows, change: ContextChange): FoldedRows =>
  append({ ...open, serial: open.serial + 1 }, [{ kind: "context", id: `note-${open.serial}`, change }]);

const addNotice = (open: OpenRows, notice: Omit<NoticeRow, "kind" | "id">): FoldedRows =>
  append({ ...open, serial: open.serial + 1 }, [{ ...notice, kind: "notice", id: `note-${open.serial}` }]);

function append(open: OpenRows, rows: readonly Row[]): FoldedRows {
  if (rows.length === 0) return same(open);
  const started = rows.filter((row) => row.kind === "tool").map((row) => [row.callId, row.id] as const);
  const calls = started.length === 0 ? open.calls : new Map([...open.calls, ...started]);
  return { open: { ...open, calls, transcript: "started" }, changes: [{ kind: "rows-appended", rows }] };
}

const replace = (open: OpenRows, row: Row | undefined, change: (row: Row) => Row): FoldedRows =>
  row === undefined ? same(open) : { open, changes: [{ kind: "row-replaced", row: change(row) }] };

const same = (open: OpenRows): FoldedRows => ({ open, changes: [] });

function without(calls: ReadonlyMap<string, string>, callId: string): ReadonlyMap<string, string> {
  const rest = new Map(calls);
  rest.delete(callId);
  return rest;
}
