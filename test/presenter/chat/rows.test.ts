import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { verbatim } from "../../../src/core/base/sentence";
import { callId, messageId, sessionId } from "../../../src/core/conversation/ids";
import type { Presenter } from "../../../src/presenter/presenter";
import { createPresenter } from "../../../src/presenter/presenter";
import type { Row } from "../../../src/protocol/chat";
import type { Change } from "../../../src/protocol/messages";
import {
  asked,
  compressed,
  compressing,
  ended,
  grew,
  opened,
  requestStarted,
  spilled,
  stored,
  toolEnded,
  toolOutput,
  toolStarted,
  turnEnded,
  undone,
} from "../../support/agent-events";
import { call, failure, result, says, summary, user, withBody } from "../../support/conversation";

const play = (...events: readonly AgentEvent[]) => {
  const presenter = createPresenter();
  const taken = events.map((event) => presenter.take(event));
  return { presenter, last: taken.at(-1), rows: presenter.chat().rows };
};
const changesOf = (presenter: Presenter, event: AgentEvent): readonly Change[] => {
  const taken = presenter.take(event);
  return taken.kind === "changes" ? taken.changes : [];
};
const line = (row: Row): string => {
  switch (row.kind) {
    case "user":
      return `user ${row.text}`;
    case "reply":
    case "thinking":
      return `${row.kind} ${row.state} ${row.text}`;
    case "tool":
      return `tool ${row.name} ${row.status} ${row.subject} ${row.kept} ${row.head}|${row.tail}`;
    case "context":
      return `context ${row.change.type}`;
    case "notice":
      return `notice ${row.topic} ${row.text} [${row.actions.join()}]`;
  }
};
const lines = (rows: readonly Row[]) => rows.map(line);

describe("rows of a recorded conversation", () => {
  it("puts each result into the row of its call, also where call ids are used again", () => {
    const { rows } = play(
      opened("resume", [
        user("fix it"),
        says("Looking.", call("terminal", '{"command":"npm test"}', "c1")),
        result("terminal", "1 failed", "c1"),
        says(call("terminal", '{"command":"npm test -- a"}', "c1")),
        failure("terminal", "boom", "c1"),
        summary("Earlier work"),
        says("Done."),
      ]),
    );
    expect(lines(rows)).toEqual([
      "user fix it",
      "reply done Looking.",
      "tool terminal done npm test full 1 failed|",
      "tool terminal failed npm test -- a full boom|",
      "context summary",
      "reply done Done.",
    ]);
  });

  it("shows head and tail of a long result and how much there is", () => {
    const text = `${"h".repeat(3_000)}${"t".repeat(3_000)}`;
    const { rows } = play(opened("resume", [says(call("terminal")), result("terminal", text)]));
    expect(rows).toMatchObject([{ head: "h".repeat(1_200), tail: "t".repeat(600), chars: 6_000 }]);
  });

  it("tells the full size of what was spilled, with the card that opens it", () => {
    const body = { kind: "spilled", preview: "<persisted-output>…", spill: "x", totalChars: 240_000 } as never;
    const { rows } = play(opened("resume", [says(call("terminal")), withBody("terminal", body)]));
    expect(rows).toMatchObject([
      { kept: "spilled", chars: 240_000, head: "<persisted-output>…" },
      { change: { type: "spilled", from: "result", spill: "x" } },
    ]);
  });

  it("bounds a pasted log and keeps its length", () => {
    const { rows } = play(opened("resume", [user("x".repeat(50_000))]));
    expect(rows).toMatchObject([{ chars: 50_000, text: "x".repeat(20_000) }]);
  });
});

describe("a reply that streams", () => {
  it("grows by offset and is never sent a second time", () => {
    const { presenter } = play(opened(), grew("Hm", "thinking"), grew("Hel"));
    expect(changesOf(presenter, grew("lo"))).toEqual([{ kind: "row-grew", id: "r1/1", offset: 3, text: "lo" }]);
    const message = says({ type: "thinking", text: "Hm" }, "Hello");
    expect(changesOf(presenter, ended(message))).toEqual([
      { kind: "row-settled", id: "r1/0", messageId: message.id, state: "done" },
      { kind: "row-settled", id: "r1/1", messageId: message.id, state: "done" },
    ]);
    expect(changesOf(presenter, stored(message))).toEqual([]);
    expect(lines(presenter.chat().rows)).toEqual(["thinking done Hm", "reply done Hello"]);
  });

  it("is replaced whole where it came out differently", () => {
    const { rows } = play(opened(), grew("Hel"), ended(says("Hello, all")));
    expect(lines(rows)).toEqual(["reply done Hello, all"]);
  });

  it("keeps what arrived when the stream broke off", () => {
    const { rows } = play(opened(), grew("Half"), ended({ ...says("Half"), interrupted: "disconnected" }));
    expect(lines(rows)).toEqual(["reply disconnected Half"]);
  });

  it("never makes a message over 4 KB of a token, however large or odd", () => {
    for (const text of ["\u0000".repeat(50_000), "界".repeat(50_000), "a"]) {
      const { presenter } = play(opened());
      for (const change of changesOf(presenter, grew(text))) {
        expect(
          Buffer.byteLength(JSON.stringify({ type: "changes", sequence: 1_000_000, changes: [change] })),
        ).toBeLessThan(4_096);
      }
      expect(presenter.chat().rows).toMatchObject([{ text }]);
    }
  });
});

