import { expect, it } from "vitest";
import { editDraft } from "../../src/core/context/compressor/draft";
import { sessionId } from "../../src/core/conversation/ids";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const PARTS = 60;
const FILES = Object.fromEntries(
  Array.from({ length: PARTS }, (_, index) => [
    `part-${index}.txt`,
    `part ${index}: ${"lorem ipsum dolor sit amet ".repeat(180)}\n`,
  ]),
);

/** Claims a patch, a passing test run and a file; no such call is in the journal. */
const INVENTED = handOff("read all parts and report").replace(
  "## Completed Actions\nNone.",
  [
    "## Completed Actions",
    "1. PATCH src/auth.ts — ok [tool: patch]",
    "2. RUN npm test — exit 0, 42 passed [tool: terminal]",
    "3. WRITE docs/phantom.md — new file [tool: write_file]",
    "4. READ part-0.txt — done [tool: read_file]",
  ].join("\n"),
);

/** Rules are in the system prompt, and in no message. */
const RULES = { "AGENTS.md": "Prices are whole cents: print them with `formatCents`. Run `make verify-all` first.\n" };
const RESTATED = handOff("read all parts and report").replace(
  "## Constraints & Preferences\nNone.",
  "## Constraints & Preferences\n- AGENTS.md: `make verify-all` first; prices only through `formatCents`",
);

async function readEverything(options: RunOptions = {}, summary = INVENTED) {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    ...options,
    settings: {
      "hermes.contextLength": 32_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.agent.maxSteps": PARTS + 10,
      ...options.settings,
    },
    server: {
      windowTokens: 32_000,
      script: (request) => {
        if (isSummaryCall(request)) return says(summary);
        return step < PARTS ? calls(toolCall("read_file", { path: `part-${step}.txt` }, `c${step++}`)) : says("done");
      },
    },
  });
  expect(await hermes.say("read all parts and report")).toEqual({ outcome: "answered" });
  expect(hermes.server.violations).toEqual([]);
  return hermes;
}

it("corrects what never happened on the first row, and on every later one", async () => {
  const hermes = await readEverything();
  const rows = hermes.seen("compressed");
  expect(rows.length).toBeGreaterThan(2);
  expect(rows[0]?.verification?.contradicted).toEqual([
    "PATCH src/auth.ts — ok [tool: patch]",
    "RUN npm test — exit 0, 42 passed [tool: terminal]",
    "WRITE docs/phantom.md — new file [tool: write_file]",
  ]);
  for (const { verification } of rows) expect(verification?.contradicted.length).toBeGreaterThanOrEqual(3);
  const summary = hermes.agent.messages.find(({ role }) => role === "summary");
  const text = summary?.role === "summary" ? summary.text : "";
  expect(text).toContain("1. [corrected: no message on record names src/auth.ts]");
  expect(text).toContain("2. [corrected: `npm test` was never run]");
  expect(text).toContain("4. READ part-0.txt — done [tool: read_file]");
  expect(text).not.toContain("exit 0, 42 passed");
});

it.each(["compressor", "lcm"])("leaves rules alone that a summary of %s restates", async (engine) => {
  const hermes = await readEverything(
    { files: { ...FILES, ...RULES }, settings: { "hermes.context.engine": engine } },
    RESTATED,
  );
  const rows = hermes.seen("compressed");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.flatMap(({ verification }) => verification?.contradicted ?? [])).toEqual([]);
  expect(rows.flatMap(({ verification }) => verification?.unchecked ?? [])).toEqual([]);
});

it("keeps the claims in the journal with the correction, for a later window", async () => {
  const hermes = await readEverything();
  const [first] = hermes.seen("compressed");
  const { events } = await hermes.sessions.read(first?.to ?? sessionId("none"));
  const record = events.find(({ name }) => name === "compression")?.data;
  expect(record).toMatchObject({
    verification: { contradicted: expect.arrayContaining(["PATCH src/auth.ts — ok [tool: patch]"]) },
    claims: expect.arrayContaining([
      expect.objectContaining({
        verdict: "contradicted",
        correction: expect.objectContaining({ text: expect.any(String) }),
      }),
    ]),
  });
});

it("warns about a person's draft and leaves the words", async () => {
  const hermes = await readEverything({ settings: { "hermes.contextLength": 64_000 } });
  const draft = await hermes.agent.draftCompression();
  if (!("plan" in draft)) throw new Error("no draft");
  expect(draft.claims?.length).toBe(3);
  await hermes.agent.compress({ draft: editDraft(draft, INVENTED) });
  expect(hermes.seen("compressed").at(-1)?.verification?.contradicted).toHaveLength(3);
  const summary = hermes.agent.messages.find(({ role }) => role === "summary");
  expect(summary?.role === "summary" && summary.text).toContain("2. RUN npm test — exit 0, 42 passed [tool: terminal]");
});

it("reports what was corrected when a draft was written, and applies the corrected words", async () => {
  const hermes = await readEverything({ settings: { "hermes.contextLength": 64_000 } });
  const draft = await hermes.agent.draftCompression();
  if (!("plan" in draft)) throw new Error("no draft");
  await hermes.agent.compress({ draft });
  expect(hermes.seen("compressed").at(-1)?.verification?.contradicted).toHaveLength(3);
});
