import { describe, expect, it } from "vitest";
import type { Calibration } from "../../../src/core/tokens/calibrate";
import { calibrateTokens, observePrompt, uncalibrated } from "../../../src/core/tokens/calibrate";

const seen = (calibration: Calibration, promptTokens: number, model = "claude-x") =>
  observePrompt(calibration, { model, estimatedTokens: 1_000, promptTokens });

describe("calibration", () => {
  it("leaves an estimate alone until the model reported something", () => {
    expect(calibrateTokens(uncalibrated, "claude-x", 1_000)).toBe(1_000);
  });

  it("takes the first report at its word", () => {
    expect(calibrateTokens(seen(uncalibrated, 1_300), "claude-x", 2_000)).toBe(2_600);
  });

  it("keeps models apart", () => {
    const calibration = seen(seen(uncalibrated, 1_300), 900, "gpt-x");
    expect([calibrateTokens(calibration, "claude-x", 1_000), calibrateTokens(calibration, "gpt-x", 1_000)]).toEqual([
      1_300, 900,
    ]);
  });

  it("settles on a changed ratio within a few reports and is not thrown off by one", () => {
    const steady = [1_300, 1_300, 1_300, 1_300].reduce(
      (calibration, tokens) => seen(calibration, tokens),
      uncalibrated,
    );
    expect(calibrateTokens(seen(steady, 2_000), "claude-x", 1_000)).toBeLessThan(1_550);
    const changed = Array.from({ length: 10 }).reduce<Calibration>((calibration) => seen(calibration, 2_000), steady);
    expect(calibrateTokens(changed, "claude-x", 1_000)).toBeGreaterThan(1_950);
  });

  it.each([0, -5, Number.NaN, 1, 100_000])("ignores a report of %s tokens for a thousand", (promptTokens) => {
    expect(seen(uncalibrated, promptTokens)).toBe(uncalibrated);
  });

  it("ignores requests too small to tell", () => {
    expect(observePrompt(uncalibrated, { model: "claude-x", estimatedTokens: 20, promptTokens: 60 })).toBe(
      uncalibrated,
    );
  });

  it("treats a model named like a built-in property as any other", () => {
    expect(calibrateTokens(uncalibrated, "constructor", 10)).toBe(10);
  });
});
