import { expect, test } from "vitest";
import { checkCompaction } from "../../../src/core/foreign/check-compaction";
import { foreignModel } from "../../../src/core/foreign/model";
import { describeCheck } from "../../../src/presenter/foreign/compaction-words";
import { foreignEvents } from "../../../src/presenter/foreign/events";
import { describeForeignMeter } from "../../../src/presenter/foreign/meter-words";
import { createPresenter } from "../../../src/presenter/presenter";
import { sayInEnglish } from "../../../src/presenter/words/say";
import { foreignHome, readNewest } from "../../support/foreign-fixtures";

const world = foreignHome();

async function viewOf(agent: "claude-code" | "codex") {
  const session = await readNewest(world, agent);
  const checks = session.compactions.map((compaction) => checkCompaction(session, compaction));
  return { session, modelOf: foreignModel, checks };
}

test("the inspector shows gauge, requests, cost, and the compaction with what was lost", async () => {
  const presenter = createPresenter();
  for (const event of foreignEvents(await viewOf("claude-code"))) presenter.take(event);
  const { context, timeline, totals, compressions } = presenter.inspector();
  expect([context.gauge.usedTokens, context.gauge.windowTokens, context.gauge.source]).toEqual([
    21_552,
    200_000,
    "reported",
  ]);
  expect(context.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(21_552);
  expect(context.items.map(({ label }) => label).join()).not.toContain("REFERENCE ONLY");
  expect(timeline).toHaveLength(9);
  expect(totals.costUsd).toBeGreaterThan(0);
  expect(compressions).toMatchObject([
    {
      beforeTokens: 22_040,
      afterTokens: 2_792,
      trigger: "manual",
      verification: { contradicted: [expect.any(String)] },
    },
  ]);
});

test("the transcript has a row for everything that was said, also before the compaction", async () => {
  const presenter = createPresenter();
  const [opened] = foreignEvents(await viewOf("codex"));
  presenter.take(opened!);
  const text = JSON.stringify(presenter.chat());
  expect(["Staging port: 8123", "Which port does staging use?"].map((one) => text.includes(one))).toEqual([true, true]);
});

test("the transcript says what was not understood, by kind and number", async () => {
  const view = await viewOf("codex");
  const presenter = createPresenter();
  const unknown = { "new-kind": 2, future: 1 };
  for (const event of foreignEvents({ ...view, session: { ...view.session, unknown, unreadable: 1 } }))
    presenter.take(event);
  const notices = presenter.chat().rows.filter(({ kind }) => kind === "notice");
  expect(notices.map((row) => "text" in row && row.text)).toMatchInlineSnapshot(`
    [
      "3 records of Codex are of a kind that Hermes does not know, and are not shown: new-kind (2), future (1)",
      "1 line of Codex is damaged, and is not shown.",
    ]
  `);
});

test("the meter names the agent, its tokens, and its window", async () => {
  const { session } = await viewOf("codex");
  expect(describeForeignMeter(session, session.windowTokens ?? 0, sayInEnglish).text).toMatch(
    /^Codex · [\d.]+K \/ 190K · \d+%$/,
  );
});

test("a compaction is summed up by what it lost and claims falsely", async () => {
  const { checks } = await viewOf("claude-code");
  expect(describeCheck(checks[0]!, sayInEnglish)).toMatch(/^lost \d+ of \d+ names, 1 claim contradicted$/);
});
