import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gatherEvidence, gatherRichEvidence, readEvidence } from "../../../../src/core/context/compressor/evidence";
import { gatherKnowledge } from "../../../../src/core/context/compressor/knowledge";
import type { FoldPlan } from "../../../../src/core/context/compressor/plan";
import { planCompression } from "../../../../src/core/context/compressor/plan";
import { budgetsFor, completePolicy } from "../../../../src/core/context/policy";
import type { Message } from "../../../../src/core/conversation/message";
import { ledgerOf } from "../../../../src/core/ledger/fold";
import { call, result, says, user } from "../../../support/conversation";
import { longTalk } from "../../../support/long-conversation";

const WINDOW_TOKENS = 8_000;
const budgets = budgetsFor(completePolicy({}), WINDOW_TOKENS);

function planOf(messages: readonly Message[]): FoldPlan {
  const plan = planCompression(messages, { contextLength: WINDOW_TOKENS, protectLastN: 2 });
  if (plan.kind !== "fold") throw new Error(plan.reason);
  return plan;
}

const line = fc.constantFrom(
  "Error: ENOENT, no such file src/auth/login.ts",
  "3 failed, 12 passed",
  "we decided to use argon2 because bcrypt is slow",
  "plain words",
  "req-7f3a10 took 312 ms",
  "password: hunter2hunter2",
);
const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n").repeat(3));
const turn = ([asked, printed, said]: readonly [string, string, string], index: number): readonly Message[] => [
  user(asked),
  says("looking", call("terminal", JSON.stringify({ command: "npm test", note: said }), `c${index}`)),
  result("terminal", printed, `c${index}`),
  says(said),
];
const conversation = fc
  .array(fc.tuple(text, text, text), { minLength: 12, maxLength: 20 })
  .map((turns) => [...turns.flatMap(turn), ...longTalk(6)]);

describe("evidence", () => {
  it("is the same whether messages were read one by one before or all at once", () => {
    fc.assert(
      fc.property(conversation, fc.nat(), (messages, seed) => {
        const known = planOf(messages);
        messages.forEach((message, index) => {
          if ((index * 7 + seed) % 3 > 0) readEvidence([message], seed % 2 === 0 ? "plain" : "rich");
        });
        const fresh = planOf(structuredClone(messages));
        expect(gatherEvidence(known)).toEqual(gatherEvidence(fresh));
        expect(gatherRichEvidence(known, ledgerOf(known.legal))).toEqual(
          gatherRichEvidence(fresh, ledgerOf(fresh.legal)),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("ranks what was read just before the fold above what was read twice long ago", () => {
    const read = (name: string) => result("read_file", `${name} stands here`, `c-${name}`);
    const plan = planOf(longTalk(30));
    const { names } = gatherEvidence({
      ...plan,
      folded: [read("old_name"), read("old_name"), ...plan.folded, read("new_name")],
    });
    expect(names.filter((name) => name.endsWith("_name"))).toEqual(["new_name", "old_name"]);
  });

  it("reads the names of a call's arguments as they were meant, without the keys of the tool", () => {
    const written = says(
      call("write_file", JSON.stringify({ file_path: "src/door.ts", newText: "import x\n\tcloseDoor()" }), "c-write"),
    );
    const before = planOf(longTalk(30));
    const { names } = gatherEvidence({ ...before, folded: [written] });
    expect(names).toEqual(expect.arrayContaining(["src/door.ts", "closeDoor"]));
    expect(names.filter((name) => /newText|file_path|\\/.test(name))).toEqual([]);
  });
});

describe("what code knows about the folded turns", () => {
  it("is read in bites that let others take their turn, and comes to the same", async () => {
    let breaths = 0;
    const messages = longTalk(250);
    const inBites = await gatherKnowledge(planOf(messages), budgets, { breathe: async () => void breaths++ });
    expect(breaths).toBeGreaterThanOrEqual(5);
    const fresh = planOf(structuredClone(messages));
    expect(inBites).toEqual(
      await gatherKnowledge(fresh, budgets, { ledger: ledgerOf(fresh.legal), breathe: async () => undefined }),
    );
  });

  it("is read by itself for a short conversation", async () => {
    let breaths = 0;
    await gatherKnowledge(planOf(longTalk(20)), budgets, { breathe: async () => void breaths++ });
    expect(breaths).toBe(0);
  });
});
