import { describe, expect, it } from "vitest";
import type { RecallScore } from "../../../support/recall-probes";
import { renderScores, scoreRecall } from "../../../support/recall-probes";
import { TRAJECTORIES, trajectory } from "../../../support/trajectories";

/** Small enough that each recorded session is folded several times. */
const WINDOWS: Readonly<Record<(typeof TRAJECTORIES)[number], number>> = {
  "pi-before-compaction": 12_000, "openhands-ponylang__ponyc-4588": 5_000, "sweagent-marshmallow-1867": 3_000, "tau-airline-gpt4o-task02-trial1": 3_000,
};

const sum = (rows: readonly RecallScore[], key: keyof RecallScore) => rows.reduce((total, row) => total + row[key], 0);

describe("the lossless engine on recorded sessions", () => {
  it("gives back every message, finds 95 % of hidden identifiers among ten matches and recalls 60 % of them by itself", async () => {
    const rows: (RecallScore & { readonly name: string })[] = [];
    for (const name of TRAJECTORIES) rows.push({ name, ...await scoreRecall(trajectory(name), WINDOWS[name]) });
    console.log(renderScores(rows));
    expect(rows.map(({ recovered }) => recovered)).toEqual(rows.map(({ messages }) => messages));
    expect(rows.every(({ compressions }) => compressions > 0)).toBe(true);
    expect(sum(rows, "hidden")).toBeGreaterThan(50);
    expect(sum(rows, "foundAt10") / sum(rows, "hidden")).toBeGreaterThanOrEqual(0.95);
    expect(sum(rows, "recalledWhole") / sum(rows, "hidden")).toBeGreaterThanOrEqual(0.6);
    expect(sum(rows, "recalledInStep") / sum(rows, "hidden")).toBeGreaterThanOrEqual(0.6);
    expect(sum(rows, "recalledPart") / sum(rows, "parts")).toBeGreaterThanOrEqual(0.6);
  }, 300_000);
});
