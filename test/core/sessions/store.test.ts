import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import type { Message } from "../../../src/core/conversation/message";
import { noUsage } from "../../../src/core/conversation/usage";
import { call, result, says, summary, user } from "../../support/conversation";
import { continuation, header, openStore, request, tempFolder } from "../../support/sessions";

const first = sessionId("first");

describe("a session", () => {
  it("reads back exactly what was written", async () => {
    const folder = await tempFolder();
    const messages: Message[] = [
      user("fix the login"),
      says("reading", call("read_file", '{ "path":"a.ts" }')),
      result("read_file", "naïve 日本語 \u0000 \ud83d\ude00\n"),
    ];
    const writer = await openStore(folder).create(header("first"), messages.slice(0, 1));
    await writer.append(messages.slice(1));
    await writer.recordRequest(request("r1", { input: 10, output: 5 }));
    await writer.recordRequest(request("r2", { input: 7 }, { purpose: "summary", costUsd: 0.25 }));
    await writer.recordEvent({ at: 5, name: "pinned", data: { text: "keep" } });

    expect(await openStore(folder).read(first)).toEqual({
      header: header("first"),
      messages,
      writtenAt: [header("first").startedAt, expect.any(Number), expect.any(Number)],
      seedCount: 1,
      title: "Title of first",
      endedAt: null,
      endReason: null,
      undone: [],
      usage: { ...noUsage, input: 10, output: 5 },
      auxiliaryUsage: { ...noUsage, input: 7 },
      costUsd: 0.75,
      requests: [
        request("r1", { input: 10, output: 5 }),
        request("r2", { input: 7 }, { purpose: "summary", costUsd: 0.25 }),
      ],
      events: [{ at: 5, name: "pinned", data: { text: "keep" } }],
    });
  });

  it("has no cost once one request has no price", async () => {
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"));
    await writer.recordRequest(request("r1", {}));
    await writer.recordRequest(request("r2", {}, { costUsd: null }));
    await writer.recordRequest(request("r3", {}));
    expect((await store.read(first)).costUsd).toBeNull();
  });

  it("keeps the order of records that were not awaited", async () => {
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"));
    const messages = Array.from({ length: 50 }, (_, index) => user(`message ${index}`));
    await Promise.all(messages.map((message) => writer.append([message])));
    expect((await store.read(first)).messages).toEqual(messages);
  });

  it("is unknown if it does not exist, its name would leave the folder, or its journal has no header", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "headless.jsonl"), '{"v":1,"kind":"title","at":1,"title":"x"}\n');
    const store = openStore(folder);
    for (const id of ["nothing", "../escape", "headless"]) {
      await expect(store.read(sessionId(id))).rejects.toMatchObject({ name: "SessionError", kind: "unknown" });
    }
    await expect(store.create(header("../escape"))).rejects.toMatchObject({ kind: "unknown" });
    expect(await store.list()).toEqual([]);
  });

  it("loses only a last line that was torn, and goes on after it", async () => {
    const folder = await tempFolder();
    const [one, two] = [user("one"), user("two")];
    const writer = await openStore(folder).create(header("first"), [one]);
    await writer.release();
    await appendFile(join(folder, "first.jsonl"), '{"v":1,"kind":"message","at":1,"mess');

    expect((await openStore(folder).read(first)).messages).toEqual([one]);
    const store = openStore(folder);
    const again = await store.open(first);
    await again.append([two]);
    expect((await store.read(first)).messages).toEqual([one, two]);
  });

  it("repairs a torn line longer than one repair step", async () => {
    const folder = await tempFolder();
    const [one, two] = [user("one"), user("two")];
    await (await openStore(folder).create(header("first"), [one])).release();
    await appendFile(join(folder, "first.jsonl"), `{"v":1,"text":"${"x".repeat(200_000)}`);
    const store = openStore(folder);
    await (await store.open(first)).append([two]);
    expect((await store.read(first)).messages).toEqual([one, two]);
  });

  it("keeps records of an unknown kind in place and skips damaged lines", async () => {
    const folder = await tempFolder();
    const [one, two] = [user("one"), user("two")];
    await (await openStore(folder).create(header("first"), [one])).release();
    const foreign =
      '{"v":1,"kind":"hologram","at":1}\nnot json at all\n{"v":1,"kind":"message","at":1,"message":null}\n';
    await appendFile(join(folder, "first.jsonl"), foreign);
    const store = openStore(folder);
    await (await store.open(first)).append([two]);
    expect((await store.read(first)).messages).toEqual([one, two]);
    expect(await readFile(join(folder, "first.jsonl"), "utf8")).toContain(foreign);
  });

  it("does not begin twice under one id", async () => {
    const folder = await tempFolder();
    const writer = await openStore(folder).create(header("first"), [user("one")]);
    for (const store of [openStore(folder), openStore(folder)])
      await expect(store.create(header("first"))).rejects.toMatchObject({ kind: "in-use" });
    await writer.release();
    await expect(openStore(folder).create(header("first"))).rejects.toMatchObject({ kind: "in-use" });
    expect((await openStore(folder).read(first)).messages).toHaveLength(1);
  });

  it("refuses records once released", async () => {
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"));
    await writer.release();
    await writer.release();
    await expect(writer.append([user("late")])).rejects.toMatchObject({ kind: "ended" });
  });
});

