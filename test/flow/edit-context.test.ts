import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editDraft } from "../../src/core/context/compressor/draft";
import { messageId } from "../../src/core/conversation/ids";
import { messageText } from "../../src/core/conversation/render";
import { shape } from "../support/conversation";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const STEPS = 24;
const FILES = Object.fromEntries(
  Array.from({ length: STEPS }, (_, index) => [
    `f${index}.txt`,
    `file ${index}\n${"some words to read ".repeat(240)}\n`,
  ]),
);

function readsAll(): Script {
  let step = 0;
  return (request) => {
    if (isSummaryCall(request)) return says(handOff());
    return step < STEPS ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`)) : says("done");
  };
}

const long = async () => {
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: readsAll() },
  });
  await hermes.say("read every file");
  return hermes;
};

describe("eviction", () => {
  it("removes one result from the next request and restores it unchanged", async () => {
    const hermes = await long();
    const target = (await hermes.stored()).find((message) => message.role === "tool")!;
    await hermes.agent.evict(target.id);
    await hermes.say("go on");
    expect(hermes.server.requests.at(-1)?.text).not.toContain("file 0\\n");
    expect(hermes.seen("evicted")).toMatchObject([{ change: "evicted", messageId: target.id }]);

    await hermes.agent.putBack(target.id);
    await hermes.say("and now");
    expect(hermes.server.requests.at(-1)?.text).toContain("file 0\\n");
    expect(hermes.server.violations).toEqual([]);
  });

  it("persists after a restart, while the journal keeps the original", async () => {
    const hermes = await long();
    const session = hermes.agent.session!;
    const target = (await hermes.stored()).find((message) => message.role === "tool")!;
    await hermes.agent.evict(target.id);
    const again = await hermes.reopen();
    await again.agent.resume(session);
    expect(again.agent.messages.find(({ id }) => id === target.id)).toMatchObject({ body: { kind: "pruned" } });
    expect((await again.stored()).find(({ id }) => id === target.id)).toEqual(target);
  });

  it("explains that only tool results can be evicted", async () => {
    const hermes = await long();
    const [first] = await hermes.stored();
    await expect(hermes.agent.evict(first!.id)).rejects.toThrow("Only tool results can be removed");
    await expect(hermes.agent.putBack(first!.id)).rejects.toThrow("already in the context in full");
    await expect(hermes.agent.putBack(messageId("nowhere"))).rejects.toThrow("no longer part of the context");
  });
});

it("keeps a pinned message readable in the summary of a compression", async () => {
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: readsAll() },
  });
  await hermes.agent.pin({ kind: "instruction", text: "never touch the vault folder" });
  await hermes.say("read every file");
  expect(await hermes.agent.compress()).toBe("smaller");
  const summary = hermes.agent.messages.find((message) => message.role === "summary")!;
  expect(messageText(summary)).toContain("never touch the vault folder");
});

it("labels a pinned result by its call, and by its text once it is folded", async () => {
  const hermes = await long();
  const target = (await hermes.stored()).find(
    (message) => message.role === "tool" && messageText(message).includes("file 5"),
  )!;
  await hermes.agent.pin(target.id);
  expect(hermes.seen("pins-changed").at(-1)?.pins).toEqual(["read_file: f5.txt"]);
  expect(await hermes.agent.compress()).toBe("smaller");
  await hermes.agent.pin({ kind: "file", path: "f1.txt" });
  expect(hermes.seen("pins-changed").at(-1)?.pins).toEqual([expect.stringContaining("file 5"), "f1.txt"]);
});

describe("a draft", () => {
  it("changes nothing until it is applied, and then uses the edited summary", async () => {
    const hermes = await long();
    const before = await hermes.stored();
    const session = hermes.agent.session;
    const draft = await hermes.agent.draftCompression({ focusTopic: "file 3" });
    if ("reason" in draft) throw new Error(draft.reason);
    expect([hermes.agent.session, await hermes.stored()]).toEqual([session, before]);

    expect(await hermes.agent.compress({ draft: editDraft(draft, `${draft.text}\n\nThe door is blue.`) })).toBe(
      "smaller",
    );
    const summary = hermes.agent.messages.find((message) => message.role === "summary")!;
    expect(messageText(summary)).toContain("The door is blue.");
    expect(hermes.seen("compressed")).toMatchObject([{ from: session, outcome: "folded", compressions: 1 }]);
    await hermes.say("go on");
    expect(hermes.server.violations).toEqual([]);
  });

  it("reports that there is nothing to compress", async () => {
    const hermes = await runHermes();
    await hermes.say("hello");
    expect(await hermes.agent.draftCompression()).toMatchObject({
      reason: expect.stringContaining("protected"),
    });
  });
});

it("sends an edited message on a branch and leaves the original conversation unchanged", async () => {
  const hermes = await runHermes({ server: { script: (_, n) => says(`answer ${n}`) } });
  await hermes.say("first");
  await hermes.say("secnod");
  const before = await hermes.stored();
  const session = hermes.agent.session!;
  await hermes.agent.resend(before[2]!.id, { text: "second", images: [] });
  expect(shape(await hermes.stored())).toBe(
    ["00 user       first", "01 assistant  answer 0", "02 user       second", "03 assistant  answer 2"].join("\n"),
  );
  expect((await hermes.sessions.read(session)).messages).toEqual(before);
});

it("restores the files and the conversation from before a turn", async () => {
  const hermes = await runHermes({
    files: { "kept.txt": "old\n" },
    server: {
      script: (_, n) =>
        [
          calls(
            toolCall("write_file", { path: "kept.txt", content: "new\n" }, "c1"),
            toolCall("write_file", { path: "made/new.txt", content: "hi\n" }, "c2"),
          ),
        ][n] ?? says("done"),
    },
  });
  await hermes.say("change things");
  const [turn] = await hermes.stored();
  expect(hermes.seen("checkpoint-made")).toHaveLength(1);
  await writeFile(join(hermes.root, "mine.txt"), "untouched\n");
  await hermes.agent.restore(await hermes.agent.planRestore({ kind: "message", id: turn!.id, what: "both" }));
  expect(await readFile(join(hermes.root, "kept.txt"), "utf8")).toBe("old\n");
  expect(existsSync(join(hermes.root, "made"))).toBe(false);
  expect(await readFile(join(hermes.root, "mine.txt"), "utf8")).toBe("untouched\n");
  expect(await hermes.stored()).toEqual([]);
});
