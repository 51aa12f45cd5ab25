import { describe, expect, it } from "vitest";
import { shape } from "../support/conversation";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import type { Reply } from "../support/model-server/reply";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";

const once =
  (first: Reply) =>
  (_: unknown, n: number): Reply =>
    n === 0 ? first : says("better now");

describe("a temporary failure", () => {
  it.each([
    ["a rate limit", refuses(429, "rate limit", { "retry-after": "1" })],
    ["an overloaded provider", refuses(529, "Overloaded")],
    ["a fault of the server", refuses(500, "internal error")],
    ["a dropped connection", { kind: "drop" }],
    ["nonsense instead of a stream", { kind: "garbage" }],
  ] satisfies readonly (readonly [string, Reply])[])("(%s) is retried after a visible countdown", async (_, first) => {
    const hermes = await runHermes({ server: { script: once(first) } });
    expect(await hermes.say("hello")).toEqual({ outcome: "answered" });
    expect(hermes.seen("retrying")).toMatchObject([{ attempt: 1, waitMs: expect.any(Number) }]);
    expect(shape(await hermes.stored())).toBe("00 user       hello\n01 assistant  better now");
  });

  it("(a broken stream) keeps the partial reply, marks it, and retries", async () => {
    const hermes = await runHermes({
      server: {
        script: once({
          kind: "cut",
          how: "socket",
          parts: [{ type: "text", text: "The answer begins with these words and goes on" }],
        }),
      },
    });
    expect(await hermes.say("hello")).toEqual({ outcome: "answered" });
    expect(await hermes.stored()).toMatchObject([
      { role: "user" },
      { role: "assistant", interrupted: "disconnected" },
      { role: "assistant", parts: [{ text: "better now" }] },
    ]);
    expect(hermes.server.violations).toEqual([]);
  });
});

it("gives up on an unavailable provider and explains why", async () => {
  let nowMs = 0;
  const hermes = await runHermes({
    server: { script: () => refuses(529, "Overloaded") },
    host: { now: () => (nowMs += 1_000) },
  });
  const end = await hermes.say("hello");
  expect(end).toMatchObject({
    outcome: "failed",
    reason: expect.stringMatching(/^The provider is overloaded\. Waiting did not help\. Details: /),
    actions: ["retry", "larger-model"],
  });
  expect(hermes.seen("turn-ended")).toHaveLength(1);
});

it("continues after the machine slept during a wait, although waking up takes a few attempts", async () => {
  let nowMs = 0;
  const hermes = await runHermes({
    server: { script: (_, n) => (n < 3 ? { kind: "drop" } : says("good morning")) },
    host: {
      now: () => (nowMs += 1),
      wait: async () => {
        nowMs += 8 * 3_600_000;
      },
    },
  });
  expect(await hermes.say("hello")).toEqual({ outcome: "answered" });
});

it("asks whether to continue at the step limit, and continues", async () => {
  const hermes = await runHermes({
    files: { "a.txt": "a" },
    settings: { "hermes.agent.maxSteps": 2 },
    server: { script: (_, n) => (n < 3 ? calls(toolCall("read_file", { path: "a.txt" }, `c${n}`)) : says("done")) },
  });
  expect(await hermes.say("read it often")).toEqual({
    outcome: "step-limit",
    reason: "The turn took 2 steps without finishing.",
    actions: ["continue"],
  });
  expect(await hermes.say("Continue.")).toEqual({ outcome: "answered" });
  expect([hermes.server.requests.length, hermes.server.violations]).toEqual([4, []]);
});

it("asks for a key when the provider rejects it", async () => {
  const hermes = await runHermes({ server: { key: "another-key" } });
  expect(await hermes.say("hello")).toMatchObject({ outcome: "failed", actions: ["add-key", "retry"] });
});

it("lowers the output limit instead of compressing when only the reply is too long", async () => {
  const hermes = await runHermes({
    settings: { "hermes.maxOutputTokens": 20_000, "hermes.contextLength": 200_000 },
    server: {
      script: once(
        refuses(
          400,
          "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease " +
            "input length or `max_tokens` and try again",
        ),
      ),
    },
  });
  expect(await hermes.say("hello")).toEqual({ outcome: "answered" });
  expect(hermes.seen("compression-started")).toEqual([]);
  expect(hermes.server.requests.map(({ body }) => body["max_tokens"])).toEqual([20_000, 10_000]);
});

