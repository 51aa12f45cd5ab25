import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Summarize, SummaryRequest } from "../../../../src/core/context/engine";
import { manualTime, unlimitedTime } from "../../../support/time-limit";

const { signal } = new AbortController();
const request: SummaryRequest = { kind: "first", system: "", prompt: "", targetTokens: 100, folded: [] };
const never = () => new Promise<never>(() => undefined);

/** How a promise stands after `seconds`: pending, or what it came to. */
async function after<Value>(
  clock: ReturnType<typeof manualTime>,
  seconds: number,
  promise: Promise<Value>,
): Promise<unknown> {
  let now: unknown = "pending";
  promise.then(
    (value) => {
      now = value;
    },
    (error: Error) => {
      now = error.message;
    },
  );
  await clock.pass(seconds);
  return now;
}

/** A summarizer whose summaries are finished by hand. */
function slowSummarizer() {
  const finish: ((text: string) => void)[] = [];
  const signals: AbortSignal[] = [];
  const summarize: Summarize = (_request, given) =>
    new Promise((resolve) => {
      finish.push(resolve);
      signals.push(given);
    });
  return { finish, signals, summarize };
}

describe("the time limit of an engine", () => {
  it("gives what the work gives", async () => {
    expect(await unlimitedTime().within(async () => "done", signal)).toBe("done");
  });

  it("ends after half a minute of the engine's own time and tells the engine to stop", async () => {
    const clock = manualTime();
    let given: AbortSignal | undefined;
    const work = clock.timeLimit.within((own) => {
      given = own;
      return never();
    }, signal);
    expect(await after(clock, 29, work)).toBe("pending");
    expect(given?.aborted).toBe(false);
    expect(await after(clock, 1, work)).toBe("It did not answer within 30 seconds.");
    expect(given?.aborted).toBe(true);
  });

  it("does not count the time in which a summary is written", async () => {
    const clock = manualTime();
    const { finish, summarize } = slowSummarizer();
    const wrapped = clock.timeLimit.wrapSummarizer(summarize);
    const work = clock.timeLimit.within(
      async (own) => `${await wrapped(request, own)}, ${await wrapped(request, own)}`,
      signal,
    );
    await turn();
    expect(await after(clock, 170, work)).toBe("pending");
    finish[0]?.("one");
    await turn();
    expect(await after(clock, 170, work)).toBe("pending");
    finish[1]?.("two");
    expect(await work).toBe("one, two");
  });

  it("counts on when the summary is there", async () => {
    const clock = manualTime();
    const wrapped = clock.timeLimit.wrapSummarizer(async () => "one");
    const work = clock.timeLimit.within(async (own) => {
      await wrapped(request, own);
      return never();
    }, signal);
    expect(await after(clock, 29, work)).toBe("pending");
    expect(await after(clock, 1, work)).toBe("It did not answer within 30 seconds.");
  });

  it("ends also with an engine that asks for summaries for ever", async () => {
    const clock = manualTime();
    const { finish, summarize } = slowSummarizer();
    const wrapped = clock.timeLimit.wrapSummarizer(summarize);
    const work = clock.timeLimit.within(async (own) => {
      for (;;) await wrapped(request, own);
    }, signal);
    await turn();
    for (let minute = 0; minute < 14; minute++) {
      expect(await after(clock, 60, work)).toBe("pending");
      finish.at(-1)?.("more");
      await turn();
    }
    expect(await after(clock, 60, work)).toBe("It had not finished after 15 minutes.");
  });

  it.each([
    ["a result", async () => "late"],
    [
      "a failure",
      async () => {
        throw new Error("late");
      },
    ],
  ])("ignores %s that comes too late", async (_, end) => {
    const clock = manualTime();
    let continueReply = () => {};
    const work = clock.timeLimit.within(async () => {
      await new Promise<void>((resolve) => {
        continueReply = resolve;
      });
      return end();
    }, signal);
    expect(await after(clock, 30, work)).toBe("It did not answer within 30 seconds.");
    continueReply();
    await turn();
    await expect(work).rejects.toThrow("It did not answer within 30 seconds.");
  });

  it("stops at once, also before anything began", async () => {
    const stop = new AbortController();
    let given: AbortSignal | undefined;
    const work = unlimitedTime().within((own) => {
      given = own;
      return never();
    }, stop.signal);
    stop.abort();
    await expect(work).rejects.toMatchObject({ name: "AbortError" });
    expect(given?.aborted).toBe(true);
    await expect(unlimitedTime().within(() => expect.unreachable(), stop.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a wrapped summarizer", () => {
  it("works for an engine that leaves the signal out", async () => {
    const wrapped = unlimitedTime().wrapSummarizer(async (_request, given) => `aborted: ${given.aborted}`);
    expect(await Reflect.apply(wrapped, undefined, [request])).toBe("aborted: false");
  });

  it("costs nothing any more once the limit was reached", async () => {
    const clock = manualTime();
    const { signals, summarize } = slowSummarizer();
    const wrapped = clock.timeLimit.wrapSummarizer(summarize);
    const before = wrapped(request, signal);
    clock.timeLimit.end();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await after(clock, 60, Promise.race([before, wrapped(request, signal)]))).toBe("pending");
    expect(signals).toHaveLength(1);
  });
});
