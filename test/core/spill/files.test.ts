import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionId, spillId } from "../../../src/core/conversation/ids";
import { createSpillStore } from "../../../src/core/spill/files";
import type { SpillStore } from "../../../src/core/spill/spill";
import { SpillError } from "../../../src/core/spill/spill";

const DAY_MS = 86_400_000;
const session = sessionId("s1");
let root: string;
let clockMs: number;
let store: SpillStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "spill-"));
  clockMs = 1_000 * DAY_MS;
  store = createSpillStore({ folder: join(root, "tool-results"), now: () => clockMs });
});

afterEach(() => rm(root, { recursive: true, force: true }));

const saveAt = (ms: number, owner: string, name: string, text: string) => {
  clockMs = ms;
  return store.save(sessionId(owner), name, text);
};

describe("spill store", () => {
  it("keeps a text byte for byte and reads it back by id", async () => {
    const text = "línea\r\n中文 😀\u0000\n";
    const spill = await store.save(session, "toolu_01", text);
    expect(spill).toEqual({
      id: "s1/toolu_01",
      path: join(root, "tool-results", "s1", "toolu_01.txt"),
      chars: text.length,
      bytes: Buffer.byteLength(text),
    });
    expect(await readFile(spill.path)).toEqual(Buffer.from(text));
    expect(await store.read(spill.id)).toBe(text);
    expect(await readdir(join(root, "tool-results", "s1"))).toEqual([".used", "toolu_01.txt"]);
  });

  it.each([
    "../../etc/passwd",
    "a/b",
    "..",
    ".",
    "",
    "con",
    "a\\b",
    "x".repeat(500),
    "中文",
    "call:1?",
    ".hidden",
    "dot.",
  ])("keeps the name %j inside its folder", async (name) => {
    const spill = await store.save(session, name, "x");
    expect(spill.path.startsWith(join(root, "tool-results", "s1", "id-"))).toBe(true);
    expect([isAbsolute(spill.path), store.owns(spill.path), await store.read(spill.id)]).toEqual([true, true, "x"]);
  });

  it("keeps any two names apart", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (one, other) => {
        fc.pre(one !== other);
        expect((await store.save(session, one, "1")).id).not.toBe((await store.save(session, other, "2")).id);
      }),
      { numRuns: 30 },
    );
  });

  it("never overwrites: a reused call id gets a file of its own, the same text its old one", async () => {
    const first = await store.save(session, "call_1", "one");
    const second = await store.save(session, "call_1", "two");
    expect([await store.read(first.id), await store.read(second.id)]).toEqual(["one", "two"]);
    expect((await store.save(session, "call_1", "two")).id).toBe(second.id);
  });

  it("owns paths inside its folder only", () => {
    const inside = join(root, "tool-results", "s1", "x.txt");
    expect(
      [
        inside,
        join(root, "tool-results"),
        join(root, "other.txt"),
        join(root, "tool-results", "..", "x.txt"),
        "/etc/passwd",
      ].map((path) => store.owns(path)),
    ).toEqual([true, false, false, false, false]);
  });

  it.each(["s1/none", "../s1/x", "s1/../../x", "s1", "", "a/b/c"])("has nothing for the id %j", async (id) => {
    expect(await store.read(spillId(id))).toBeUndefined();
  });

  it("says so when the disk refuses", async () => {
    await writeFile(join(root, "tool-results"), "a file where the folder should be");
    await expect(store.save(session, "c", "x")).rejects.toThrow(SpillError);
  });

  it("lists what there is with sizes and last use, and nothing half written", async () => {
    const { path } = await saveAt(5, "s1", "a", "中");
    await writeFile(`${path}.part`, "half");
    expect(await store.list()).toEqual([{ id: "s1/a", session: "s1", path, bytes: 3, chars: 1, lastUsedMs: 5 }]);
  });

  it("lists nothing before anything was saved", async () => {
    expect([await store.list(), await store.sweep({ nowMs: 0, retentionDays: 7, maxBytes: 0 }, new Set())]).toEqual([
      [],
      [],
    ]);
  });

  it("removes a file and the folder it leaves empty, and bears a second try", async () => {
    const { id } = await store.save(session, "a", "x");
    await store.remove(id);
    await store.remove(id);
    expect(await readdir(join(root, "tool-results"))).toEqual([]);
  });

  it("sweeps what was unused longer than retention; using or opening the session keeps it", async () => {
    const old = await saveAt(0, "old", "a", "x");
    const touched = await saveAt(0, "touched", "a", "x");
    const readAgain = await saveAt(0, "read", "a", "x");
    clockMs = 5 * DAY_MS;
    await store.touch(sessionId("touched"));
    await store.read(readAgain.id);
    const removed = await store.sweep({ nowMs: 8 * DAY_MS, retentionDays: 7, maxBytes: 1_000_000 }, new Set([old.id]));
    expect(removed.map(({ id }) => id)).toEqual([old.id]);
    expect((await store.list()).map(({ id }) => id).sort()).toEqual([readAgain.id, touched.id]);
  });

  it("holds the size cap, oldest unreferenced first, referenced last", async () => {
    const referenced = await saveAt(1, "a", "1", "x".repeat(100));
    const oldest = await saveAt(2, "b", "2", "x".repeat(100));
    const newest = await saveAt(3, "c", "3", "x".repeat(100));
    const limits = { nowMs: 4, retentionDays: 7, maxBytes: 250 };
    expect((await store.sweep(limits, new Set([referenced.id]))).map(({ id }) => id)).toEqual([oldest.id]);
    expect((await store.sweep({ ...limits, maxBytes: 50 }, new Set([referenced.id]))).map(({ id }) => id)).toEqual([
      newest.id,
      referenced.id,
    ]);
  });
});
