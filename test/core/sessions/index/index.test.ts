import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../../../src/core/conversation/ids";
import { startIndexWorker } from "../../../../src/core/sessions/index/client";
import { says, summary, user } from "../../../support/conversation";
import { buildIndexWorker, wasmFile } from "../../../support/session-worker";
import { continuation, freshId, header, openStore, request, tempFolder } from "../../../support/sessions";

const first = sessionId("first");
const snapshotOf = (folder: string) => join(folder, "index", "snapshot");

async function someSessions(folder: string): Promise<void> {
  const store = openStore(folder);
  const writer = await store.create(header("first"), [user("the first question about otters")]);
  await writer.recordRequest(request("r1", { input: 4 }));
  const child = await store.continueSession(writer, continuation("second", first), [summary("otters so far")]);
  await child.append([says("an answer about badgers")]);
  await store.create(header("third"), [user("unrelated")]);
  await store.rename(sessionId("third"), "Renamed");
  await (await store.undoCompression(child.header.id)).release();
  await store.close();
}

describe("the index", () => {
  it("lists the same as the journals do", async () => {
    const folder = await tempFolder();
    await someSessions(folder);
    const byIndex = await openStore(folder).list();
    const byJournals = await openStore(folder, { workerFile: "/nowhere" }).list();
    expect(byIndex).toEqual(byJournals);
    expect(byIndex).toHaveLength(3);
  });

  it("starts from its snapshot and reads only what came after", async () => {
    const folder = await tempFolder();
    await someSessions(folder);
    const store = openStore(folder);
    await store.list();
    await store.close();
    const damaged = (await readFile(join(folder, "third.jsonl"), "utf8")).replaceAll("unrelated", "different");
    await writeFile(join(folder, "third.jsonl"), damaged);
    const again = openStore(folder);
    expect(await again.search("unrelated", { limit: 5 })).toHaveLength(1);
    expect(await again.search("different", { limit: 5 })).toEqual([]);
    await (await again.open(sessionId("third"))).append([user("weasels, too")]);
    expect((await again.search("weasels", { limit: 5 })).map((hit) => hit.session)).toEqual(["third"]);
  });

  it.each([
    ["is missing", (file: string) => rm(file)],
    ["is empty", (file: string) => writeFile(file, "")],
    ["is cut off", (file: string) => truncate(file, 5000)],
    [
      "is of another version",
      async (file: string) =>
        writeFile(file, (await readFile(file, "latin1")).replace("hermes-index 1", "hermes-index 0"), "latin1"),
    ],
    [
      "has one bad byte",
      async (file: string) => {
        const bytes = await readFile(file);
        bytes[9000] = (bytes[9000] ?? 0) ^ 0xff;
        await writeFile(file, bytes);
      },
    ],
    [
      "is a folder",
      async (file: string) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ])("is rebuilt when its snapshot %s", async (_, damage) => {
    const folder = await tempFolder();
    await someSessions(folder);
    const store = openStore(folder);
    const lines = await store.list();
    await store.close();
    expect(await readdir(join(folder, "index"))).toEqual(["snapshot"]);
    await damage(snapshotOf(folder));
    const again = openStore(folder);
    expect(await again.list()).toEqual(lines);
    expect((await again.search("badgers", { limit: 5 })).map((hit) => hit.session)).toEqual(["second"]);
  });

  it("goes past a journal that is no file", async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, "weird.jsonl"));
    await (await openStore(folder).create(header("first"), [user("one")])).release();
    for (const store of [openStore(folder), openStore(folder, { workerFile: "/nowhere" })]) {
      expect((await store.list()).map((line) => line.id)).toEqual(["first"]);
      await expect(store.read(sessionId("weird"))).rejects.toMatchObject({
        kind: "storage",
        message: expect.stringContaining("cannot be read"),
      });
    }
  });

  it("reads a journal again that became shorter than what it knew", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    const writer = await store.create(header("first"), [user("one")]);
    await writer.append([user("two")]);
    await writer.release();
    expect((await store.list())[0]?.messageCount).toBe(2);
    const [headerLine] = (await readFile(join(folder, "first.jsonl"), "utf8")).split("\n");
    await writeFile(join(folder, "first.jsonl"), `${headerLine}\n`);
    expect((await store.list())[0]?.messageCount).toBe(0);
    expect(await store.search("two", { limit: 5 })).toEqual([]);
  });

  it("waits for the end of a line that another process is still writing", async () => {
    const folder = await tempFolder();
    await (await openStore(folder).create(header("first"), [user("one")])).release();
    const store = openStore(folder);
    expect((await store.list())[0]?.messageCount).toBe(1);
    const line = JSON.stringify({ v: 1, kind: "message", at: 1, message: user("slowly written") });
    await appendFile(join(folder, "first.jsonl"), line.slice(0, 20));
    expect((await store.list())[0]?.messageCount).toBe(1);
    await appendFile(join(folder, "first.jsonl"), `${line.slice(20)}\n`);
    expect((await store.list())[0]?.messageCount).toBe(2);
    expect(await store.search("slowly", { limit: 5 })).toHaveLength(1);
  });
});

describe("the index in its worker", () => {
  it("answers as in the same thread, while the window stays free, and saves when closed", async () => {
    const folder = await tempFolder();
    await someSessions(folder);
    const workerFile = await buildIndexWorker(await tempFolder());
    const store = openStore(folder, { workerFile, wasmFile });
    const local = openStore(folder);
    expect(await store.list()).toEqual(await local.list());
    expect(await store.search("otters", { limit: 5 })).toEqual(await local.search("otters", { limit: 5 }));
    const [hit] = await store.search("badgers", { limit: 1 });
    expect(hit && (await store.findMessage(hit.messageId))).toEqual(hit && (await local.findMessage(hit.messageId)));
    expect(await store.usage({ fromMs: 0, toMs: Infinity })).toEqual(await local.usage({ fromMs: 0, toMs: Infinity }));
    await store.close();
    expect(await readdir(join(folder, "index"))).toEqual(["snapshot"]);
  });

  it("starts again after it died", async () => {
    const folder = await tempFolder();
    await someSessions(folder);
    const index = startIndexWorker(await buildIndexWorker(await tempFolder()), {
      folder,
      wasmFile,
      instance: freshId(),
    });
    expect((await index.ask({ kind: "list" })).lines).toHaveLength(3);
    await index.close();
    expect((await index.ask({ kind: "list" })).lines).toHaveLength(3);
    await index.close();
  });

  it("rejects what it cannot answer instead of waiting for ever", async () => {
    const folder = await tempFolder();
    const missing = startIndexWorker(join(folder, "nothing.cjs"), { folder, instance: freshId() });
    await expect(missing.ask({ kind: "list" })).rejects.toThrow("nothing.cjs");
  });
});
