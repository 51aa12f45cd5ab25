import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatCount,
  formatCountdown,
  formatExact,
  formatGrowth,
  formatMs,
  formatShare,
  formatUsd,
} from "../src/format";

describe("a count", () => {
  it.each([
    [0, "0"],
    [940, "940"],
    [999.7, "1K"],
    [62_400, "62.4K"],
    [123_400, "123K"],
    [200_000, "200K"],
    [999_999, "1M"],
    [1_000_000, "1M"],
    [1_250_000, "1.3M"],
    [-0.4, "0"],
    [-700, "−700"],
    [-3_200, "−3.2K"],
  ])("of %d reads %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it("has its digits grouped where it is exact", () => {
    expect([formatExact(940), formatExact(62_400), formatExact(1_234_567)]).toEqual(["940", "62,400", "1,234,567"]);
    expect(formatExact(-3_200)).toBe("−3,200");
  });

  it("of bytes names its unit", () => {
    expect([12, 62_400, 999_400_000, 999_600_000, 50_000_000_000].map(formatBytes)).toEqual([
      "12B",
      "62.4KB",
      "999MB",
      "1GB",
      "50GB",
    ]);
  });
});

describe("an amount of money", () => {
  it.each([
    [null, "–"],
    [0, "$0.00"],
    [0.0042, "$0.0042"],
    [0.214, "$0.214"],
    [12.345, "$12.35"],
    [-0.5, "−$0.500"],
  ])("of %d reads %s", (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });
});

describe("a duration", () => {
  it.each([
    [80, "80 ms"],
    [8_200, "8.2 s"],
    [125_000, "2 min 05 s"],
    [7_260_000, "2 h 1 min"],
  ])("of %d ms reads %s", (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });

  it("counts down and never below zero", () => {
    expect([formatCountdown(245_000), formatCountdown(-5)]).toEqual(["4:05", "0:00"]);
  });
});

describe("a share", () => {
  it("is a whole percentage, and a change has a sign", () => {
    expect(formatShare(0.314)).toBe("31 %");
    expect([formatGrowth(-0.18), formatGrowth(0.11), formatGrowth(0)]).toEqual(["−18 %", "+11 %", "0 %"]);
    expect([formatGrowth(-0.003), formatGrowth(0.003)]).toEqual(["0 %", "0 %"]);
  });
});
