import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FoldPlan } from "../../../../src/core/context/compressor/plan";
import { planCompression } from "../../../../src/core/context/compressor/plan";
import { budgetsFor, completePolicy } from "../../../../src/core/context/policy";
import { gatherEvidence, gatherRichEvidence } from "../../../../src/core/context/summary/evidence";
import { readEvidence } from "../../../../src/core/context/summary/facts/evidence-list";
import { gatherFacts } from "../../../../src/core/context/summary/gather-facts";
import type { Message } from "../../../../src/core/conversation/message";
import { ledgerOf } from "../../../../src/core/ledger/add-to-ledger";
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
    expect([...names].filter((name) => name.endsWith("_name"))).toEqual(["new_name", "old_name"]);
  });

  const linesOf = (...folded: Message[]): readonly string[] =>
    gatherEvidence({ ...planOf(longTalk(30)), folded, legal: folded }).lines.map(({ text }) => text);

  it("has every error a tool reports, also from the middle of a long output", () => {
    const filler = Array.from({ length: 2_000 }, (_, index) => `  checking module number ${index} of the shop`);
    const output = [
      " FAIL  test/cart.test.ts > adds a line",
      ...filler,
      "AssertionError: expected 2 to be 3",
      "Caused by: java.lang.IllegalStateException: closed",
      ...filler,
      "exit code 1",
    ].join("\n");
    expect(linesOf(result("terminal", output))).toEqual(
      expect.arrayContaining([
        "FAIL  test/cart.test.ts > adds a line",
        "AssertionError: expected 2 to be 3",
        "Caused by: java.lang.IllegalStateException: closed",
      ]),
    );
  });

  it("does not take the code of a file for errors", () => {
    const code = Array.from(
      { length: 45 },
      (_, index) => `  if (failed) throw new Error("part is an error");// ${"x".repeat(index)}`,
    );
    expect(linesOf(result("read_file", code.join("\n")))).toEqual([]);
    expect(linesOf(result("terminal", code.join("\n")))).toEqual([]);
  });

  it("has neither lines nor names from a secret, also where a line alone would not tell", () => {
    const key = Array.from({ length: 6 }, () => "Qx7ZrT2mKp9LwB4vNc6HjD8sFy3GaU5e".repeat(2));
    const block = [`-----BEGIN PRIVATE ${"KEY"}-----`, ...key, `-----END PRIVATE ${"KEY"}-----`].join("\n");
    const token = `gh${"p_"}Qx7ZrT2mKp9LwB4vNc6HjD8sFy3GaU5e1234`;
    const { lines, names } = gatherEvidence({
      ...planOf(longTalk(30)),
      folded: [
        user(`use ${token} please`),
        says("ok", call("login", JSON.stringify({ user: "app", password: "Sommer2024x" }), "l")),
        result("terminal", `${block}\nerror: exit code 1 with ${token}`, "l"),
      ],
    });
    expect([...lines.map(({ text: words }) => words), ...names].join("\n")).not.toMatch(/Qx7ZrT2m|Sommer2024x/);
  });

  it("reads the names of a call's arguments as they were meant, without the keys of the tool", () => {
    const written = says(
      call("write_file", JSON.stringify({ file_path: "src/door.ts", newText: "import x\n\tcloseDoor()" }), "c-write"),
    );
    const before = planOf(longTalk(30));
    const { names } = gatherEvidence({ ...before, folded: [written] });
    expect([...names]).toEqual(expect.arrayContaining(["src/door.ts", "closeDoor"]));
    expect([...names].filter((name) => /newText|file_path|\\/.test(name))).toEqual([]);
  });
});

describe("what code knows about the folded turns", () => {
  it("is read in bites that let others take their turn, and comes to the same", async () => {
    let yields = 0;
    const messages = longTalk(250);
    const inSlices = await gatherFacts(planOf(messages), budgets, { yieldToHost: async () => void yields++ });
    expect(yields).toBeGreaterThanOrEqual(5);
    const fresh = planOf(structuredClone(messages));
    expect(inSlices).toEqual(
      await gatherFacts(fresh, budgets, { ledger: ledgerOf(fresh.legal), yieldToHost: async () => undefined }),
    );
  });

  it("is listed in bites as well where every message was read before", async () => {
    let yields = 0;
    const plan = planOf(longTalk(600, 100));
    const ledger = ledgerOf(plan.legal);
    readEvidence(plan.legal, "plain");
    await gatherFacts(plan, budgets, { ledger, yieldToHost: async () => void yields++ });
    // Between four phases of a long conversation, and after every thousand messages.
    expect(yields).toBeGreaterThanOrEqual(4 + 2_400 / 1_000);
  });

  it("is read by itself for a short conversation", async () => {
    let yields = 0;
    await gatherFacts(planOf(longTalk(8)), budgets, { yieldToHost: async () => void yields++ });
    expect(yields).toBe(0);
  });
});
