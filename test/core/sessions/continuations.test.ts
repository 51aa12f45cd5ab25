import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import type { Message } from "../../../src/core/conversation/message";
import { says, summary, user } from "../../support/conversation";
import { lookBeforeSync } from "../../support/observed-disk";
import { continuation, header, openStore, tempFolder } from "../../support/sessions";

const first = sessionId("first");

describe("continuing after a compression", () => {
  it("ends the parent, makes the child the tip and refuses further records in the parent", async () => {
    const store = openStore(await tempFolder());
    const parent = await store.create(header("first"), [user("old")]);
    const child = continuation("second", first);
    const messages = [summary("what happened")];
    const writer = await store.continueSession(parent, child, messages, [{ at: 1, name: "report", data: null }]);
    await writer.append([user("new")]);

    expect(await store.compressionTip(first)).toBe("second");
    expect(await store.latest()).toBe("second");
    expect((await store.list()).map(({ id, tip, endReason, endedAt }) => ({ id, tip, endReason, endedAt }))).toEqual([
      { id: "second", tip: true, endReason: null, endedAt: null },
      { id: "first", tip: false, endReason: "compression", endedAt: child.startedAt },
    ]);
    expect(await store.read(sessionId("second"))).toMatchObject({ seedCount: 1, events: [{ name: "report" }] });
    await expect(parent.append([user("lost")])).rejects.toMatchObject({ kind: "ended" });
    await expect(store.open(first)).rejects.toMatchObject({ kind: "ended" });
    await expect(store.continueSession(parent, continuation("third", first), [])).rejects.toMatchObject({
      kind: "ended",
    });
  });

  it("has the child whole on disk before the parent points at it", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    const parent = await store.create(header("first"), [user("old")]);
    const seen: unknown[] = [];
    const stop = await lookBeforeSync(async () => {
      const child = await openStore(folder).read(sessionId("second"));
      seen.push([child.messages.length, child.events.length]);
    });
    await store
      .continueSession(
        parent,
        continuation("second", first),
        [summary("s"), user("tail")],
        [{ at: 1, name: "report", data: null }],
      )
      .finally(stop);
    expect(seen).toEqual([[2, 1]]);
  });

  it("does not show a child its parent never came to point at", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    await (await store.create(header("first"), [user("old")])).release();
    await (await store.create(continuation("half", first), [summary("s")])).release();
    expect((await store.list()).map((line) => [line.id, line.tip])).toEqual([["first", true]]);
    expect(await store.latest()).toBe("first");
    expect(await store.compressionTip(first)).toBe("first");
  });

  it("falls back to the parent where the child's journal is gone", async () => {
    const folder = await tempFolder();
    const store = openStore(folder);
    const child = await store.continueSession(await store.create(header("first")), continuation("second", first), []);
    await child.release();
    await writeFile(join(folder, "second.jsonl"), "");
    expect(await store.latest()).toBe("first");
    expect(await store.read(first)).toMatchObject({ endReason: null });
    await (await store.open(first)).append([user("goes on")]);
  });
});

describe("undoing a compression", () => {
  it("makes the parent the tip again, keeps the later turns as a branch and lets them be replayed", async () => {
    const store = openStore(await tempFolder());
    const old = [user("old"), says("done")];
    const child = await store.continueSession(await store.create(header("first"), old), continuation("second", first), [
      summary("s"),
    ]);
    const later = [user("later"), says("also done")];
    await child.append(later);
    await child.release();

    const parent = await store.undoCompression(sessionId("second"));
    expect((await store.read(first)).messages).toEqual(old);
    expect(await store.latest()).toBe("first");
    expect((await store.list()).map(({ id, tip, relation, endReason }) => ({ id, tip, relation, endReason }))).toEqual([
      { id: "first", tip: true, relation: "root", endReason: null },
      { id: "second", tip: true, relation: "branch", endReason: "undone" },
    ]);
    await parent.append(await store.laterTurns(sessionId("second")));
    expect((await store.read(first)).messages).toEqual([...old, ...later]);
  });

  it("works for the second of three compressions and leaves the rest of the chain a branch", async () => {
    const store = openStore(await tempFolder());
    const names = ["first", "second", "third", "fourth"] as const;
    let writer = await store.create(header("first"), [user("begin")]);
    const seen = new Map<string, readonly Message[]>();
    for (const [index, name] of names.slice(1).entries()) {
      await writer.append([user(`work ${index}`)]);
      seen.set(writer.header.id, (await store.read(writer.header.id)).messages);
      writer = await store.continueSession(
        writer,
        continuation(name, writer.header.id, { startedAt: Date.UTC(2026, 0, 2 + index) }),
        [summary(`summary ${index}`)],
      );
    }
    await writer.release();
    const undone = await store.undoCompression(sessionId("third"));
    expect(undone.header.id).toBe("second");
    expect((await store.read(sessionId("second"))).messages).toEqual(seen.get("second"));
    expect(await store.compressionTip(first)).toBe("second");
    expect(await store.compressionTip(sessionId("third"))).toBe("fourth");
    const next = await store.continueSession(
      undone,
      continuation("fifth", sessionId("second"), { startedAt: Date.UTC(2026, 0, 9) }),
      [summary("other")],
    );
    expect(await store.compressionTip(first)).toBe(next.header.id);
    expect(
      (await store.list())
        .filter((line) => line.tip)
        .map((line) => line.id)
        .sort(),
    ).toEqual(["fifth", "fourth"]);
  });

  it("is refused for a session that continues nothing, and a second time", async () => {
    const store = openStore(await tempFolder());
    const child = await store.continueSession(await store.create(header("first")), continuation("second", first), []);
    await expect(store.undoCompression(first)).rejects.toMatchObject({ kind: "unknown" });
    await (await store.undoCompression(child.header.id)).release();
    await expect(store.undoCompression(child.header.id)).rejects.toMatchObject({ kind: "unknown" });
  });

  it("lets the undone branch live on when somebody works in it", async () => {
    const store = openStore(await tempFolder());
    const child = await store.continueSession(await store.create(header("first")), continuation("second", first), []);
    await child.release();
    await (await store.undoCompression(child.header.id)).release();
    await (await store.open(child.header.id)).append([user("this one after all")]);
    expect(await store.latest()).toBe("second");
    expect(await store.read(child.header.id)).toMatchObject({ endReason: null });
  });
});

describe("a branch", () => {
  it("holds the messages up to the chosen one and leaves the original alone", async () => {
    const store = openStore(await tempFolder());
    const messages = [user("a"), says("b"), user("c")] as const;
    await store.create(header("first"), messages);
    const branch = await store.branch(first, messages[1].id, header("other", { parentId: first, relation: "branch" }));
    await branch.append([user("another way")]);
    expect((await store.read(sessionId("other"))).messages.slice(0, 2)).toEqual(messages.slice(0, 2));
    expect((await store.read(first)).messages).toEqual(messages);
    expect(await store.compressionTip(first)).toBe("first");
    await expect(store.branch(first, messageId("nowhere"), header("x"))).rejects.toMatchObject({ kind: "unknown" });
  });
});
