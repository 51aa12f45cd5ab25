import { describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import type { Reply } from "../support/model-server/reply";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const PARTS = 40;
const FILES = Object.fromEntries(
  Array.from({ length: PARTS }, (_, index) => [
    `part-${index}.txt`,
    `part ${index}: ${"lorem ipsum dolor sit amet ".repeat(180)}\n`,
  ]),
);

/** Reads one part per step, then reports that it is done; summary calls do not count as steps. */
function readsAllParts(): Script {
  let step = 0;
  return (request) => {
    if (isSummaryCall(request)) return says(handOff());
    return step < PARTS ? calls(toolCall("read_file", { path: `part-${step}.txt` }, `c${step++}`)) : says("done");
  };
}

/** Gives this reply, then ends the turn. */
function once(reply: Reply): Script {
  let given = 0;
  return () => (given++ === 0 ? reply : says("done"));
}

describe("a long task on a small window", () => {
  it("compresses along the way, sends only legal requests, and never overflows", async () => {
    const hermes = await runHermes({
      files: FILES,
      settings: { "hermes.contextLength": 32_000, "hermes.maxOutputTokens": 1_000 },
      server: { script: readsAllParts(), windowTokens: 32_000 },
    });
    const end = await hermes.say("read all parts and report");
    expect(end).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
    expect(hermes.seen("compressed").length).toBeGreaterThan(0);
    expect(hermes.seen("recovering")).toEqual([]);
    const chain = await hermes.sessions.list();
    expect(chain.filter((session) => session.tip).map((session) => session.id)).toEqual([hermes.agent.session]);
    for (const { beforeTokens, afterTokens } of hermes.seen("compressed"))
      expect(afterTokens).toBeLessThan(beforeTokens);
  });
});

it("compresses and retries when the provider reports that the prompt is too long", async () => {
  let refused = false;
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.maxOutputTokens": 1_000 },
    server: {
      script: (request, n) => {
        if (isSummaryCall(request)) return says(handOff());
        if (n < 30) return calls(toolCall("read_file", { path: `part-${n}.txt` }, `c${n}`));
        if (!refused) {
          refused = true;
          return refuses(400, "prompt is too long: 210000 tokens > 60000 maximum");
        }
        return says("made it");
      },
    },
  });
  expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
  expect(hermes.seen("recovering").map(({ failure }) => failure)).toEqual(["overflow"]);
  expect(hermes.seen("compressed")).toHaveLength(1);
  expect(hermes.seen("model-changed").at(-1)?.model).toMatchObject({ windowTokens: 60_000, windowOrigin: "learnt" });
});

it("keeps the to-do list across a compression and a restart", async () => {
  const items = [
    { text: "read the parts", state: "done" },
    { text: "report", state: "doing" },
  ];
  const reads = readsAllParts();
  let answer: Script = (request, n) => (n === 0 ? calls(toolCall("todo", { items }, "t0")) : reads(request, n));
  const first = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: (request, n) => answer(request, n) },
  });
  const show = () => {
    answer = once(calls(toolCall("todo", {}, `show${first.server.requests.length}`)));
  };
  await first.say("read all parts and report");
  expect(await first.agent.compress()).toBe("smaller");
  show();
  await first.say("show the list");
  const session = first.agent.session!;
  const second = await first.reopen();
  await second.agent.resume(session);
  show();
  await second.say("show the list");
  const shown = (await second.stored()).flatMap((message) =>
    message.role === "tool" && message.toolName === "todo" ? [message.body] : [],
  );
  const list = { kind: "full", content: [{ type: "text", text: "[x] read the parts\n[~] report" }] };
  expect(shown).toEqual([list, list, list]);
});

it("undoes a compression and replays the messages sent since verbatim", async () => {
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: readsAllParts() },
  });
  await hermes.say("read all parts and report");
  const before = await hermes.stored();
  expect(await hermes.agent.compress()).toBe("smaller");
  await hermes.say("and again");
  const later = await hermes.sessions.laterTurns(hermes.agent.session!);
  await hermes.agent.undoCompression("replay");
  expect(hermes.agent.messages).toEqual([...before, ...later]);
  expect(hermes.seen("compression-undone")).toMatchObject([{ laterTurns: "replayed" }]);
  expect(later.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await hermes.say("go on")).toEqual({ outcome: "answered" });
  expect(hermes.server.violations).toEqual([]);
});

it("undoes a compression, restores exactly what the model saw, and keeps later turns as a branch", async () => {
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: readsAllParts() },
  });
  await hermes.say("read all parts and report");
  const before = await hermes.stored();
  const parent = hermes.agent.session;
  expect(await hermes.agent.compress()).toBe("smaller");
  await hermes.say("and again");
  const child = hermes.agent.session!;
  await hermes.agent.undoCompression();
  expect(hermes.seen("compression-undone")).toEqual([
    { type: "compression-undone", from: child, to: parent, laterTurns: "left" },
  ]);
  expect(hermes.agent.session).toBe(parent);
  expect(await hermes.stored()).toEqual(before);
  expect((await hermes.sessions.read(child)).messages.at(-1)).toMatchObject({
    role: "assistant",
    parts: [{ type: "text", text: "done" }],
  });
});
