import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { PlanInputs } from "../../../../src/core/context/compressor/plan";
import { planFor, planInTurns } from "../../../../src/core/context/compressor/plan";
import { budgetsFor, completePolicy } from "../../../../src/core/context/policy";
import type { Message } from "../../../../src/core/conversation/message";
import { estimateMessagesTokens, estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says, user } from "../../../support/conversation";

const WINDOW_TOKENS = 32_000;
const signal = new AbortController().signal;
const engine = () =>
  createCompressor({
    contextLength: WINDOW_TOKENS,
    overheadTokens: 2_500,
    summarize: async () => "## Goal\nFix the login.",
  });
const output = (tokens: number) => "a line of some source code in it\n".repeat(tokens / 8);

/** An opening that reads two large files, and a third that nobody has answered yet. */
const opening: readonly Message[] = [
  user("Fix the login."),
  says(call("read_file", "{}", "a"), call("read_file", "{}", "b")),
  result("read_file", output(14_000), "a"),
  result("read_file", output(14_000), "b"),
  says(call("read_file", "{}", "c")),
  result("read_file", output(6_000), "c"),
];

describe("a request that does not fit a small window", () => {
  it.each(["automatic", "overflow"] as const)(
    "has its opening folded where nothing else is left, and keeps what the model has not read (%s)",
    async (trigger) => {
      const folded = await engine().compress(opening, { trigger, currentTokens: 36_000, signal });
      expect(folded.map(({ role }) => role)).toEqual(["user", "summary", "assistant", "tool"]);
      expect(folded.at(-1)).toBe(opening.at(-1));
    },
  );

  it("is known beforehand to have something to fold", () => {
    expect(engine().hasContentToCompress?.(opening)).toBe(true);
    expect(engine().hasContentToCompress?.([opening[0]!, ...opening.slice(4)])).toBe(false);
  });

  it("is planned with a pause before each attempt, and comes to the same", async () => {
    const budgets = budgetsFor(completePolicy({}), WINDOW_TOKENS);
    const inputs: PlanInputs = {
      messages: opening,
      asked: { trigger: "automatic" },
      currentTokens: 36_000,
      overheadTokens: 2_500,
      thresholdTokens: budgets.thresholdTokens,
      budgets,
      protectLastN: 20,
      countTokens: estimateMessageTokens,
    };
    let pauses = 0;
    const plan = await planInTurns(inputs, async () => void pauses++);
    expect(plan).toEqual(planFor(inputs));
    // Four shorter tails leave nothing to fold; the fifth attempt keeps only the first message as the opening.
    expect(pauses).toBeGreaterThanOrEqual(5);
  });

  it("is cut at a shorter tail where the usual one would not fit either", async () => {
    const steps = Array.from({ length: 8 }, (_, index): readonly Message[] => [
      says(call("terminal", "{}", `s${index}`)),
      result("terminal", output(1_500), `s${index}`),
    ]).flat();
    const read = [says(call("read_file", "{}", "r")), result("read_file", output(10_000), "r")];
    const wrote = [
      says(call("write_file", JSON.stringify({ text: output(20_000) }), "w")),
      result("write_file", "written", "w"),
    ];
    const messages = [user("Fix the login."), ...steps, ...read, ...wrote];
    const folded = await engine().compress(messages, {
      trigger: "automatic",
      currentTokens: 2_500 + estimateMessagesTokens(messages),
      signal,
    });
    expect(2_500 + estimateMessagesTokens(folded)).toBeLessThan(WINDOW_TOKENS);
  });

  it("that still fits keeps the usual ends", async () => {
    const fits = await engine().compress(opening, { trigger: "automatic", currentTokens: 31_000, signal });
    expect(fits).toBe(opening);
  });
});
