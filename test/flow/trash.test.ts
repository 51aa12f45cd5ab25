import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const DAY_MS = 86_400_000;

/** A session that spilled an output and changed a file. */
async function start() {
  const clock = { offsetMs: 0 };
  const hermes = await runHermes({
    files: { "a.txt": "before\n", "log.txt": "a line with xylophone words in it\n".repeat(5_000) },
    server: {
      script: (_, n) =>
        [
          calls(toolCall("terminal", { command: "cat log.txt" }, "c1")),
          calls(toolCall("write_file", { path: "a.txt", content: "after\n" }, "c2")),
        ][n] ?? says("done"),
    },
    host: { now: () => Date.now() + clock.offsetMs },
  });
  await hermes.say("Fix the xylophone");
  return { hermes, clock };
}

async function remove(hermes: RunningHermes) {
  const id = hermes.agent.session!;
  await hermes.agent.newSession();
  await hermes.sessions.remove(id);
  return id;
}

const left = async ({ storage, spills, sessions }: RunningHermes) => ({
  trash: (await sessions.trash()).length,
  spills: (await spills.list()).length,
  turns: (await readdir(join(storage, "checkpoints/turns"))).length,
});

describe("the trash", () => {
  it("lists deleted sessions by their title, and gives one back with everything", async () => {
    const { hermes } = await start();
    const id = await remove(hermes);
    expect(await hermes.sessions.trashed()).toMatchObject([
      { id, title: "Fix the xylophone", kind: "session", tip: true },
    ]);
    await hermes.sessions.restore(id);
    await hermes.agent.resume(id);
    expect(await hermes.sessions.trashed()).toEqual([]);
    expect(hermes.rows().find((row) => row.kind === "user")).toMatchObject({ checkpointFiles: [expect.any(String)] });
  });

  it("is emptied by command, with outputs, checkpoints and the words in the index", async () => {
    const { hermes } = await start();
    expect((await hermes.sessions.search("xylophone", { limit: 9 })).length).toBeGreaterThan(0);
    await remove(hermes);
    expect(await left(hermes)).toEqual({ trash: 1, spills: 1, turns: 1 });
    expect(await hermes.emptyTrash()).toBe(1);
    expect(await left(hermes)).toEqual({ trash: 0, spills: 0, turns: 0 });
    const { storage } = await hermes.reopen();
    const snapshot = join(storage, "sessions/index/snapshot");
    expect(existsSync(snapshot) && (await readFile(snapshot)).includes("xylophon")).toBe(false);
  });

  it("is emptied by itself after a month, not before", async () => {
    const { hermes, clock } = await start();
    hermes.set({ "hermes.toolOutput.retentionDays": 365 });
    clock.offsetMs = 20 * DAY_MS;
    await remove(hermes);
    clock.offsetMs = 49 * DAY_MS;
    await hermes.tidy();
    expect(await left(hermes)).toEqual({ trash: 1, spills: 1, turns: 1 });
    clock.offsetMs = 51 * DAY_MS;
    await hermes.tidy();
    expect(await left(hermes)).toEqual({ trash: 0, spills: 0, turns: 0 });
  });

  it("keeps outputs and checkpoints that a branch of the deleted session still shows", async () => {
    const { hermes } = await start();
    const parent = hermes.agent.session!;
    await hermes.say("hello");
    const messages = await hermes.stored();
    await hermes.agent.resend(messages.at(-2)!.id, { text: "hello again", images: [] });
    await hermes.sessions.remove(parent);
    await hermes.emptyTrash();
    expect(await left(hermes)).toMatchObject({ trash: 0, spills: 1 });
    const again = await hermes.reopen();
    await again.agent.resume((await again.sessions.latest())!);
    expect(again.rows().find((row) => row.kind === "user")).toMatchObject({ checkpointFiles: [expect.any(String)] });
  });

  it("has nothing to do where it is empty", async () => {
    const { hermes } = await start();
    expect(await hermes.emptyTrash()).toBe(0);
    expect(await left(hermes)).toEqual({ trash: 0, spills: 1, turns: 1 });
  });
});
