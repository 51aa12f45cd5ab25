import { describe, expect, it } from "vitest";
import { requestedTokens, summarize } from "./summarizer";

const LINES = Array.from({ length: 400 }, (_, index) => `export const SETTING_${index} = ${10_000 + index};`).join(
  "\n",
);
const TEXT = { text: LINES };

describe("the summarizer", () => {
  it("keeps to the size it is asked for, and is the same every time", () => {
    const summary = summarize(TEXT, "", 1_000, "extractive");
    expect(summary.length).toBeLessThanOrEqual(4_000);
    expect(summary.length).toBeGreaterThan(3_000);
    expect(summarize(TEXT, "", 1_000, "extractive")).toBe(summary);
  });

  it("writes less when terse, other lines when random, and nothing when empty", () => {
    const length = (quality: "extractive" | "terse" | "random") => summarize(TEXT, "", 1_000, quality).length;
    expect(length("terse")).toBeLessThan(length("extractive") / 3);
    expect(summarize(TEXT, "", 1_000, "random")).not.toBe(summarize(TEXT, "", 1_000, "extractive"));
    expect(summarize(TEXT, "", 1_000, "empty")).toBe("None.");
  });

  it("leaves out what the earlier notes say where only changes are wanted", () => {
    const text = "We decided that PORT has to be 77001.\nERROR E123: mergeParcel returned a negative weight";
    const earlier = "## Key Decisions\n- We decided that PORT has to be 77001.";
    expect(summarize({ text, earlier }, "Between <changes> and </changes>", 500, "extractive")).toBe(
      "<changes>\n- ERROR E123: mergeParcel returned a negative weight\n</changes>",
    );
  });

  it("fills the headings it is given and the tag it is asked for", () => {
    const text = "We decided that PORT has to be 77001.\nERROR E123: mergeParcel returned a negative weight";
    expect(
      summarize({ text }, "Put it in <summary> tags.\n## Key Decisions\n## Errors\n## Next Steps", 500, "extractive"),
    ).toBe(
      [
        "<summary>\n## Key Decisions\n- We decided that PORT has to be 77001.\n",
        "## Errors\n- ERROR E123: mergeParcel returned a negative weight\n",
        "## Next Steps\nNone.\n</summary>",
      ].join("\n"),
    );
  });

  it.each([
    ["Use at most 2400 tokens.", 2_400],
    ["Keep it under 1,000 words.", 1_330],
    ["Be brief.", 3_000],
  ])("reads the size from %j", (instruction, tokens) => expect(requestedTokens(instruction)).toBe(tokens));
});
