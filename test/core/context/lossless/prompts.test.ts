import { describe, expect, it } from "vitest";
import { condensedPrompt, leafPrompt } from "../../../../src/core/context/lossless/prompts";

const words = { source: "[user m1]\nBuild it", targetTokens: 300, writing: "normal" } as const;
const LEVELS = [leafPrompt(words), condensedPrompt(1, words), condensedPrompt(2, words)].map(({ prompt }) => prompt);

describe("the prompt of a node", () => {
  it("asks for what happened, then for what held, then for what a newcomer needs", () => {
    expect(new Set(LEVELS).size).toBe(3);
    expect(
      LEVELS.map((prompt) =>
        ["in the order things happened", "final state only", "a newcomer needs"].map((phrase) =>
          prompt.includes(phrase),
        ),
      ),
    ).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(condensedPrompt(5, words)).toEqual(condensedPrompt(2, words));
  });

  it.each(LEVELS.map((prompt, depth) => [depth, prompt] as const))(
    "at depth %i ends its instructions with what can be expanded, states its size and gives the record last",
    (_, prompt) => {
      const [instructions = "", record] = prompt.split("\n\n<record>\n");
      expect(instructions.split("\n").at(-1)).toMatch(/^End with one line that starts with "Expand for:"/);
      expect(instructions).toContain("Use at most 300 tokens.");
      expect(record).toBe("[user m1]\nBuild it\n</record>");
    },
  );

  it("says that a first try was too long, and what a person cares about", () => {
    const { prompt } = leafPrompt({ ...words, writing: "aggressive", focusTopic: "the parser" });
    expect(prompt).toContain("An earlier try came out too long.");
    expect(prompt).toContain("The reader cares most about: the parser.");
  });
});
