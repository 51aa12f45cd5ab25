import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Summarize, SummaryRequest } from "../../../src/core/context/engine";
import { endlessPatience, handTimed } from "../../support/patience";

const { signal } = new AbortController();
const request: SummaryRequest = { kind: "first", system: "", prompt: "", targetTokens: 100, folded: [] };
const never = () => new Promise<never>(() => undefined);

/** How a promise stands after `seconds`: pending, or what it came to. */
async function after<Value>(
  clock: ReturnType<typeof handTimed>,
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
    new Promise((resolve) => void (finish.push(resolve), signals.push(given)));
  return { finish, signals, summarize };
}

describe("patience with an engine", () => {
  it("gives what the work gives", async () => {
    expect(await endlessPatience().within(async () => "done", signal)).toBe("done");
  });

  it("ends after half a minute of the engine's own time and tells the engine to stop", async () => {
    const clock = handTimed();
    let given: AbortSignal | undefined;
    const work = clock.patience.within((own) => ((given = own), never()), signal);
    expect(await after(clock, 29, work)).toBe("pending");
    expect(given?.aborted).toBe(false);
    expect(await after(clock, 1, work)).toBe("It did not answer within 30 seconds");
    expect(given?.aborted).toBe(true);
  });

  it("does not count the time in which a summary is written", async () => {
    const clock = handTimed();
    const { finish, summarize } = slowSummarizer();
    const lent = clock.patience.lend(summarize);
    const work = clock.patience.within(
      async (own) => `${await lent(request, own)}, ${await lent(request, own)}`,
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
    const clock = handTimed();
    const lent = clock.patience.lend(async () => "one");
    const work = clock.patience.within(async (own) => (await lent(request, own), never()), signal);
    expect(await after(clock, 29, work)).toBe("pending");
    expect(await after(clock, 1, work)).toBe("It did not answer within 30 seconds");
  });

  it("ends also with an engine that asks for summaries for ever", async () => {
    const clock = handTimed();
    const { finish, summarize } = slowSummarizer();
    const lent = clock.patience.lend(summarize);
    const work = clock.patience.within(async (own) => {
      for (;;) await lent(request, own);
    }, signal);
    await turn();
    for (let minute = 0; minute < 14; minute++) {
      expect(await after(clock, 60, work)).toBe("pending");
      finish.at(-1)?.("more");
      await turn();
    }
    expect(await after(clock, 60, work)).toBe("It was not done after 15 minutes");
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
    const clock = handTimed();
    let goOn = () => {};
    const work = clock.patience.within(
      async () => (
        await new Promise<void>((resolve) => {
          goOn = resolve;
        }),
        end()
      ),
      signal,
    );
    expect(await after(clock, 30, work)).toBe("It did not answer within 30 seconds");
    goOn();
    await turn();
    await expect(work).rejects.toThrow("It did not answer within 30 seconds");
  });

  it("stops at once, also before anything began", async () => {
    const stop = new AbortController();
    let given: AbortSignal | undefined;
    const work = endlessPatience().within((own) => ((given = own), never()), stop.signal);
    stop.abort();
    await expect(work).rejects.toMatchObject({ name: "AbortError" });
    expect(given?.aborted).toBe(true);
    await expect(endlessPatience().within(() => expect.unreachable(), stop.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("a lent summarizer", () => {
  it("works for an engine that leaves the signal out", async () => {
    const lent = endlessPatience().lend(async (_request, given) => `aborted: ${given.aborted}`);
    expect(await Reflect.apply(lent, undefined, [request])).toBe("aborted: false");
  });

  it("costs nothing any more once patience has ended", async () => {
    const clock = handTimed();
    const { signals, summarize } = slowSummarizer();
    const lent = clock.patience.lend(summarize);
    const before = lent(request, signal);
    clock.patience.end();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await after(clock, 60, Promise.race([before, lent(request, signal)]))).toBe("pending");
    expect(signals).toHaveLength(1);
  });
});
