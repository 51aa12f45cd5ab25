import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../../src/core/context/lcm/linear-pattern";

const ENOUGH = 1_000_000;

const found = (pattern: string, line: string): string | undefined => {
  const match = compilePattern(pattern).find(line, ENOUGH);
  return match.start < 0 ? undefined : line.slice(match.start, "end" in match ? match.end : match.start);
};

describe("a linear pattern", () => {
  it.each([
    ["token", "the TOKEN here", "TOKEN"],
    ["err(or)?s?", "two errors", "errors"],
    ["\\bat\\b", "that at last", "at"],
    ["[a-c]+\\d{2,3}", "xabc1234", "abc123"],
    ["[^\\s]+\\.ts$", "open src/a.ts", "src/a.ts"],
    ["^import|export$", "module export", "export"],
    ["(?:foo|bar){2}", "foobarfoo", "foobar"],
    ["a.c", "abc", "abc"],
    ["\\(x\\)", "f(x)", "(x)"],
    ["[]x]+", "a]x]", "]x]"],
    ["[\\w-]+", "--a-b--", "--a-b--"],
    ["\\u0041\\x42", "ab", "ab"],
    ["(?<name>q+)", "aqq", "qq"],
    ["z", "abc", undefined],
  ])("finds %s in %j", (pattern, line, expected) => {
    expect(found(pattern, line)).toBe(expected);
  });

  it.each(["(?<=a)b", "(a)\\1", "\\p{L}", "a{200}", "*a", "a)", "[z-a]", "a**", "[\\D]", "("])(
    "refuses %s in words",
    (pattern) => {
      expect(() => compilePattern(pattern)).toThrow(/\w+ \w+/);
    },
  );

  it("passes over what no match can begin with for next to nothing", () => {
    const { start, spent } = compilePattern("zebra\\d+").find(`${"lorem ipsum ".repeat(50_000)}zebra42`, ENOUGH);
    expect(start).toBe(600_000);
    expect(spent).toBeLessThan(40_000);
  });

  it("stops at its budget", () => {
    const { start, spent } = compilePattern("(.*a){20}z").find(`${"a".repeat(50_000)}z`, 10_000);
    expect(start).toBe(-1);
    expect(spent).toBeLessThan(10_200);
  });

  it("agrees with the built-in engine on whether a line matches", () => {
    const atom = fc.constantFrom("a", "b", ".", "\\d", "[ab]", "[^a]", "(a|b)", "(?:ab|c)", "\\b", "^", "$");
    const piece = fc
      .tuple(atom, fc.constantFrom("", "*", "+", "?", "{1,2}"))
      .map(([base, count]) => (/^[\^$]|^\\b/.test(base) ? base : base + count));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " ", "A"), maxLength: 12 }),
        (source, line) => {
          const expected = new RegExp(source, "i").exec(line);
          expect(compilePattern(source).find(line, ENOUGH).start).toBe(expected?.index ?? -1);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
