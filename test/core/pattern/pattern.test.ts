import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../src/core/pattern/compile";
import { PatternError } from "../../../src/core/pattern/error";

const ENOUGH = 1_000_000;

const found = (pattern: string, text: string): string | undefined => {
  const match = compilePattern(pattern).find(text, ENOUGH);
  return "end" in match ? text.slice(match.start, match.end) : undefined;
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
    ["[\\s\\S]+", "a\nb", "a\nb"],
    ["[^\\S\\n]+", "a\n \tb", " \t"],
    ["[\\D]+", "12ab3", "ab"],
    ["[\\b]", "a\bb", "\b"],
    ["(?i)token", "the TOKEN here", "TOKEN"],
    ["(?-i)token", "the TOKEN here, a token there", "token"],
    ["(?-i)a(?i:b)c", "ABC aBC aBc", "aBc"],
    ["a(?-i:b)c", "ABC AbC", "AbC"],
    ["(?-i)(?:(?i)a|b)c", "ac bc Ac BC", "ac"],
    ["a.b", "a\nb", undefined],
    ["(?s)a.b", "a\nb", "a\nb"],
    ["(?s:a.)b.", "a\nb\n", undefined],
    ["^b$", "a\nb\nc", undefined],
    ["(?m)^b$", "a\nb\nc", "b"],
    ["(?sm-i)^B.c", "b\nc\nB\nc", "B\nc"],
    ["\\Ab|c\\z", "a\nb\nc", "c"],
    ["\\p{L}+", "12 größer", "größer"],
    ["\\p{Han}{2}", "a 上下文", "上下"],
    ["\\p{Script=Greek}", "a λ", "λ"],
    ["[\\p{Lu}\\d]+", "(?-i) AB1", "i"],
    ["(?-i)[\\p{Lu}\\d]+", "ab AB1", "AB1"],
    ["(?-i)\\P{Ll}+", "ab AB1", " AB1"],
    ["\\pN+", "a 12", "12"],
    ["\\p{Extended_Pictographic}", "ok 😀!", "😀"],
    ["^.$", "😀", "😀"],
    ["[😀-😎]+", "x😁😂", "😁😂"],
    ["\\u{1f600}|\\ud83d\\ude01", "x😁", "😁"],
    ["\\e\\[0m", "\u001b[0m", "\u001b[0m"],
    ["ÄRGER", "viel ärger", "ärger"],
    ["z", "abc", undefined],
  ])("finds %s in %j", (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected);
  });

  it.each([
    ["(?<=a)b", "Look-around and other special groups are not supported; search for the plain words instead."],
    ["(?>a)", "Look-around and other special groups are not supported; search for the plain words instead."],
    ["(?x)a", 'The inline flag "x" is not supported; i, s and m are.'],
    ["(a)\\1", "Back-references are not supported."],
    ["\\p{Klingon}", '"Klingon" is not a Unicode property. Examples: \\p{L}, \\p{Lu}, \\p{Script=Greek}, \\p{Emoji}.'],
    [
      "\\p{RGI_Emoji}",
      '"RGI_Emoji" is not a Unicode property. Examples: \\p{L}, \\p{Lu}, \\p{Script=Greek}, \\p{Emoji}.',
    ],
    ["\\P", '"\\P" needs the name of a Unicode property, as in \\P{Lu}.'],
    ["\\h", 'The escape "\\h" is not supported.'],
    ["[[:alpha:]]", "Classes such as [:alpha:] are not supported; use \\p{L}, \\d, \\w or \\s instead."],
    ["[a-\\d]", "A character range needs one character at each end."],
    ["[z-a]", "A character range is out of order."],
    ["\\u{110000}", "A character code is incomplete or too large."],
    ["a{200}", "Repetition counts go from 0 to 100, the smaller one first."],
    ["*a", 'Nothing to repeat before "*" at position 0.'],
    ["a**", "One repetition directly after another is not supported."],
    ["a)", 'Unmatched ")" at position 1.'],
    ["(", "A group is not closed."],
    ["[a", "The pattern ends too early."],
    ["(((a{100}){100}){100})", "The pattern repeats too much; make it simpler."],
  ])("refuses %s", (pattern, reason) => {
    expect(() => compilePattern(pattern)).toThrow(new PatternError(reason));
  });
});

describe("the work of a linear pattern", () => {
  const spentOn = (pattern: string, text: string): number => compilePattern(pattern).find(text, Infinity).spent;

  it("is next to nothing for text that no match can begin with", () => {
    const { start, spent } = compilePattern("zebra\\d+").find(`${"lorem ipsum ".repeat(50_000)}zebra42`, ENOUGH);
    expect(start).toBe(600_000);
    expect(spent).toBeLessThan(40_000);
  });

  it("ends at its budget", () => {
    const { start, spent } = compilePattern("(.*a){20}z").find(`${"a".repeat(50_000)}z`, 10_000);
    expect(start).toBe(-1);
    expect(spent).toBeLessThan(10_200);
  });

  it.each(["(a*)*b", "(a|a)*b", "(a|aa)+$b", "(.*a){20}z", "(?:a?){50}a{50}b", "([\\s\\S]*\\p{L})+\\d", "(?:a+b?)+c"])(
    "grows evenly with the text for %s",
    (pattern) => {
      const [short = 0, middle = 0, long = 0] = [1, 2, 3].map((times) => spentOn(pattern, "a".repeat(times * 1_000)));
      expect(long - middle).toBe(middle - short);
    },
  );

  it("is bounded for empty groups repeated in groups", () => {
    const nested = `${"(".repeat(35)}(?i)${"){100}".repeat(35)}x`;
    expect(found(nested, "ax")).toBe("x");
  });
});

