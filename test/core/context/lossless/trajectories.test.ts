import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import type { RecallRow } from "../../../support/recall-probes";
import { poolScores, renderRecall, scoreRecall } from "../../../support/recall-probes";
import { fixtureFolder, readTranscript, recordingsIn } from "../../../support/trajectories";

/** So small that each recorded session is folded, the long ones many times. */
const windowFor = (totalTokens: number): number => Math.round(Math.min(32_000, Math.max(3_000, totalTokens / 8)));

describe("the lossless engine on recorded sessions", () => {
  it("returns every message, finds 95% of hidden identifiers in ten matches, and recalls 60% of them", async () => {
    const folder = fixtureFolder(process.cwd());
    const rows: RecallRow[] = [];
    for (const name of recordingsIn(folder)) {
      const messages = readTranscript(join(folder, `${name}.json`));
      rows.push({ name, ...(await scoreRecall(messages, windowFor(estimateMessagesTokens(messages)))) });
    }
    const all = poolScores("all", rows);
    console.log(renderRecall([...rows.filter(({ hidden }) => hidden > 0), all]));
    expect(rows.map(({ recovered }) => recovered)).toEqual(rows.map(({ messages }) => messages));
    expect(all.compressions).toBeGreaterThan(rows.length);
    expect(all.hidden).toBeGreaterThan(50);
    expect(all.foundAt10 / all.hidden).toBeGreaterThanOrEqual(0.95);
    expect(all.recalledWhole / all.hidden).toBeGreaterThanOrEqual(0.9);
    expect(all.recalledInStep / all.hidden).toBeGreaterThanOrEqual(0.6);
    expect(all.used / all.broughtBack).toBeGreaterThanOrEqual(0.6);
    expect(all.recalledPart / all.parts).toBeGreaterThanOrEqual(0.6);
  }, 300_000);
});
