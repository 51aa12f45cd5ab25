import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../src/core/conversation/ids";
import { user } from "../support/conversation";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";
import { buildIndexWorker, wasmFile } from "../support/session-worker";
import { header, openStore, tempFolder } from "../support/sessions";

const run = promisify(execFile);

describe("two windows on one folder", () => {
  it("append and search at the same time, lose nothing, and see each other's messages", async () => {
    const place = await tempFolder();
    const folder = join(place, "sessions");
    const program = join(place, "writer.cjs");
    const workerFile = await buildIndexWorker(place);
    await build({
      entryPoints: ["test/support/busy-writer.ts"],
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: program,
      external: ["sql.js"],
      logLevel: "warning",
    });
    const outputs = await Promise.all(
      ["walrus", "otter"].map((name) => run(process.execPath, [program, folder, name, workerFile, wasmFile])),
    );
    expect(outputs.map(({ stdout, stderr }) => ({ stdout, stderr }))).toEqual(
      outputs.map(() => ({ stdout: '{"unseen":[]}\n', stderr: "" })),
    );

    const store = openStore(folder);
    expect((await store.list()).map((line) => [line.id, line.messageCount]).sort()).toEqual([
      ["otter", 150],
      ["walrus", 150],
    ]);
    for (const name of ["walrus", "otter"]) {
      const { messages } = await store.read(sessionId(name));
      expect(messages.map((message) => message.id)).toEqual(
        Array.from({ length: 150 }, (_, index) => `${name}-${Number(String(messages[0]?.id).split("-")[1]) + index}`),
      );
      expect((await store.search(`${name}149`, { limit: 1 })).map((hit) => hit.session)).toEqual([name]);
    }
    expect((await readdir(folder)).sort()).toEqual(["index", "otter.jsonl", "walrus.jsonl"]);
  }, 60_000);

  it("cannot both write one session, but the second can read it", async () => {
    const folder = await tempFolder();
    const [one, two] = [openStore(folder), openStore(folder)];
    const writer = await one.create(header("first"), [user("hello")]);
    await expect(two.open(sessionId("first"))).rejects.toMatchObject({
      kind: "in-use",
      message: "This session is open in another window. Close it there, or continue in a branch.",
    });
    await expect(two.rename(sessionId("first"), "Mine")).rejects.toMatchObject({ kind: "in-use" });
    await expect(two.remove(sessionId("first"))).rejects.toMatchObject({ kind: "in-use" });
    expect((await two.read(sessionId("first"))).messages).toHaveLength(1);
    await writer.release();
    await (await two.open(sessionId("first"))).append([user("my turn")]);
    expect((await one.read(sessionId("first"))).messages).toHaveLength(2);
  });
});

describe("a session that another window took over while this one slept", () => {
  const leaseOf = ({ storage, agent }: RunningHermes) => join(storage, "sessions", `${agent.session!}.jsonl.lease`);

  /** Changes the owner of the file, as another window does. */
  async function takeOver(hermes: RunningHermes): Promise<void> {
    const lease = JSON.parse(await readFile(leaseOf(hermes), "utf8")) as object;
    await writeFile(leaseOf(hermes), JSON.stringify({ ...lease, token: "another window" }));
  }

  it.each(["before", "during"] as const)(
    "is reported at the end of the turn if it happens %s it, and can be opened again afterwards",
    async (when) => {
      const hermes = await runHermes({
        server: {
          script: async (_, n) => {
            when === "during" && n === 1 && (await takeOver(hermes));
            return says(`answer ${n}`);
          },
        },
      });
      await hermes.say("one");
      const session = hermes.agent.session!;
      if (when === "before") await takeOver(hermes);
      const end = {
        outcome: "failed",
        reason: "Another window took over this session while this one was asleep. Open it again to continue.",
        actions: ["new-session"],
      };
      expect(await hermes.say("two")).toEqual(end);
      expect(hermes.seen("turn-ended").at(-1)).toEqual({ type: "turn-ended", session, ...end });
      await rm(leaseOf(hermes));
      expect(await hermes.agent.resume(session)).toBe(session);
      expect(await hermes.say("three")).toEqual({ outcome: "answered" });
      expect(hermes.server.violations).toEqual([]);
    },
  );
});
