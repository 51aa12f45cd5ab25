import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, describe, expect, it } from "vitest";
import { sessionId } from "../../src/core/conversation/ids";
import { says, summary, user } from "../support/conversation";
import { refuseWrites } from "../support/failing-disk";
import { runHermes } from "../support/hermes";
import { says as answers } from "../support/model-server/reply";
import { inEnglish } from "../support/say";
import { continuation, header, openStore, tempFolder } from "../support/sessions";

const first = sessionId("first");

let heal = () => {};
afterEach(() => heal());

async function aStore(folder?: string) {
  const place = folder ?? (await tempFolder());
  const told: string[] = [];
  const clock = { ms: Date.UTC(2026, 1, 1) };
  const store = openStore(place, {
    now: () => clock.ms,
    workerFile: "/none",
    onDegraded: (reason) => told.push(inEnglish(reason)),
    onRestored: (session) => told.push(`${session} saved`),
  });
  return { store, told, clock, folder: place };
}

describe("a full disk", () => {
  it("is reported once, while the conversation continues in memory and only whole lines are on disk", async () => {
    const { store, told, folder } = await aStore();
    const [one, two, three] = [user("one"), user("two"), user("three")];
    const writer = await store.create(header("first"), [one]);
    heal = await refuseWrites("ENOSPC");
    await writer.append([two]);
    await writer.append([three]);
    expect(told).toEqual([
      `The session cannot be saved in ${folder}: the disk is full. Until it can, the conversation continues in memory.`,
    ]);
    expect(writer.storage).toBe("memory");
    expect((await store.read(first)).messages).toEqual([one, two, three]);
    expect((await store.list()).map((line) => [line.id, line.messageCount])).toEqual([["first", 3]]);
    expect((await readFile(join(folder, "first.jsonl"), "utf8")).endsWith("}\n")).toBe(true);
    expect((await openStore(folder).read(first)).messages).toEqual([one]);
  });

  it("receives everything in order once it has room again", async () => {
    const { store, told, clock, folder } = await aStore();
    const messages = [user("one"), user("two"), user("three"), user("four")] as const;
    const writer = await store.create(header("first"), [messages[0]]);
    heal = await refuseWrites("ENOSPC");
    await writer.append([messages[1]]);
    heal();
    await writer.append([messages[2]]);
    expect(writer.storage).toBe("memory");
    clock.ms += 10_000;
    await writer.append([messages[3]]);
    expect(writer.storage).toBe("disk");
    expect(told.slice(1)).toEqual(["first saved"]);
    expect((await openStore(folder).read(first)).messages).toEqual(messages);
    heal = await refuseWrites("ENOSPC");
    await writer.append([user("five")]);
    expect(told).toHaveLength(3);
  });

  it("receives the rest when the session is released, or keeps it readable in this window", async () => {
    const { store, folder } = await aStore();
    const writer = await store.create(header("first"), [user("one")]);
    heal = await refuseWrites("ENOSPC");
    await writer.append([user("two")]);
    await writer.release();
    expect((await store.read(first)).messages).toHaveLength(2);
    heal();
    const again = await store.open(first);
    await again.release();
    expect((await openStore(folder).read(first)).messages).toHaveLength(2);
  });

  it("keeps complete records in a real process with a file size limit", async () => {
    const folder = await tempFolder();
    const program = join(folder, "writer.cjs");
    await build({
      entryPoints: ["test/support/limited-writer.ts"],
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: program,
      external: ["sql.js"],
      logLevel: "warning",
    });
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      'ulimit -f 8; exec "$0" "$@"',
      process.execPath,
      program,
      join(folder, "sessions"),
    ]);
    expect(JSON.parse(stdout)).toEqual({
      reasons: [expect.stringContaining("the file would be larger than the system allows")],
      storage: "memory",
      messages: 20,
    });
    const store = openStore(join(folder, "sessions"));
    const { messages } = await store.read(first);
    expect(messages.length).toBeGreaterThan(2);
    await (await store.open(first)).append([user("goes on")]);
    expect((await store.read(first)).messages).toHaveLength(messages.length + 1);
  });
});

it.each(["ENOSPC", "EROFS"] as const)(
  "turns continue after %s, no refused message is reported as saved, and each loss is reported once",
  async (code) => {
    const hermes = await runHermes({ server: { script: () => answers("fine") } });
    await hermes.say("one");
    heal = await refuseWrites(code);
    expect(await hermes.say("two")).toEqual({ outcome: "answered" });
    expect(await hermes.say("three")).toEqual({ outcome: "answered" });
    expect(hermes.seen("message-stored").map(({ message, storage }) => [message.role, storage])).toEqual([
      ["user", undefined],
      ["assistant", undefined],
      ...Array.from({ length: 4 }, (_, index) => [index % 2 === 0 ? "user" : "assistant", "memory"]),
    ]);
    expect(hermes.seen("notice").map(({ text }) => text)).toEqual([
      expect.stringContaining("the conversation continues in memory"),
      expect.stringContaining("cannot be restored"),
    ]);
  },
);

describe("a read-only disk", () => {
  it("lets a conversation start, continue, and be undone in memory", async () => {
    const { store, told } = await aStore();
    heal = await refuseWrites("EROFS");
    const opening = [user("hello"), says("hi")];
    const writer = await store.create(header("first"), opening);
    expect(told[0]).toContain("the disk is read-only");
    const child = await store.continueSession(writer, continuation("second", first), [summary("s")]);
    await child.append([user("later")]);
    expect(await store.latest()).toBe("second");
    const parent = await store.undoCompression(child.header.id);
    expect(await store.latest()).toBe("first");
    await parent.append(await store.laterTurns(child.header.id));
    expect((await store.read(first)).messages.map((message) => message.role)).toEqual(["user", "assistant", "user"]);
  });

  it("lets an old session be opened and continued in memory", async () => {
    const { store, told, folder } = await aStore();
    await (await store.create(header("first"), [user("one")])).release();
    const before = await readFile(join(folder, "first.jsonl"), "utf8");
    heal = await refuseWrites("EROFS");
    const writer = await store.open(first);
    await writer.append([user("two")]);
    expect(told).toHaveLength(1);
    expect((await store.read(first)).messages).toHaveLength(2);
    expect(await readFile(join(folder, "first.jsonl"), "utf8")).toBe(before);
  });
});

describe("a storage path that is not a folder", () => {
  it("is reported and does not stop the conversation", async () => {
    const file = join(await tempFolder(), "file");
    await writeFile(file, "");
    const { store, told } = await aStore(join(file, "sessions"));
    const writer = await store.create(header("first"), [user("one")]);
    expect([writer.storage, told.length, (await store.list()).length]).toEqual(["memory", 1, 1]);
  });
});
