import { describe, expect, it } from "vitest";
import { describeMeter } from "../../../src/presenter/words/meter-words";
import { sayInEnglish } from "../../../src/presenter/words/say";
import type { MeterPicture } from "../../../src/protocol/status";

const picture: MeterPicture = {
  gauge: {
    usedTokens: 62_400,
    source: "reported",
    windowTokens: 200_000,
    windowOrigin: "catalog",
    thresholdTokens: 100_000,
    hygieneTokens: 170_000,
    turnsLeft: 9,
    state: "calm",
  },
  segments: [
    { kind: "system", tokens: 2_400 },
    { kind: "tools", tokens: 10_000 },
    { kind: "summary", tokens: 0 },
    { kind: "tail", tokens: 50_000 },
  ],
  outputReserveTokens: 16_000,
  caching: { state: "on", why: "", ttl: "5m", hitRate: 0.87, expiresAt: null },
  model: { label: "Claude_X", provider: "anthropic", kind: "model" },
  costUsd: 0.1234,
  activity: "idle",
};

describe("the meter", () => {
  it("says used, window and share", () => {
    expect(describeMeter(picture, sayInEnglish)).toMatchObject({
      text: "$(dashboard) 62.4K / 200K · 31 %",
      label: "Hermes context: 62,400 of 200,000 tokens, 31 %",
      look: "calm",
    });
  });

  it("breaks the context down, names origins and leaves empty parts out", () => {
    expect(describeMeter(picture, sayInEnglish).tooltip).toBe(
      [
        "**Claude\\_X** · window 200,000 tokens (from the catalog)",
        "",
        "| Context | Tokens |",
        "|:--|--:|",
        "| System prompt | 2,400 |",
        "| Tool schemas | 10,000 |",
        "| Newest messages | 50,000 |",
        "| **In use** (reported) | **62,400** |",
        "| Reserved for the reply | 16,000 |",
        "",
        "Compresses at 100,000 tokens, ≈ 9 turns left.  ",
        "Prompt cache: on, 5m, 87 % read from it.  ",
        "Cost: $0.123",
        "",
        "Click to open the context inspector.",
      ].join("\n"),
    );
  });

  it("never shows an unknown price as zero", () => {
    expect(describeMeter({ ...picture, costUsd: null }, sayInEnglish).tooltip).toContain("Cost: –");
  });

  it("only says its name while no window is known", () => {
    expect(describeMeter({ ...picture, gauge: { ...picture.gauge, windowTokens: 0 } }, sayInEnglish).text).toBe(
      "$(dashboard) Hermes",
    );
  });

  it.each([
    ["calm", "calm"],
    ["near", "warning"],
    ["over", "warning"],
    ["full", "error"],
  ] as const)("looks in state %s like %s", (state, look) => {
    expect(describeMeter({ ...picture, gauge: { ...picture.gauge, state } }, sayInEnglish).look).toBe(look);
  });

  it("shows that something is going on", () => {
    expect(describeMeter({ ...picture, activity: "working" }, sayInEnglish).text).toContain("$(sync~spin)");
    expect(describeMeter({ ...picture, activity: "compressing" }, sayInEnglish).text).toContain("$(sync~spin) $(fold)");
  });

  it("knows the cache of a session that was opened again, before its next request", () => {
    const tooltip = (hitRate: number | null) =>
      describeMeter({ ...picture, caching: { ...picture.caching, state: "unknown", hitRate } }, sayInEnglish).tooltip;
    expect(tooltip(null)).toContain("Prompt cache: no request yet.");
    expect(tooltip(0.7)).toContain("Prompt cache: 70 % read from it so far, no request since this session was opened.");
  });

  it("announces no compression where none happens by itself", () => {
    const { tooltip } = describeMeter({ ...picture, gauge: { ...picture.gauge, automatic: "off" } }, sayInEnglish);
    expect(tooltip).toContain("tokens; automatic compression is off.");
    expect(tooltip).not.toContain("Compresses at");
  });

  it("says why the cache is off", () => {
    expect(
      describeMeter(
        { ...picture, caching: { ...picture.caching, state: "off", why: "not a Claude model" } },
        sayInEnglish,
      ).tooltip,
    ).toContain("Prompt cache: off (not a Claude model).");
  });
});