it("removes thinking once when the provider reports it as damaged", async () => {
  const hermes = await runHermes({
    server: {
      script: (_, n) =>
        [
          {
            kind: "answer" as const,
            parts: [
              { type: "thinking" as const, text: "hm" },
              { type: "text" as const, text: "first" },
            ],
          },
          refuses(400, "messages.1.content.0: Invalid `signature` in `thinking` block"),
        ][n] ?? says("second"),
    },
  });
  await hermes.say("one");
  expect(await hermes.say("two")).toEqual({ outcome: "answered" });
  expect(hermes.seen("recovering")).toMatchObject([{ failure: "bad-thinking" }]);
  expect(hermes.server.requests.map(({ text }) => text.includes('"thinking":"hm"'))).toEqual([false, true, false]);
});

describe("a window that is always full", () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`f${index}.txt`, "some words that say little\n".repeat(300)]),
  );

  /**
   * Reads one file per step; from the twentieth step on, every `every`-th request is refused without stating a limit.
   */
  async function fullAgain(every: number) {
    let [step, asked] = [0, 0];
    const hermes = await runHermes({
      files,
      settings: { "hermes.maxOutputTokens": 1_000 },
      server: {
        script: (request) => {
          if (isSummaryCall(request)) return says(handOff());
          if (step >= 20 && asked++ % every === 0) return refuses(400, "prompt is too long");
          return calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`));
        },
      },
    });
    return { hermes, end: await hermes.say("read them") };
  }

  it.each([
    ["immediately", 1],
    ["after a few more steps", 8],
  ])("that fills up again %s is compressed three times in a turn, then alternatives are offered", async (_, every) => {
    const { hermes, end } = await fullAgain(every);
    expect(end).toMatchObject({
      outcome: "failed",
      reason:
        "The model's context window is still too small after 3 compressions in one turn. " +
        "Details: 400: prompt is too long",
      actions: ["new-session", "compress-with-focus", "larger-model", "evict-largest"],
    });
    expect(hermes.seen("recovering").map(({ failure }) => failure)).toEqual(["overflow", "overflow", "overflow"]);
    expect(hermes.server.violations).toEqual([]);
  });
});

it("keeps a reply that filled the window, compresses, and continues", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`f${index}.txt`, "some words ".repeat(800)]),
  );
  let step = 0;
  let cut = false;
  const hermes = await runHermes({
    files,
    settings: { "hermes.contextLength": 100_000, "hermes.maxOutputTokens": 1_000 },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        if (step < 20) return calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`));
        if (cut) return says("and this is the rest.");
        cut = true;
        return { kind: "answer", parts: [{ type: "text", text: "This is the beginning" }], stop: "window-full" };
      },
    },
  });
  expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
  expect(hermes.seen("compressed")).toHaveLength(1);
  expect(shape(await hermes.stored())).toContain("This is the beginning");
  expect(hermes.server.violations).toEqual([]);
});

describe("approvals", () => {
  it("are requested once and remembered for the session", async () => {
    let asked = 0;
    const hermes = await runHermes({
      settings: { "hermes.approval.run": "ask" },
      host: {
        askApproval: async () => {
          asked++;
          return { kind: "allow", remember: "session" };
        },
      },
      server: {
        script: (_, n) => (n < 2 ? calls(toolCall("terminal", { command: "echo hi" }, `c${n}`)) : says("done")),
      },
    });
    await hermes.say("run it twice");
    expect(asked).toBe(1);
  });

  it("that are denied reach the model as an error it can handle", async () => {
    const hermes = await runHermes({
      settings: { "hermes.approval.run": "ask" },
      host: { askApproval: async () => ({ kind: "deny", reason: "use the other script" }) },
      server: {
        script: (_, n) => (n === 0 ? calls(toolCall("terminal", { command: "echo hi" }, "c1")) : says("understood")),
      },
    });
    expect(await hermes.say("run it")).toEqual({ outcome: "answered" });
    expect(hermes.server.requests[1]?.text).toContain("use the other script");
  });
});
