import { describe, expect, it } from "vitest";
import { failureReason } from "./failure-reason";

const reasonOf = (output: string, errors = "", status: number | null = 1) => failureReason({ status, output, errors });
const event = (value: object): string => `${JSON.stringify(value)}\n`;

describe("the reason for a failure", () => {
  it("is the result of an agent that ends with an erroneous one", () => {
    const result = { type: "result", is_error: true, result: "Prompt is too long", usage: { outputTokens: 32_000 } };
    expect(reasonOf(event({ type: "assistant" }) + event(result))).toBe("it said “Prompt is too long”");
  });

  it("is the last error among events, also behind later events", () => {
    const error = { type: "error", error: { name: "APIError", data: { message: "Too many tokens." } } };
    const events = event(error) + event({ type: "step_finish", part: { tokens: { total: 5 } } });
    expect(reasonOf(events)).toBe("it said “Too many tokens.”");
    expect(reasonOf(event({ type: "turn.failed", error: { message: "No room." } }))).toBe("it said “No room.”");
  });

  it("is the innermost message where one holds the answer of the provider", () => {
    const body = JSON.stringify({ type: "error", error: { message: "prompt is too long: 61000 tokens" } });
    expect(reasonOf(event({ type: "error", message: body }))).toBe("it said “prompt is too long: 61000 tokens”");
  });

  it("is the last line for people, without brackets and labels", () => {
    expect(reasonOf("Working\n", "[API Error: Context remains too large.]\n")).toBe(
      "it said “Context remains too large.”",
    );
    expect(reasonOf("", "Error: no model\n    at run (a.js:1:2)\n}\n\nNode.js v24.0.0\n")).toBe("it said “no model”");
  });

  it("is cut at the end of a sentence", () => {
    expect(reasonOf("", `The window is full. ${"word ".repeat(100)}`)).toBe("it said “The window is full.”");
    expect(reasonOf("", "word ".repeat(100))).toMatch(/^it said “(?:word )+…”$/);
  });

  it("is said of an agent that said nothing, or did not end", () => {
    expect(reasonOf("", "", 3)).toBe("it ended with status 3 and said nothing");
    expect(reasonOf("", "", null)).toBe("it had not ended when its time was up");
  });
});
