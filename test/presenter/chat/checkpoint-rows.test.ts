import { expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import type { Message } from "../../../src/core/conversation/message";
import type { CheckpointLine } from "../../../src/core/tools/checkpoints/checkpoint";
import { createPresenter } from "../../../src/presenter/presenter";
import { opened } from "../../support/agent-events";
import { says, user } from "../../support/conversation";

const [question, answer, again] = [user("first"), says("ok"), user("second")];
const session = sessionId("s1");

function reopened(checkpoints: readonly CheckpointLine[], messages: readonly Message[] = [question, answer, again]) {
  const event = opened("resume", messages);
  if (event.type !== "session-opened") throw new Error("not an opening");
  return { ...event, past: { requests: [], compressions: [], checkpoints } };
}

/** One line per row: what it offers to restore or to undo. */
function offers(...events: readonly AgentEvent[]): readonly string[] {
  const presenter = createPresenter();
  for (const event of events) presenter.take(event);
  return presenter.chat().rows.map((row) => {
    if (row.kind === "user") return `user ${row.text}: ${(row.checkpointFiles ?? []).join(" ")}`.trimEnd();
    if (row.kind !== "context" || row.change.type !== "checkpoint-restored") return row.kind;
    return `restored ${row.change.files.join(" ")}, ${row.change.undoes ?? "new"}, ${row.change.wayBack}`;
  });
}

const restored = (id: string, undoes?: string): AgentEvent => ({
  type: "checkpoint-restored",
  session,
  messageId: question.id,
  restored: "files",
  files: ["a"],
  skipped: [],
  restoreId: messageId(id),
  ...(undoes !== undefined && { undoes: messageId(undoes) }),
});

const record = (id: string, afterMessage: CheckpointLine["turn"] | null, undoes?: string): CheckpointLine => ({
  turn: messageId(id),
  session,
  files: ["a"],
  restore: {
    what: "files",
    messageId: question.id,
    afterMessage,
    ...(undoes !== undefined && { undoes: messageId(undoes) }),
  },
});

it("offers every checkpoint of a stored session, but none of a turn that changed nothing", () => {
  const lines: readonly CheckpointLine[] = [
    { turn: question.id, session, files: ["a", "b"] },
    { turn: again.id, session, files: [] },
    { turn: messageId("elsewhere"), session, files: ["c"] },
  ];
  expect(offers(reopened(lines))).toEqual(["user first: a b", "reply", "user second:"]);
});

it("shows a restore where it happened, and offers to undo it once", () => {
  const after = [record("r1", answer.id), record("r2", answer.id, "r1")];
  expect(offers(reopened(after))).toEqual([
    "user first:",
    "reply",
    "restored a, new, taken",
    "restored a, r1, open",
    "user second:",
  ]);
  expect(offers(opened(), restored("r1"), restored("r2", "r1"))).toEqual([
    "restored a, new, taken",
    "restored a, r1, open",
  ]);
});

it("shows a restore in an empty conversation only there", () => {
  expect(offers(reopened([record("r1", null)], []))).toEqual(["restored a, new, open"]);
  expect(offers(reopened([{ ...record("r1", null), session: sessionId("s9") }], []))).toEqual([]);
});

it("leaves out a restore whose message is folded", () => {
  expect(offers(reopened([record("r1", messageId("folded"))]))).toEqual(["user first:", "reply", "user second:"]);
});
