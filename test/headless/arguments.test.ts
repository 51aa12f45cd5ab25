import { describe, expect, it } from "vitest";
import { readOrder, UsageError } from "../../src/headless/arguments";

const turn = (prompt: string): readonly string[] => [
  "turn",
  "--workspace",
  "w",
  "--storage",
  "s",
  "--settings",
  "f",
  "--prompt",
  prompt,
];

describe("an order", () => {
  it.each(["- fix the list", "--prompting matters", "a = b", "-"])("takes the prompt %j as it is", (prompt) => {
    expect(readOrder(turn(prompt))).toEqual({ command: "turn", workspace: "w", storage: "s", settings: "f", prompt });
  });

  it.each([
    { args: turn(""), says: "--prompt is missing or empty" },
    { args: ["sessions", "--storage", ""], says: "--storage is missing or empty" },
    { args: ["sessions", "--storage"], says: "--storage" },
    { args: ["messages", "--storage", "--session", "latest"], says: "--storage" },
    { args: ["sessions", "--storage", "s", "--bogus", "x"], says: "--bogus" },
    { args: ["sessions", "--storage", "s", "stray"], says: "stray" },
    { args: ["frob"], says: "frob" },
    { args: [], says: "a command is missing" },
  ])("that is wrong is refused in one line: $args", ({ args, says }) => {
    expect(() => readOrder(args)).toThrow(UsageError);
    expect(() => readOrder(args)).toThrow(says);
    expect(() => readOrder(args)).toThrow(/^[^\n]*$/);
  });
});
