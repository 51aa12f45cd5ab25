import type { AgentEvent } from "../core/agent/events";
import type { AssistantMessage, Message } from "../core/conversation/message";
import type { CompressionPicture, ContextChange, NoticeRow, Row, TextRow, TextState, ToolRow } from "../protocol";
import { contextChangeOf } from "./context-change";
import { replyState, rowsOfConversation, rowsOfMessage, rowsOfReply } from "./message-rows";
import { pastCompressions } from "./past";
import type { RowChange } from "./row-book";
import { finishToolRow, growToolRow, presentApproval, stopToolRow } from "./tool-row";

/** What the fold must remember between events; the rows themselves are in the book. */
export interface OpenRows {
  /** Rows of the reply that is growing, in order. */
  readonly growing: readonly Pick<TextRow, "id" | "kind" | "text">[];
  /** Newest row of each call that has no result yet. */
  readonly calls: ReadonlyMap<string, string>;
  readonly lastReply: string | null;
  readonly compressing: string | null;
  /** Newest row that offers the way back for each message that was evicted. */
  readonly evicted: ReadonlyMap<string, string>;
  /** An undo whose session has not been opened yet: its row must survive the new transcript. */
  readonly undone: Extract<ContextChange, { type: "undone" }> | null;
  readonly model: string | null;
  /** Before the first message a change of model changes nothing that anybody saw. */
  readonly transcript: "empty" | "started";
  /** Makes ids for rows that stand for no message. */
  readonly serial: number;
}

export interface FoldedRows {
  readonly open: OpenRows;
  readonly changes: readonly RowChange[];
}

type RowOf = (id: string) => Row | undefined;

/** A token never costs more than 4 KB on the way to the view, not even where each character is escaped sixfold. */
const CHUNK_CHARS = 600;

export const noOpenRows: OpenRows = {
  growing: [],
  calls: new Map(),
  lastReply: null,
  compressing: null,
  evicted: new Map(),
  undone: null,
  model: null,
  transcript: "empty",
  serial: 0,
};

export function foldRows(open: OpenRows, event: AgentEvent, rowOf: RowOf): FoldedRows {
  switch (event.type) {
    case "session-opened":
      return openSession(open, event);
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
      return changeTool(open, event.callId, rowOf, (row) => ({
        ...row,
        durationMs: event.durationMs,
        exitCode: event.exitCode ?? null,
        chars: event.chars,
        status: row.status === "denied" ? "denied" : event.failed ? "failed" : "done",
      }));
    case "approval-asked":
      return changeTool(open, event.request.callId, rowOf, (row) => ({
        ...row,
        status: "waiting",
        approval: presentApproval(event.request),
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
    case "notice":
      return addNotice(open, { topic: "plain", level: event.level, text: event.text, actions: event.actions ?? [] });
    case "turn-ended":
      return endTurn(open, event, rowOf);
    default:
      return foldContextRow(open, event, rowOf);
  }
}

function foldContextRow(open: OpenRows, event: AgentEvent, rowOf: RowOf): FoldedRows {
  const change = contextChangeOf(event);
  if (change === null) return same(open);
  switch (change.type) {
    case "compressing":
      return open.compressing === null ? addCompressing(open, change) : same(open);
    case "compressed":
    case "nothing-to-compress":
    case "compression-failed":
      return settleCompressing(open, change);
    case "evicted":
      return addContext(
        { ...open, evicted: new Map([...open.evicted, [change.messageId, `note-${open.serial}`]]) },
        change,
      );
    case "put-back":
      return addPutBack(open, change, rowOf);
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

function openSession(open: OpenRows, event: Extract<AgentEvent, { type: "session-opened" }>): FoldedRows {
  const model = event.model.label;
  if (event.reason === "continuation") return same({ ...open, model });
  const rows = withCompression(rowsOfConversation(event.messages), pastCompressions(event).at(-1));
  const transcript = rows.length === 0 ? "empty" : "started";
  const reset: FoldedRows = {
    open: { ...noOpenRows, model, transcript, serial: open.serial },
    changes: [{ kind: "rows-reset", rows }],
  };
  if (event.reason !== "undo" || open.undone === null) return reset;
  const told = addContext(reset.open, open.undone);
  return { open: told.open, changes: [...reset.changes, ...told.changes] };
}

/** After a reload the row that told of the compression stands where its summary stands. */
function withCompression(rows: readonly Row[], compression: CompressionPicture | undefined): readonly Row[] {
  if (compression === undefined) return rows;
  return rows.map((row) =>
    row.kind === "context" && row.change.type === "summary"
      ? { ...row, change: { type: "compressed", compression } }
      : row,
  );
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

/** Where the reply came out as it streamed, only its state is told; else its rows are replaced whole. */
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

/** A reply that nobody ended keeps what arrived: the next request must not grow its row. */
function settleGrowing(open: OpenRows, state: TextState): FoldedRows {
  const changes = open.growing.map(({ id }): RowChange => ({ kind: "row-settled", id, messageId: null, state }));
  return { open: changes.length === 0 ? open : { ...open, growing: [] }, changes };
}

/** Nothing runs, grows or waits after a turn, whatever the events before it left open. */
function endTurn(open: OpenRows, event: Extract<AgentEvent, { type: "turn-ended" }>, rowOf: RowOf): FoldedRows {
  const settled = settleGrowing(open, "stopped");
  const left = [...open.calls.values()].flatMap((id): RowChange[] => {
    const row = rowOf(id);
    return row?.kind === "tool" ? [{ kind: "row-replaced", row: stopToolRow(row) }] : [];
  });
  const told = tellOutcome({ ...settled.open, calls: new Map() }, event);
  return { open: told.open, changes: [...settled.changes, ...left, ...told.changes] };
}

function tellOutcome(idle: OpenRows, event: Extract<AgentEvent, { type: "turn-ended" }>): FoldedRows {
  const actions = event.actions ?? [];
  const text = event.reason ?? "";
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
    case "failed":
      return addNotice(idle, {
        topic: "failed",
        level: "error",
        text,
        actions: actions.length > 0 ? actions : ["retry"],
      });
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

/** The row that announced a compression becomes the row that tells how it went. */
function settleCompressing(open: OpenRows, change: ContextChange): FoldedRows {
  if (open.compressing === null) return addContext(open, change);
  return {
    open: { ...open, compressing: null },
    changes: [{ kind: "row-replaced", row: { kind: "context", id: open.compressing, change } }],
  };
}

/** What is back cannot be put back once more: the row of its eviction stops offering it. */
function addPutBack(open: OpenRows, change: Extract<ContextChange, { type: "put-back" }>, rowOf: RowOf): FoldedRows {
  const told = replace(open, rowOf(open.evicted.get(change.messageId) ?? ""), (row) =>
    row.kind === "context" && row.change.type === "evicted"
      ? { ...row, change: { ...row.change, wayBack: "taken" } }
      : row,
  );
  const added = addContext(told.open, change);
  return { open: added.open, changes: [...told.changes, ...added.changes] };
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
