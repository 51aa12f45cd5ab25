import { expect, it } from "vitest";
import { bootstrapDifference } from "./bootstrap";
import { QUALITIES, writeSummary } from "./summarizers";

const turns = "[USER]\nFix the parser.\n\n[RESULT of bash]\nran `npm test` -> exit 1, 20 lines output";

it.each(["turns", "record"])("a summarizer reads the material of an engine that calls its block %s", (block) => {
  const request = { prompt: `Task.\n\n<${block}>\n${turns}\n</${block}>`, targetTokens: 500 };
  expect(writeSummary(request, "extractive", 1_000)).toContain("npm test");
  expect(writeSummary(request, "random", 1_000)).toContain("npm test");
  expect(writeSummary(request, "empty", 1_000)).not.toContain("npm test");
});

it("no summarizer writes more than everyone may", () => {
  const prompt = `<turns>\n${"a line of output with some words in it\n".repeat(500)}</turns>`;
  for (const quality of QUALITIES)
    expect(writeSummary({ prompt, targetTokens: 5_000 }, quality, 300).length).toBeLessThan(300 * 6);
});

it("a difference of the same runs is zero, with an interval of zero", () => {
  const runs = [1, 2, 3].map((part) => ({ part, whole: 4 }));
  expect(bootstrapDifference(runs, runs)).toEqual({ value: 0, low: 0, high: 0 });
});