describe("a tool row", () => {
  const asking = says(call("patch", '{"path":"src/auth.ts"}', "c1"));

  it("shows the whole command that needs approval, its warning separately, and counts omitted text", () => {
    const waiting = (detail: string) => {
      const request = {
        callId: callId("c1"),
        tool: "terminal",
        category: "run",
        title: verbatim("Run a command"),
        detail,
        warning: verbatim("Look closely."),
      } as const;
      const [row] = play(opened(), ended(asking), { type: "approval-asked", request }).presenter.chat().rows;
      return row?.kind === "tool" ? row.approval : undefined;
    };
    const long = `echo ${"x".repeat(5_000)} && rm -rf src`;
    expect(waiting(long)).toEqual({
      title: "Run a command",
      detail: long,
      hiddenChars: 0,
      warning: "Look closely.",
      edit: null,
    });
    expect(waiting("y".repeat(20_007))).toMatchObject({ hiddenChars: 7, warning: "Look closely." });
  });

  it("waits for approval, runs and ends", () => {
    const { presenter } = play(opened(), ended(asking), asked("c1"));
    expect(presenter.chat().rows).toMatchObject([
      {
        status: "waiting",
        approval: { title: "Edit src/auth.ts", edit: { path: "src/auth.ts", added: 2, removed: 1 } },
      },
    ]);
    presenter.take({ type: "approval-answered", callId: "c1" as never, answer: { kind: "allow", remember: "once" } });
    presenter.take(toolStarted("c1", "patch"));
    presenter.take(toolEnded("c1"));
    presenter.take(stored(result("patch", "ok", "c1")));
    const [row] = presenter.chat().rows;
    expect(row).toMatchObject({ status: "done", durationMs: 1_250, exitCode: 0, head: "ok" });
    expect(row).not.toHaveProperty("approval");
  });

  it("stays denied when the refusal is stored as a failed result", () => {
    const { presenter } = play(opened(), ended(asking), asked("c1"));
    presenter.take({ type: "approval-answered", callId: "c1" as never, answer: { kind: "deny", reason: "no" } });
    presenter.take(stored(failure("patch", "The user refused: no", "c1")));
    expect(presenter.chat().rows).toMatchObject([{ status: "denied" }]);
  });

  it("tells how a command ended when its session is read again", () => {
    const run = says(call("terminal", '{"command":"npm test"}', "c1"));
    const messages = [user("q"), run, failure("terminal", "1 failing\n[exit code 1]", "c1")];
    expect(play(opened("resume", messages)).rows.at(-1)).toMatchObject({ status: "failed", exitCode: 1 });
  });

  it("shows only the end of live output, in messages under 4 KB", () => {
    const { presenter } = play(opened(), ended(says(call("terminal", "{}", "c1"))), toolStarted("c1"));
    const [change] = changesOf(presenter, toolOutput("c1", `${"\u0001".repeat(90_000)}end`));
    expect(change).toMatchObject({ kind: "tool-tail", chars: 90_003 });
    expect(JSON.stringify(change).length).toBeLessThan(4_000);
  });

  it("ignores output of a call nobody knows", () => {
    const { presenter } = play(opened());
    expect(changesOf(presenter, toolOutput("ghost", "x")).filter(({ kind }) => kind !== "activity")).toEqual([]);
  });
});

describe("a change of the context", () => {
  it("turns the announcing row of a compression into the telling one", () => {
    const { presenter } = play(opened(), compressing, compressed(), opened("continuation"));
    expect(presenter.chat().rows).toMatchObject([
      {
        kind: "context",
        change: {
          type: "compressed",
          compression: { id: "s2", beforeTokens: 104_000, afterTokens: 31_000, state: "applied" },
        },
      },
    ]);
  });

  it("keeps the transcript in a continuation and rebuilds it on undo, saying so whichever event comes first", () => {
    const question = user("q");
    const kept = play(opened(), stored(question), compressed(), opened("continuation", []));
    expect(lines(kept.rows)).toEqual(["user q", "context compressed"]);
    expect(lines(play(opened(), stored(question), compressed(), undone(), opened("undo", [question])).rows)).toEqual([
      "user q",
      "context undone",
    ]);
    expect(lines(play(opened(), stored(question), compressed(), opened("undo", [question]), undone()).rows)).toEqual([
      "user q",
      "context undone",
    ]);
  });

  it("leaves a row for every kind of change", () => {
    const session = "s1" as never;
    const { rows } = play(
      opened(),
      spilled,
      { type: "truncated", session, totalChars: 10, keptChars: 5, reason: verbatim("disk full") },
      { type: "evicted", session, messageId: "m" as never, change: "evicted", tokens: 9, cacheCostUsd: 0.1 },
      { type: "evicted", session, messageId: "m" as never, change: "put-back", tokens: 9, cacheCostUsd: null },
      { type: "recalled", session, snippets: [] },
      { type: "engine-fallback", engine: "x", reason: verbatim("threw") },
      { type: "recovering", session, failure: "overflow", action: verbatim("compress") },
      { type: "nothing-to-compress", session, reason: verbatim("short") },
      { type: "compression-failed", session, reason: verbatim("429"), cause: "summary" },
      { type: "compression-paused", session, reason: verbatim("twice in vain"), largest: [] },
      {
        type: "checkpoint-restored",
        session,
        messageId: "m" as never,
        restored: "files",
        files: [],
        skipped: [],
        restoreId: "r" as never,
      },
    );
    expect(lines(rows)).toEqual([
      "context spilled",
      "context truncated",
      "context evicted",
      "context put-back",
      "context recalled",
      "context engine-fallback",
      "context recovering",
      "context nothing-to-compress",
      "context compression-failed",
      "context paused",
      "context checkpoint-restored",
    ]);
  });
});