/** A pattern in our notation and in that of the built-in engine. */
interface Pair {
  readonly ours: string;
  readonly native: string;
}

const same = (source: string): Pair => ({ ours: source, native: source });
const join = (pairs: readonly Pair[], separator: string): Pair => ({
  ours: pairs.map(({ ours }) => ours).join(separator),
  native: pairs.map(({ native }) => native).join(separator),
});
const wrap = ({ ours, native }: Pair, before: string, after: string): Pair => ({
  ours: before + ours + after,
  native: before + native + after,
});

const COUNTS = ["", "", "*", "+", "?", "{2}", "{1,2}", "*?", "{0,3}?"] as const;

/** Sequences of counted atoms and anchors, in groups and alternatives of groups. */
const patternsOf = (atom: fc.Arbitrary<Pair>, group: (inner: Pair) => fc.Arbitrary<Pair>): fc.Arbitrary<Pair> =>
  fc.letrec<{ readonly pattern: Pair; readonly piece: Pair }>((tie) => ({
    piece: fc.oneof(
      { depthSize: "small" },
      fc.tuple(atom, fc.constantFrom(...COUNTS)).map(([one, count]) => wrap(one, "", count)),
      fc.constantFrom("\\b", "\\B", "^", "$").map(same),
      fc.tuple(tie("pattern").chain(group), fc.constantFrom(...COUNTS)).map(([one, count]) => wrap(one, "", count)),
    ),
    pattern: fc
      .array(
        fc.array(tie("piece"), { maxLength: 3 }).map((pieces) => join(pieces, "")),
        { minLength: 1, maxLength: 2 },
      )
      .map((branches) => join(branches, "|")),
  })).pattern;

const textsOf = (...units: readonly string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 10 });

function expectAgreement(ours: string, native: RegExp, text: string): void {
  fc.pre(ours.length <= 300);
  const expected = native.exec(text);
  // V8 lets an empty match begin inside a surrogate pair, where the standard has no position.
  fc.pre(
    !/[\ud800-\udbff]$/.test(text.slice(0, expected?.index)) || !/^[\udc00-\udfff]/.test(text.slice(expected?.index)),
  );
  const match = compilePattern(ours).find(text, ENOUGH);
  expect(match.start).toBe(expected?.index ?? -1);
  // The built-in engine takes the first way to match that it tries, ours the longest one.
  if (expected !== null && "end" in match)
    expect(match.end).toBeGreaterThanOrEqual(expected.index + expected[0].length);
}

describe("a generated pattern is found where the built-in engine finds it", () => {
  it("with classes, properties and flags for the whole pattern", () => {
    const atoms = [
      ...["a", "b", "B", "é", "λ", "😀", ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\u{1f600}", "\\x61"],
      ...["[ab]", "[^a]", "[\\s\\S]", "[^\\S\\n]", "[\\W\\d]", "[^\\Wb]", "[a-c1]", "[α-ω]", "[^😀-😎é]"],
      ...["\\p{L}", "\\P{L}", "\\p{Lu}", "\\P{Ll}", "\\p{Script=Greek}", "[\\p{Lu}_]", "[^\\p{Ll}\\d]", "[\\P{L}a]"],
    ];
    const pattern = patternsOf(fc.constantFrom(...atoms).map(same), (inner) =>
      fc.constantFrom("(", "(?:").map((head) => wrap(inner, head, ")")),
    );
    fc.assert(
      fc.property(
        pattern,
        fc.subarray(["i", "s", "m"]),
        textsOf("a", "b", "B", "1", "_", " ", "\n", "é", "É", "λ", "Λ", "中", "😀", "\ud83d"),
        ({ ours, native }, flags, text) => {
          const head = `(?${flags.join("")}${flags.includes("i") ? "" : "-i"})`;
          expectAgreement(head + ours, new RegExp(native, `v${flags.join("")}`), text);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("with letter case decided group by group", () => {
    const pattern = fc.letrec<{ readonly exact: Pair; readonly either: Pair }>((tie) => ({
      exact: patternsOf(fc.constantFrom("a", "B", "[ab]", "c").map(same), (inner) =>
        fc.oneof(
          fc.constant(wrap(inner, "(?:", ")")),
          tie("either").map(({ ours, native }) => ({ ours: `(?i:${ours})`, native: `(?:${native})` })),
        ),
      ),
      either: patternsOf(
        fc.constantFrom(
          { ours: "a", native: "[aA]" },
          { ours: "B", native: "[bB]" },
          { ours: "[ab]", native: "[abAB]" },
        ),
        (inner) =>
          fc.oneof(
            fc.constant(wrap(inner, "(?:", ")")),
            tie("exact").map(({ ours, native }) => ({ ours: `(?-i:${ours})`, native: `(?:${native})` })),
          ),
      ),
    })).either;
    fc.assert(
      fc.property(pattern, textsOf("a", "A", "b", "B", "c", "C"), ({ ours, native }, text) => {
        expectAgreement(ours, new RegExp(native, "v"), text);
      }),
      { numRuns: 1_000 },
    );
  });
});
