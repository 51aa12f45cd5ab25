import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withLock } from "../../scripts/lock.mjs";

const newLock = () => join(mkdtempSync(join(tmpdir(), "hermes-lock-")), "work.lock");

describe("a lock", () => {
  it("admits one owner at a time", async () => {
    const lock = newLock();
    const steps: string[] = [];
    const work = (name: string) =>
      withLock(lock, async () => {
        steps.push(`${name} in`);
        await sleep(20);
        steps.push(`${name} out`);
      });
    await Promise.all([work("a"), work("b")]);
    expect(steps).toEqual(["a in", "a out", "b in", "b out"]);
    expect(existsSync(lock)).toBe(false);
  });

  it("is released when the work fails", async () => {
    const lock = newLock();
    await expect(withLock(lock, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(existsSync(lock)).toBe(false);
  });

  it("is taken over from a dead owner", async () => {
    const lock = newLock();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    mkdirSync(lock);
    writeFileSync(join(lock, "pid"), String(pid));
    expect(await withLock(lock, () => "in")).toBe("in");
  });

  it("is taken over from an owner that died before writing its id, or that ran before the last boot", async () => {
    const [nameless, ancient] = [newLock(), newLock()];
    mkdirSync(nameless);
    utimesSync(nameless, Date.now() / 1_000 - 60, Date.now() / 1_000 - 60);
    expect(await withLock(nameless, () => "in")).toBe("in");
    mkdirSync(ancient);
    writeFileSync(join(ancient, "pid"), String(process.pid));
    utimesSync(ancient, 1, 1);
    expect(await withLock(ancient, () => "in")).toBe("in");
  });
});