describe("the row of an eviction", () => {
  it("offers the way back until the result is back, and again when it is evicted anew", () => {
    const evicted = (change: "evicted" | "put-back", id: string): AgentEvent => ({
      type: "evicted",
      session: sessionId("s1"),
      messageId: messageId(id),
      change,
      tokens: 9,
      cacheCostUsd: null,
    });
    const { rows } = play(
      opened(),
      evicted("evicted", "a"),
      evicted("evicted", "b"),
      evicted("put-back", "a"),
      evicted("evicted", "a"),
      evicted("put-back", "unheard of"),
    );
    expect(
      rows.map((row) =>
        row.kind === "context" && "messageId" in row.change
          ? `${row.change.type} ${row.change.messageId} ${"wayBack" in row.change ? row.change.wayBack : ""}`.trim()
          : row.kind,
      ),
    ).toEqual(["evicted a taken", "evicted b open", "put-back a", "evicted a open", "put-back unheard of"]);
  });
});

it("marks the row of an evicted result until the result is back, as it is marked after a reload", () => {
  const output = result("terminal", "1\n2\n3", "c1");
  const change = (how: "evicted" | "put-back"): AgentEvent => ({
    type: "evicted",
    session: sessionId("s1"),
    messageId: output.id,
    change: how,
    tokens: 9,
    cacheCostUsd: null,
  });
  const { presenter } = play(opened("resume", [user("count"), says(call("terminal", "{}", "c1")), output]));
  const kept = () => presenter.chat().rows.flatMap((row) => (row.kind === "tool" ? [row.kept] : []));
  presenter.take(change("evicted"));
  expect(kept()).toEqual(["pruned"]);
  presenter.take(change("put-back"));
  expect(kept()).toEqual(["full"]);
});

describe("the end of a turn", () => {
  it("says nothing when answered and offers a way on otherwise", () => {
    const { rows } = play(
      opened(),
      turnEnded("answered"),
      turnEnded("stopped"),
      turnEnded("step-limit"),
      turnEnded("paused", "The model repeats itself."),
      turnEnded("failed", "The key was refused."),
    );
    expect(lines(rows)).toEqual([
      "notice stopped  []",
      "notice step-limit  [continue]",
      "notice paused The model repeats itself. []",
      "notice failed The key was refused. [retry]",
    ]);
  });
});

describe("what a turn leaves open", () => {
  it("is settled when it ends: calls stop, approvals go, text stays", () => {
    const { rows } = play(
      opened(),
      grew("Half", "text"),
      ended(says("Half", call("patch", '{"path":"a.ts"}', "c1"))),
      asked("c1"),
      grew("more", "text", "r2"),
      turnEnded("stopped"),
    );
    expect(lines(rows)).toEqual([
      "reply done Half",
      "tool patch stopped a.ts full |",
      "reply stopped more",
      "notice stopped  []",
    ]);
    expect(rows[1]).not.toHaveProperty("approval");
  });

  it("is not continued by the next request", () => {
    const { rows } = play(opened(), grew("broken"), requestStarted("r2"), grew("whole", "text", "r2"));
    expect(lines(rows)).toEqual(["reply disconnected broken", "reply growing whole"]);
  });
});

describe("a transcript of 10,000 rows", () => {
  it("opens with its newest page and hands out the rest on request", () => {
    const messages = Array.from({ length: 10_000 }, (_, index) => user(`n${index}`));
    const { presenter } = play(opened("resume", messages));
    const { rows, firstIndex } = presenter.chat();
    expect([rows.length, firstIndex, line(rows[0]!)]).toEqual([100, 9_900, "user n9900"]);
    const page = presenter.rowsBefore(firstIndex);
    expect([page.from, page.rows.length]).toEqual([9_800, 100]);
    expect(presenter.rowsBefore(40)).toMatchObject({ from: 0, rows: { length: 40 } });
    expect(presenter.findRow(messages[17]!.id)).toEqual({ rowId: messages[17]!.id, index: 17 });
  });
});
