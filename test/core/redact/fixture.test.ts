import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../../src/core/redact/secrets";
import { harmlessLines, secretLines } from "../../fixtures/redaction";
import { heldOutHarmless, heldOutSecrets } from "../../fixtures/redaction-held-out";
import { thirdHarmless, thirdSecrets } from "../../fixtures/redaction-third";

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

describe("redaction on known lines", () => {
  const missed = secretLines.filter(({ line, secret }) => redactSecrets(line).includes(secret));
  const wrongly = harmlessLines.filter((line) => redactSecrets(line) !== line);
  const found = secretLines.length - missed.length;
  const recall = found / secretLines.length;
  const precision = found / (found + wrongly.length);

  it("finds at least 95 % of the secrets with at least 98 % precision", () => {
    console.log(
      `redaction: recall ${percent(recall)} of ${secretLines.length} secret lines, ` +
        `precision ${percent(precision)} beside ${harmlessLines.length} harmless lines`,
    );
    expect({ missed: recall < 0.95 ? missed : [], wrongly: precision < 0.98 ? wrongly : [] }).toEqual({
      missed: [],
      wrongly: [],
    });
    expect([secretLines.length >= 60, harmlessLines.length >= 60]).toEqual([true, true]);
  });

  it.each(secretLines)("changes $line only once", ({ line }) => {
    const once = redactSecrets(line);
    expect(redactSecrets(once)).toBe(once);
  });
});

describe("redaction on held-out forms", () => {
  it.each([...heldOutSecrets, ...thirdSecrets])("takes the secret out of $line", ({ line, secret }) => {
    const clean = redactSecrets(line);
    expect(clean).not.toContain(secret);
    expect(redactSecrets(clean)).toBe(clean);
  });

  it.each([...heldOutHarmless, ...thirdHarmless].map((line) => ({ line })))("leaves $line alone", ({ line }) => {
    expect(redactSecrets(line)).toBe(line);
  });
});
