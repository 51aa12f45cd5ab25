import { describe, expect, it } from "vitest";
import type { FactReport } from "../measures/facts";
import type { ContestResult } from "../measures/result";
import { FACT_KINDS } from "../task/task";
import { agreementTable, qualityTables } from "./comparisons";
import { findings, mergeResults, reportDocument } from "./document";
import { finisherTable } from "./finishers";
import { plot } from "./plot";
import { contestTables, totalTime } from "./tables";
import { waitTable } from "./waits";

const none = { known: 0, seen: 0, told: 0 };
const facts: FactReport = {
  all: { known: 100, seen: 90, told: 80 },
  byKind: Object.fromEntries(FACT_KINDS.map((kind) => [kind, none])) as FactReport["byKind"],
  stale: none,
};
const result = (contestant: string, more: Partial<ContestResult> = {}): ContestResult => ({
  ...{ contestant, version: "1", family: "debugging", seed: 101, windowTokens: 100_000, quality: "extractive" },
  ...{ kiloUnits: 1_000, readShare: 0.9, overheadTokens: 2_000, requests: 100, summaryCalls: 2, compactions: 2 },
  ...{ overflows: 0, peakTokens: 1, meanTokens: 1, atEnd: facts, editAvail: 1, rereads: 0 },
  ...{
    solved: 20,
    solvedAfterRereading: 2,
    failed: 3,
    solvedPerMillion: 22,
    summaryWaitSeconds: 1,
    wallMs: 1,
    cpuMs: 1,
    peakMb: 1,
  },
  invalid: [],
  run: { startedAt: "2026-01-02T03:04:05.678Z", endedAfterMs: 60_000, jobs: 2, round: 1 },
  ...more,
});

describe("the findings", () => {
  it("say where a rival does better, and where none does", () => {
    const ours = result("hermes-adaptive");
    expect(findings([ours, result("codex", { solvedPerMillion: 10, kiloUnits: 900 })])).toMatch(
      /: hermes-adaptive solves more tasks per unit of cost than every rival \(22\.0\); cheaper in total: codex\.$/,
    );
    expect(findings([ours, result("pi", { solvedPerMillion: 30 })])).toBe(
      "- **debugging, 100K**: pi solves more per unit of cost than hermes-adaptive; no rival costs less.",
    );
  });

  it("claim no lead where no rival has finished", () => {
    const alone = findings([result("hermes-adaptive"), result("pi", { invalid: ["it broke"] })]);
    expect(alone).toContain("no rival has finished");
  });

  it("leave out runs that are not valid", () => {
    const broken = result("pi", { solvedPerMillion: 99, invalid: ["it broke"] });
    expect(findings([result("hermes-adaptive"), result("codex"), broken])).not.toContain("pi");
    expect(contestTables([broken])).toContain(
      "**pi** did not finish: it broke. Its system prompt and tools take 2% of the window.",
    );
  });
});

describe("the report", () => {
  it("renews the rows of the agents that ran again, and keeps the others", () => {
    const merged = mergeResults([result("pi"), result("codex")], [result("codex", { solved: 25 })]);
    expect(merged.map(({ contestant, solved }) => [contestant, solved])).toEqual([
      ["codex", 25],
      ["pi", 20],
    ]);
  });

  it("says which agents did not run in a contest", () => {
    const text = contestTables([result("pi"), result("codex"), result("pi", { family: "refactoring" })]);
    expect(text.match(/Not run: .*/g)).toEqual(["Not run: codex."]);
  });

  it("ranks agents by tasks per unit of cost", () => {
    const rows = contestTables([result("pi", { solvedPerMillion: 5 }), result("codex")]).split("\n");
    expect(rows.filter((row) => /^\| (?:pi|codex)/.test(row)).map((row) => row.split(" ")[1])).toEqual([
      "codex",
      "pi",
      "codex",
      "pi",
    ]);
  });

  it("tells every figure from the results alone", () => {
    const more = { takesMinutes: false, sendPrompt: () => Promise.reject(new Error()) };
    const settings = { name: "pi", version: "1", settings: "defaults", ...more };
    expect(reportDocument([{ id: "pi", ...settings }], [result("pi")])).toContain("| pi (pi) | 1 | defaults |");
  });

  it("compares summaries of other qualities in a table of their own", () => {
    const terse = result("pi", { quality: "terse", solvedPerMillion: 11 });
    expect(qualityTables([result("pi"), terse, result("codex")])).toContain(
      ["| agent | extractive | terse |", "| --- | ---: | ---: |", "| pi | 80 / 22.0 | 80 / 11.0 |"].join("\n"),
    );
    expect(
      qualityTables([result("hermes-lcm"), result("hermes-lcm", { quality: "terse" }), result("pi"), terse]),
    ).toContain("- terse: ours lead; the order is hermes-lcm, pi.");
    expect(contestTables([result("pi"), terse])).not.toContain("terse");
    expect(qualityTables([result("pi")])).toBe("");
  });

  it("says how far contests agree that were held twice, and shows the first", () => {
    const again = result("pi", { kiloUnits: 1_010, run: { ...result("pi").run, round: 2 } });
    expect(agreementTable([result("pi"), again])).toMatch(
      /^[^]*0 of 1 contests[^]*\| pi \| debugging.* \| 2 times \| 0 \| 1 \| 0 \| 0 \| 0 \|$/,
    );
    expect(agreementTable([result("pi"), { ...again, kiloUnits: 1_000, wallMs: 9 }])).toContain("1 of 1 contests");
    expect(agreementTable([result("pi")])).toBe("");
    expect(contestTables([result("pi"), again])).not.toContain("1010");
  });

  it("says from how many runs its figures come", () => {
    const other = result("pi", { run: { startedAt: "2026-02-02T00:00:00Z", endedAfterMs: 1, jobs: 1, round: 1 } });
    expect(totalTime([result("codex")])).toMatch(
      /main tables come from one run .*\n\n- begun 2026-01-02 03:04 UTC: 1 contests, 2 at a time, 1 min/,
    );
    expect(totalTime([result("codex"), other])).toContain("2 runs of the arena;");
    expect(totalTime([result("codex"), { ...other, quality: "terse" }])).toMatch(
      /main tables come from one run[^]*with other summaries come from one run/,
    );
  });

  it("says where our users wait a third of what the best rival's wait", () => {
    const waits = (agent: string, summaryWaitSeconds: number) => result(agent, { summaryWaitSeconds });
    const text = waitTable([
      waits("hermes-default", 40),
      waits("hermes-background", 20),
      waits("codex", 60),
      waits("pi", 90),
      result("qwen-code", { summaryWaitSeconds: 0, summaryCalls: 0 }),
    ]);
    expect(text).toContain("| debugging, 100K | codex 60 | 20 | 40 | **20** | qwen-code |");
    expect(waitTable([waits("hermes-default", 40)])).toBe("");
  });

  it("says who reached the end, by window", () => {
    const broken = result("pi", { invalid: ["it broke"] });
    const text = finisherTable([result("hermes-lcm"), result("codex", { windowTokens: 60_000 }), broken]);
    expect(text).toContain("1 of 2 rivals finished");
    expect(text).toContain(
      "| hermes-lcm | not run | 1 of 1 |\n| codex | 1 of 1 | not run |\n| pi | not run | 0 of 1 |",
    );
  });

  it("plots one mark per agent", () => {
    const svg = plot([result("pi"), result("hermes-lcm")], "Told", () => 80);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg).toContain(">hermes-lcm</text>");
  });
});
