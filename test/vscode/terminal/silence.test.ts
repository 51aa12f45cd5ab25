import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { classifyFailure } from "../../../src/core/providers/failures/failures";
import { untilSilent, within } from "../../../src/vscode/terminal/silence";

const LIMIT_MS = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A model that says a word after each of these pauses and then nothing more; `Infinity` ends in silence for ever. */
async function* speaks(...pausesMs: readonly number[]): AsyncGenerator<string> {
  for (const [index, ms] of pausesMs.entries()) {
    await (ms === Infinity ? new Promise(() => undefined) : new Promise((resolve) => setTimeout(resolve, ms)));
    yield `word ${index}`;
  }
}

async function listen(model: AsyncIterable<string>) {
  const heard: string[] = [];
  let givenUp = 0;
  const listening = (async () => {
    for await (const word of untilSilent(model, LIMIT_MS, () => void givenUp++)) heard.push(word);
  })();
  const outcome = listening.then(
    () => "ended",
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return { heard, outcome: await outcome, givenUp, timers: vi.getTimerCount() };
}

describe("a language model of the editor that streams", () => {
  it("may take its time, as long as it goes on", async () => {
    expect(await listen(speaks(59_000, 59_000, 59_000))).toEqual({
      heard: ["word 0", "word 1", "word 2"],
      outcome: "ended",
      givenUp: 0,
      timers: 0,
    });
  });

  it.each([
    ["in the middle", [10, Infinity], ["word 0"]],
    ["from the start", [Infinity], []],
  ] as const)("and falls silent %s is given up once, with what came", async (_, pauses, heard) => {
    expect(await listen(speaks(...pauses))).toEqual({
      heard,
      outcome: "The language model went silent, so its reply was abandoned.",
      givenUp: 1,
      timers: 0,
    });
  });

  it("and breaks off tells why", async () => {
    const broken = (async function* () {
      yield "half";
      throw new Error("quota");
    })();
    expect(await listen(broken)).toEqual({ heard: ["half"], outcome: "quota", givenUp: 0, timers: 0 });
  });
});

it("takes silence for a broken connection, which is asked again", async () => {
  const { outcome } = await listen(speaks(Infinity));
  expect(classifyFailure({ message: outcome })).toEqual({ kind: "disconnected" });
});

describe("a counter", () => {
  it("that answers in time is believed, and nothing is left waiting", async () => {
    expect([
      await within(
        5_000,
        async () => 42,
        () => undefined,
      ),
      vi.getTimerCount(),
    ]).toEqual([42, 0]);
  });

  it("that does not is told to stop", async () => {
    let stopped = 0;
    const count = within(
      5_000,
      () => new Promise<number>(() => undefined),
      () => void stopped++,
    ).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(stopped).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([stopped, await count]).toEqual([1, "The language model went silent, so its reply was abandoned."]);
  });
});