describe("the list", () => {
  it("is empty for a folder that does not exist", async () => {
    const store = openStore(join(await tempFolder(), "missing"));
    expect(await store.list()).toEqual([]);
    expect(await store.latest()).toBeUndefined();
  });

  it("shows what a session cost and where it stands", async () => {
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"), [user("hello")]);
    await writer.recordRequest(request("r1", { input: 3, cacheRead: 4 }));
    expect(await store.list()).toEqual([
      {
        id: "first",
        parentId: null,
        relation: "root",
        worksFor: null,
        title: "Title of first",
        workspace: "/home/dev/project",
        engine: "compressor",
        startedAt: Date.UTC(2026, 0, 1),
        endedAt: null,
        endReason: null,
        tip: true,
        messageCount: 1,
        usage: { ...noUsage, input: 3, cacheRead: 4 },
        auxiliaryUsage: noUsage,
        costUsd: 0.5,
        lastUsedAt: Date.UTC(2026, 0, 1),
      },
    ]);
  });

  it("takes a new title and keeps the old one in the header", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    const writer = await store.create(header("first"));
    await store.rename(first, "While open");
    expect((await store.list())[0]?.title).toBe("While open");
    await writer.release();
    await store.rename(first, "While closed");
    expect(await store.read(first)).toMatchObject({ title: "While closed", header: { title: "Title of first" } });
    await (await openStore(folder).open(first)).release();
  });
});

describe("deleting", () => {
  it("moves the whole chain to the trash, from where it comes back", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    const child = await store.continueSession(
      await store.create(header("first"), [user("a")]),
      continuation("second", first),
      [],
    );
    await expect(store.remove(first)).rejects.toMatchObject({ kind: "in-use" });
    await child.release();
    await store.remove(first);
    expect(await store.list()).toEqual([]);
    expect([...(await store.trash())].sort()).toEqual(["first", "second"]);
    await store.restore(first);
    expect((await store.list()).map((line) => [line.id, line.tip])).toEqual([
      ["second", true],
      ["first", false],
    ]);
    expect(await store.trash()).toEqual([]);
  });

  it("brings back a chain by any of its members, and what of it is still there", async () => {
    const store = openStore(await tempFolder());
    const child = await store.continueSession(
      await store.create(header("first"), [user("a")]),
      continuation("second", first),
      [user("b")],
    );
    await (await store.continueSession(child, continuation("third", child.header.id), [user("c")])).release();
    await (await store.create(header("other"))).release();
    await store.remove(sessionId("other"));
    for (const member of ["first", "second", "third"]) {
      await store.remove(first);
      await store.restore(sessionId(member));
      expect((await store.list()).map((line) => line.id)).toEqual(["third", "second", "first"]);
    }
    expect(await store.trash()).toEqual(["other"]);
  });

  it("is final once the trash is emptied", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    await (await store.create(header("first"))).release();
    await store.remove(first);
    await store.emptyTrash();
    expect([await store.trash(), await readdir(folder)]).toEqual([[], []]);
    await expect(store.restore(first)).rejects.toMatchObject({ kind: "storage" });
  });
});

describe("deleting a branch", () => {
  it("leaves what it branched off from", async () => {
    const store = openStore(await tempFolder());
    const message = user("a");
    const child = await store.continueSession(
      await store.create(header("first"), [message]),
      continuation("second", first),
      [user("b")],
    );
    await child.release();
    await (await store.branch(first, message.id, header("side", { parentId: first, relation: "branch" }))).release();
    await store.remove(sessionId("side"));
    expect((await store.list()).map((line) => line.id)).toEqual(["second", "first"]);
    await (await store.undoCompression(sessionId("second"))).release();
    await store.remove(sessionId("second"));
    expect((await store.list()).map((line) => [line.id, line.tip])).toEqual([["first", true]]);
  });
});

describe("what a crash left behind", () => {
  it("loses continuations that were never pointed at, after a while, and nothing else", async () => {
    const folder = await tempFolder();
    const now = { ms: Date.UTC(2026, 0, 2) + 1 };
    const store = openStore(folder, { now: () => now.ms });
    const child = await store.continueSession(
      await store.create(header("first"), [user("a")]),
      continuation("second", first),
      [user("b")],
    );
    await child.release();
    await (await store.undoCompression(child.header.id)).release();
    const held = await openStore(folder).create(continuation("held", first), [summary("s")]);
    await (await store.create(continuation("half", first), [summary("s")])).release();
    await (await store.create(continuation("orphan", sessionId("gone")), [summary("s")])).release();
    await store.sweep();
    expect(await store.trash()).toEqual([]);
    now.ms += 2 * 60 * 60 * 1000;
    await store.sweep();
    expect(await store.trash()).toEqual(["half"]);
    await held.release();
    await store.sweep();
    expect([...(await store.trash())].sort()).toEqual(["half", "held"]);
  });

  it("is cleared away once nobody can still be writing it", async () => {
    const folder = await tempFolder();
    const litter = ["a.jsonl.x.draft", "a.jsonl.lease.y"];
    for (const name of [...litter, "notes.txt"]) await writeFile(join(folder, name), "");
    const inAnHour = Date.now() + 2 * 60 * 60 * 1000;
    await (await openStore(folder).create(header("early"))).release();
    expect(await readdir(folder)).toEqual(expect.arrayContaining(litter));
    await (await openStore(folder, { now: () => inAnHour }).create(header("late"))).release();
    expect((await readdir(folder)).sort()).toEqual(["early.jsonl", "late.jsonl", "notes.txt"]);
  });
});
