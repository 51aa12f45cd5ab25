import { describe, expect, it } from "vitest";
import type { Activity, Purpose } from "./arena-time";
import { ArenaTime, STEP_MS, writingMs } from "./arena-time";

const IDLE: Activity = { look: () => "idle" };
const SUMMARY_MS = writingMs(1_000);

/** An exchange with the model: what it is for, and how long its reply takes. */
async function exchange(
  time: ArenaTime,
  purpose: Purpose,
  { lastsMs = STEP_MS, brings = "step" }: { readonly lastsMs?: number; readonly brings?: "step" | "answer" } = {},
): Promise<void> {
  const over = new AbortController();
  await time.enter(purpose, "");
  await time.hold({ purpose, lastsMs, brings }, over.signal);
  over.abort();
}

async function inTime<T>(work: (time: ArenaTime) => Promise<T>, activity = IDLE): Promise<T> {
  const time = new ArenaTime(activity, 0);
  try {
    return await work(time);
  } finally {
    time.stop();
  }
}

describe("a summary", () => {
  it("is waited for where the agent asks for nothing else meanwhile", () =>
    inTime(async (time) => {
      time.noteQuestion();
      await exchange(time, "summary", { lastsMs: SUMMARY_MS });
      expect([time.nowMs, time.waitedMs]).toEqual([SUMMARY_MS, SUMMARY_MS]);
    }));

  it("is not waited for where the agent takes enough steps meanwhile", () =>
    inTime(async (time) => {
      time.noteQuestion();
      const summary = exchange(time, "summary", { lastsMs: SUMMARY_MS });
      let isWritten = false;
      void summary.then(() => {
        isWritten = true;
      });
      while (!isWritten) await exchange(time, "work");
      expect(time.waitedMs).toBe(0);
    }));

  it("is waited for only as long as the steps taken meanwhile leave", () =>
    inTime(async (time) => {
      time.noteQuestion();
      const summary = exchange(time, "summary", { lastsMs: SUMMARY_MS });
      await exchange(time, "work");
      await summary;
      expect(time.waitedMs).toBe(SUMMARY_MS - STEP_MS);
    }));

  it("keeps nobody waiting after the answer", () =>
    inTime(async (time) => {
      time.noteQuestion();
      await exchange(time, "work", { brings: "answer" });
      await exchange(time, "summary", { lastsMs: SUMMARY_MS });
      expect(time.waitedMs).toBe(0);
    }));
});

describe("requests that are sent at the same moment", () => {
  it("count in the same order, whichever arrives first", async () => {
    const orderOf = (purposes: readonly Purpose[]) =>
      inTime(async (time) => {
        const order: Purpose[] = [];
        await Promise.all(purposes.map((purpose) => time.enter(purpose, "").then(() => order.push(purpose))));
        return order;
      });
    expect(await orderOf(["work", "summary", "other"])).toEqual(await orderOf(["other", "work", "summary"]));
  });

  it("are all waited for while one of them is still arriving", () =>
    inTime(async (time) => {
      const order: Purpose[] = [];
      const arrived = time.receive();
      const work = time.enter("work", "").then(() => order.push("work"));
      await new Promise((resolve) => setImmediate(resolve));
      const summary = time.enter("summary", "").then(() => order.push("summary"));
      arrived();
      await Promise.all([work, summary]);
      expect(order).toEqual(["summary", "work"]);
    }));
});

it("stands still while the agent computes", () => {
  let looks = 0;
  const activity: Activity = { look: () => (++looks < 20 ? "busy" : "idle") };
  return inTime(async (time) => {
    await time.enter("work", "");
    expect(looks).toBeGreaterThan(20);
  }, activity);
});

it("withdraws a reply that nobody waits for any more", () =>
  inTime(async (time) => {
    const over = new AbortController();
    const held = time.hold({ purpose: "summary", lastsMs: SUMMARY_MS, brings: "step" }, over.signal);
    over.abort();
    await held;
    await exchange(time, "work");
    expect(time.nowMs).toBe(STEP_MS);
  }));
