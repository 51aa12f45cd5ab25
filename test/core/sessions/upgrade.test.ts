import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import { decodeRecord } from "../../../src/core/sessions/journal/records";
import type { SessionStore } from "../../../src/core/sessions/lineage/session";
import { SessionError } from "../../../src/core/sessions/lineage/session";
import { user } from "../../support/conversation";
import { openStore, tempFolder } from "../../support/sessions";

const FIXTURES = "test/fixtures/journals";
const versions = readdirSync(FIXTURES).filter((name) => /^\d/.test(name));

async function copyJournals(version: string) {
  const folder = await tempFolder();
  cpSync(join(FIXTURES, version), folder, { recursive: true });
  return { folder, store: openStore(folder), bytes: () => bytesIn(folder) };
}

const bytesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.startsWith("index"))
      .map((name) => [name, readFileSync(join(folder, name), "latin1")]),
  );

const utf8 = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");

describe.each(versions)("journals of %s", (version) => {
  it("are understood line by line", () => {
    const lines = Object.values(bytesIn(join(FIXTURES, version))).flatMap((text) => text.trimEnd().split("\n"));
    expect(lines.filter((line) => ["unknown", "newer"].includes(decodeRecord(line).kind))).toEqual([]);
  });

  it("are listed as chains, with their compressions", async () => {
    const { store } = await copyJournals(version);
    expect((await store.list()).map(({ tip, endReason }) => [tip, endReason])).toEqual([
      [true, null],
      [false, "compression"],
      [true, null],
      [false, "compression"],
    ]);
  });

  it("open with the same messages, and stay as they are", async () => {
    const { store, bytes } = await copyJournals(version);
    const before = bytes();
    for (const { id, tip } of await store.list()) {
      const messages = before[`${id}.jsonl`]?.match(/^\{"v":1,"kind":"message".*$/gm) ?? [];
      expect((await store.read(id)).messages).toEqual(messages.map((line) => JSON.parse(utf8(line)).message));
      if (tip) await (await store.open(id)).release();
    }
    expect(bytes()).toEqual(before);
  });

  it("are continued behind their last line", async () => {
    const { store, bytes } = await copyJournals(version);
    const before = bytes();
    for (const { id } of (await store.list()).filter(({ tip }) => tip)) {
      const writer = await store.open(id);
      await writer.append([user("And now?")]);
      await writer.release();
      expect(bytes()[`${id}.jsonl`]?.startsWith(before[`${id}.jsonl`] ?? "")).toBe(true);
      expect((await store.read(id)).messages.at(-1)).toMatchObject({ role: "user" });
    }
  });
});

describe("a journal of a newer version", () => {
  const [id] = readdirSync(join(FIXTURES, "0.1.0")).map((name) => name.replace(".jsonl", ""));
  const session = sessionId(id ?? "");
  const [header = "", ...rest] = readFileSync(join(FIXTURES, "0.1.0", `${id}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  const asNewer = (line: string) => JSON.stringify({ ...JSON.parse(line), v: 2 });

  const journals: Readonly<Record<string, string>> = {
    "that it wrote whole": [header, ...rest].map(asNewer).join("\n"),
    "that it continued": [header, ...rest, asNewer(rest.at(-1) ?? "")].join("\n"),
    "that spells its records differently": [header, `{ "kind": "thought", "at": 1, "v": 3 }`, ...rest].join("\n"),
    "with a header of another shape": [`{"v":2,"kind":"head","at":1,"session":{}}`, ...rest.map(asNewer)].join("\n"),
    "that a crash tore": `${[header, ...rest].map(asNewer).join("\n")}\n{"v":2,"ki`,
  };

  /** Everything that a user can do with a session. */
  const attempts: Readonly<Record<string, (store: SessionStore) => Promise<unknown>>> = {
    open: (store) => store.open(session),
    read: (store) => store.read(session),
    rename: (store) => store.rename(session, "Mine"),
    remove: (store) => store.remove(session),
    undo: (store) => store.undoCompression(session),
  };

  it.each(Object.entries(journals))("%s is refused with one sentence and left as it is", async (_, text) => {
    const folder = await tempFolder();
    writeFileSync(join(folder, `${id}.jsonl`), text.endsWith("}") ? `${text}\n` : text);
    const before = bytesIn(folder);
    const store = openStore(folder);
    for (const attempt of Object.values(attempts)) {
      const failure: unknown = await attempt(store).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SessionError);
      expect(failure).toMatchObject({
        kind: "newer",
        sentence: { text: "A newer version of Hermes wrote this session; update Hermes to open it." },
      });
    }
    await store.sweep();
    expect(bytesIn(folder)).toEqual(before);
  });

  it("is listed with its title, so that nobody takes it for lost", async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, `${id}.jsonl`), `${asNewer(header)}\n`);
    const wanted = JSON.parse(header).header.title;
    expect((await openStore(folder).list()).map(({ title }) => title)).toEqual([wanted]);
  });
});
