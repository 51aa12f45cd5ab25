import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { messageId } from "../../../src/core/conversation/ids";
import type { Message } from "../../../src/core/conversation/message";
import { header, openStore, tempFolder } from "../../support/sessions";

/** What every open file does when it writes or syncs, counted. */
async function watchDisk(folder: string) {
  const probe = await open(join(folder, "probe"), "w");
  const methods = Object.getPrototypeOf(probe) as Record<
    "write" | "datasync",
    (...args: unknown[]) => Promise<unknown>
  >;
  await probe.close();
  const { write, datasync } = methods;
  const seen = { writes: 0, bytes: 0, syncs: 0 };
  methods.write = function (...args) {
    seen.writes++;
    seen.bytes += Number(args[2]);
    return write.apply(this, args);
  };
  methods.datasync = function (...args) {
    seen.syncs++;
    return datasync.apply(this, args);
  };
  restore = () => Object.assign(methods, { write, datasync });
  return () => {
    const before = { ...seen };
    Object.assign(seen, { writes: 0, bytes: 0, syncs: 0 });
    return before;
  };
}

let restore = () => ({});
afterEach(() => void restore());

const message = (id: number): Message => ({
  role: "user",
  id: messageId(String(id).padStart(8, "0")),
  content: [{ type: "text", text: "same size" }],
});

describe("appending", () => {
  it("writes as much and syncs as often after 100,000 messages as at the start", async () => {
    const folder = await tempFolder();
    const take = await watchDisk(folder);
    const writer = await openStore(folder).create(header("first"));
    take();
    await writer.append([message(1)]);
    const first = take();
    for (let count = 0; count < 100; count++)
      await writer.append(Array.from({ length: 1000 }, (_, index) => message(count * 1000 + index)));
    take();
    await writer.append([message(2)]);
    expect(take()).toEqual(first);
    expect(first).toEqual({ writes: 1, bytes: expect.any(Number), syncs: 1 });
    expect((await stat(join(folder, "first.jsonl"))).size).toBeGreaterThan(100_000 * first.bytes);
  });

  it("in a burst costs one sync for all that waited", async () => {
    const folder = await tempFolder();
    const take = await watchDisk(folder);
    const writer = await openStore(folder).create(header("first"));
    take();
    await Promise.all(Array.from({ length: 50 }, (_, index) => writer.append([message(index)])));
    expect(take()).toMatchObject({ writes: 2, syncs: 2 });
  });
});
