import { describe, expect, it } from "vitest";
import { Lock } from "../../../src/core/base/lock";

describe("a lock", () => {
  it("runs one piece of work at a time, in the order of the calls", async () => {
    const lock = new Lock();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} starts`);
      await Promise.resolve();
      seen.push(`${name} ends`);
    };
    await Promise.all([lock.run(work("first")), lock.run(work("second"))]);
    expect(seen).toEqual(["first starts", "first ends", "second starts", "second ends"]);
  });

  it("passes a failure to its caller and runs the next", async () => {
    const lock = new Lock();
    const failed = lock.run(async () => Promise.reject(new Error("no")));
    const next = lock.run(async () => "done");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("done");
  });
});
