import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acquireLease } from "../../../../src/core/sessions/journal/lease";
import { freshId, tempFolder } from "../../../support/sessions";

const clock = { now: () => Date.UTC(2026, 0, 1), newId: freshId };
const aLease = async () => join(await tempFolder(), "s.lease");
const holderOf = async (file: string) =>
  JSON.parse(await readFile(file, "utf8")) as { pid: number; started: string; machine: string; token: string };

describe("a lease", () => {
  it("is held by one at a time and free again after release", async () => {
    const file = await aLease();
    const lease = await acquireLease(file, clock);
    expect(await lease.isMine()).toBe(true);
    await expect(acquireLease(file, clock)).rejects.toMatchObject({ kind: "in-use" });
    await lease.release();
    expect(await lease.isMine()).toBe(false);
    await (await acquireLease(file, clock)).release();
  });

  it("is taken over from a process that is gone", async () => {
    const file = await aLease();
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    await (await acquireLease(file, clock)).release();
    const own = await acquireLease(file, clock);
    await writeFile(file, JSON.stringify({ ...(await holderOf(file)), pid: child.pid, token: "dead" }));
    expect(await own.isMine()).toBe(false);
    const lease = await acquireLease(file, clock);
    expect(await lease.isMine()).toBe(true);
    await lease.release();
  });

  it("is taken over from another process that got the same pid", async () => {
    const file = await aLease();
    await acquireLease(file, clock);
    await writeFile(file, JSON.stringify({ ...(await holderOf(file)), started: "0", token: "before" }));
    expect(await (await acquireLease(file, clock)).isMine()).toBe(true);
  });

  it("of another machine counts as long as its heart beats", async () => {
    const file = await aLease();
    await acquireLease(file, clock);
    await writeFile(file, JSON.stringify({ ...(await holderOf(file)), machine: "elsewhere", token: "remote" }));
    const at = (ageSeconds: number) => utimes(file, clock.now() / 1000 - ageSeconds, clock.now() / 1000 - ageSeconds);
    await at(100);
    await expect(acquireLease(file, clock)).rejects.toMatchObject({ kind: "in-use" });
    await at(121);
    expect(await (await acquireLease(file, clock)).isMine()).toBe(true);
  });

  it("is taken over when its file is garbled", async () => {
    const file = await aLease();
    await writeFile(file, "{");
    expect(await (await acquireLease(file, clock)).isMine()).toBe(true);
  });

  it("goes to exactly one of many who find a dead one at once", async () => {
    const file = await aLease();
    await acquireLease(file, clock);
    await writeFile(file, JSON.stringify({ ...(await holderOf(file)), started: "0", token: "before" }));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => acquireLease(file, clock)));
    const mine = await Promise.all(
      tries.map(async (attempt) => attempt.status === "fulfilled" && (await attempt.value.isMine())),
    );
    expect(mine.filter((held) => held)).toHaveLength(1);
  });
});
