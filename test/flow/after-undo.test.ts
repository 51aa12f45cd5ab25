import { describe, expect, it } from "vitest";
import type { Row } from "../../src/protocol/chat";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, "some words that say little\n".repeat(300)]),
);
const COMMAND = "node shout.js";

/** One line per call or saved output, with what a person sees of it. */
const seen = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => {
    if (row.kind === "tool") return [`${row.name} ${row.status} ${row.durationMs === null ? "no time" : "timed"}`];
    if (row.kind !== "context" || row.change.type !== "spilled") return [];
    return [`saved ${row.change.spill}: ${row.change.totalTokens} → ${row.change.shownTokens} tokens`];
  });

/** A turn with a large output, a turn that fills the window, a compression, and a turn after it. */
async function compressedSession(): Promise<RunningHermes> {
  let step = 0;
  const hermes = await runHermes({
    files: {
      ...FILES,
      "shout.js": "for (let line = 1; line <= 5000; line++) console.log(`line ${line} xxxxxxxxxx`);\n",
    },
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        const { messages } = request.body;
        const last = JSON.stringify(Array.isArray(messages) ? messages.at(-1) : undefined);
        if (last.includes("shout please")) return calls(toolCall("terminal", { command: COMMAND }, `s${step}`));
        if (last.includes("read them")) step = 0;
        const isReading = last.includes("read them") || last.includes("some words");
        return isReading && step < 12
          ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`))
          : says("done");
      },
    },
  });
  await hermes.say("shout please");
  await hermes.say("read them");
  expect(await hermes.agent.compress()).toBe("smaller");
  return hermes;
}

const listed = (hermes: RunningHermes) => hermes.inspector().compressions.map(({ state }) => state);

const shownInChat = (hermes: RunningHermes) =>
  hermes
    .rows()
    .flatMap((row) => (row.kind === "context" && row.change.type === "compressed" ? [row.change.compression] : []));

const spent = (hermes: RunningHermes) =>
  hermes.seen("usage-reported").reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);

async function reloaded(hermes: RunningHermes): Promise<RunningHermes> {
  const { session } = hermes.agent;
  const again = await hermes.reopen();
  await again.agent.resume(session!);
  return again;
}

describe("after a compression is undone", () => {
  it("calls have their times and saved outputs their cards, as before, and after a reload", async () => {
    const hermes = await compressedSession();
    await hermes.say("shout please, again");
    const before = seen(hermes.rows());
    expect(before.filter((line) => line.startsWith("saved"))).toHaveLength(2);
    expect(before.filter((line) => line.includes("no time"))).toEqual([]);
    await hermes.agent.undoCompression("replay");
    expect(seen(hermes.rows())).toEqual(before);
    expect(seen((await reloaded(hermes)).rows())).toEqual(before);
  });

  it.each(["leave", "replay"] as const)(
    "what was spent in between still counts with %s, after a reload",
    async (how) => {
      const hermes = await compressedSession();
      await hermes.say("and now?");
      await hermes.agent.undoCompression(how);
      const total = spent(hermes);
      expect(hermes.costUsd()).toBeCloseTo(total, 10);
      const again = await reloaded(hermes);
      expect(again.costUsd()).toBeCloseTo(total, 10);
      await again.agent.newSession();
      expect(again.seen("session-ended").at(-1)?.costUsd).toBeCloseTo(total, 10);
    },
  );

  it("it stays in the list of compressions, also after a reload", async () => {
    const hermes = await compressedSession();
    // Fills the window again, so that a second compression follows by itself.
    await hermes.say("read them");
    expect(listed(hermes)).toEqual(["applied", "applied"]);
    await hermes.agent.undoCompression("leave");
    expect(listed(hermes)).toEqual(["applied", "undone"]);
    await hermes.agent.undoCompression("leave");
    expect(listed(hermes)).toEqual(["undone", "undone"]);
    expect(await hermes.agent.compress()).toBe("smaller");
    const before = hermes.inspector().compressions;
    expect(before.map(({ state }) => state)).toEqual(["undone", "undone", "applied"]);
    const again = await reloaded(hermes);
    expect(again.inspector().compressions).toEqual(before);
    expect(shownInChat(again)).toEqual(before.slice(-1));
  });

  it("its copy tells of what happened until then, and counts it once", async () => {
    const hermes = await compressedSession();
    await hermes.say("and now?");
    const copy = hermes.agent.session!;
    const [total, compressions] = [spent(hermes), hermes.inspector().compressions];
    await hermes.agent.undoCompression("leave");
    await hermes.say("shout please, again");
    await hermes.agent.resume(copy);
    expect(hermes.costUsd()).toBeCloseTo(total, 10);
    // It cannot be undone once more from here: the original may have gone on.
    const undone = compressions.map((compression) => ({ ...compression, state: "undone" }));
    expect(hermes.inspector().compressions).toEqual(undone);
    expect(shownInChat(hermes)).toEqual(undone);
    expect(hermes.agent.knowledge.outputs().size).toBe(1);
  });

  it("what the undone copy costs later is its own", async () => {
    const hermes = await compressedSession();
    const copy = hermes.agent.session!;
    await hermes.agent.undoCompression("leave");
    const original = hermes.agent.session!;
    const total = spent(hermes);
    await hermes.agent.resume(copy);
    await hermes.say("and now?");
    await hermes.agent.resume(original);
    expect(hermes.costUsd()).toBeCloseTo(total, 10);
  });
});

it("a branch has the times of the calls it took over", async () => {
  const hermes = await compressedSession();
  await hermes.agent.undoCompression("leave");
  const before = seen(hermes.rows());
  expect(before.filter((line) => line.includes("no time"))).toEqual([]);
  await hermes.agent.branch(hermes.agent.session!);
  expect(seen(hermes.rows())).toEqual(before);
});

it("a branch, which cannot undo the compressions before it, does not list them, also after a reload", async () => {
  const hermes = await compressedSession();
  expect(listed(hermes)).toEqual(["applied"]);
  await hermes.agent.branch(hermes.agent.session!);
  expect(listed(hermes)).toEqual([]);
  expect(listed(await reloaded(hermes))).toEqual([]);
});

it("what Hermes knows of a file follows the undo of a turn, and is the same after a reload", async () => {
  const hermes = await runHermes({
    files: { "a.txt": "0\n" },
    server: {
      script: (request) =>
        JSON.stringify(request.body).includes("tool_result")
          ? says("done")
          : calls(toolCall("write_file", { path: "a.txt", content: "1\n" }, "w1")),
    },
  });
  const known = ({ agent }: RunningHermes) =>
    agent.knowledge.entries().flatMap(({ kind, subject, state }) => (kind === "file" ? [`${subject} ${state}`] : []));
  await hermes.say("write it");
  expect(known(hermes)).toEqual(["a.txt edited"]);
  const [turn] = hermes.seen("turn-started");
  await hermes.agent.restore(await hermes.agent.planRestore({ kind: "message", id: turn!.messageId, what: "files" }));
  expect(known(hermes)).toEqual(["a.txt restored"]);
  const again = await reloaded(hermes);
  expect(known(again)).toEqual(["a.txt restored"]);
  const restored = hermes.seen("checkpoint-restored")[0]!;
  await again.agent.restore(await again.agent.planRestore({ kind: "restore", id: restored.restoreId }));
  expect(known(again)).toEqual(["a.txt edited"]);
});
