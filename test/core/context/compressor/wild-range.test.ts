import { describe, expect, it } from "vitest";
import { applyFold, planFor } from "../../../../src/core/context/compressor/plan";
import type { FoldRange } from "../../../../src/core/context/engine";
import { budgetsFor, completePolicy } from "../../../../src/core/context/policy";
import { exchangeStarts } from "../../../../src/core/conversation/exchanges";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { Message } from "../../../../src/core/conversation/message";
import { newestRequestText } from "../../../../src/core/conversation/newest-request";
import { repairMessages } from "../../../../src/core/conversation/repair";
import { estimateMessagesTokens, estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { wildConversation } from "../../../support/conversations";
import { refusedOnWires } from "../../../support/wires";

const CONVERSATIONS = 80;
/** One result in so many is folded once more. */
const AGAIN = 4;
/** One result in so many goes through the encoders of every protocol. */
const SENT = 9;
const KINDS = ["up-to", "from"] as const;
const SUMMARY = "## Active Task\nShort.";
const policy = completePolicy({});
const budgets = budgetsFor(policy, 8_000);

const fold = (messages: readonly Message[], range: FoldRange) =>
  planFor({
    messages,
    asked: { trigger: "manual", range },
    currentTokens: 4_000,
    overheadTokens: 0,
    thresholdTokens: budgets.thresholdTokens,
    budgets,
    protectLastN: policy.protectLastN,
    countTokens: estimateMessageTokens,
  });

/** Every message of every conversation as either end; then the same on what came of it, where a summary stands late. */
describe("every message of wild conversations as the end of a partial compression", () => {
  const folded: (readonly Message[])[] = [];
  const failures = new Map<string, string>();
  const check = (messages: readonly Message[], range: FoldRange, name: string): readonly Message[] | undefined => {
    const plan = fold(messages, range);
    if (plan.kind === "nothing") return undefined;
    const result = applyFold(plan, SUMMARY);
    const note = (property: string, holds: boolean) => {
      if (!holds && !failures.has(property)) failures.set(property, name);
    };
    note("the result is legal", checkLegal(result) === undefined);
    note("there is exactly one summary", result.filter(({ role }) => role === "summary").length === 1);
    note("the result is smaller", estimateMessagesTokens(result) < estimateMessagesTokens(messages));
    note("messages outside of the chosen part stay", keepsOutside(messages, range, result));
    note(
      "the newest request stands after the summary",
      newestRequestText(messages) ===
        newestRequestText(result.slice(result.findIndex(({ role }) => role === "summary"))),
    );
    folded.push(result);
    return result;
  };
  for (let seed = 0; seed < CONVERSATIONS; seed++) {
    const messages = wildConversation(seed);
    messages.forEach(({ id }, at) => {
      for (const kind of KINDS) {
        const name = `seed ${seed}, ${kind} ${at}`;
        const once = check(messages, { kind, messageId: id }, name);
        const next = once?.[(at * 7) % once.length];
        if (once !== undefined && next !== undefined && at % AGAIN === 0)
          for (const again of KINDS) check(once, { kind: again, messageId: next.id }, `${name}, then ${again}`);
      }
    });
  }

  it("is folded often enough to mean something", () => {
    expect(folded.length).toBeGreaterThan(CONVERSATIONS * 5);
  });

  it.each([
    "the result is legal",
    "there is exactly one summary",
    "the result is smaller",
    "messages outside of the chosen part stay",
    "the newest request stands after the summary",
  ])("holds that %s", (property) => {
    expect(failures.get(property)).toBeUndefined();
  });

  it("is accepted by strict servers of all three protocols", () => {
    expect(refusedOnWires(folded.filter((_, index) => index % SENT === 0))).toEqual([]);
  });
});

function keepsOutside(messages: readonly Message[], { kind, messageId }: FoldRange, result: readonly Message[]) {
  const legal = repairMessages(messages);
  const cut = exchangeStarts(legal)[legal.findIndex(({ id }) => id === messageId)] ?? 0;
  const outside = kind === "from" ? legal.slice(0, cut) : legal.slice(cut);
  const left = new Set(result.map(({ id }) => id));
  return outside.every(({ id, role }) => role === "summary" || left.has(id));
}
