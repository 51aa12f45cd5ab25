import { joinPattern, rememberByText } from "../../../../base/text";
import type { WorkRecord } from "./record";

/** Tests that files written in this session define, with the names of those files. */
interface DefinedTests {
  /** Spelled as names of code. */
  readonly names: ReadonlySet<string>;
  /** Sentences: `it("saves the theme")`. */
  readonly titles: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, string>;
}

const known = new WeakMap<WorkRecord, DefinedTests>();

export function definedTests(record: WorkRecord): DefinedTests {
  const defined = known.get(record) ?? readDefined(record);
  known.set(record, defined);
  return defined;
}

function readDefined(record: WorkRecord): DefinedTests {
  const files = new Map<string, string>();
  for (const { outcome, files: written, newText = "" } of record.deeds) {
    const path = written[0]?.path;
    if (outcome !== "success" || path === undefined) continue;
    for (const name of testsIn(newText)) files.set(name, path);
  }
  const all = [...files.keys()];
  return {
    names: new Set(all.filter((name) => /^\w+$/.test(name) && /[a-z]_[a-z]|[a-z][A-Z]/.test(name))),
    titles: new Set(all.filter((name) => /\s/.test(name))),
    files,
  };
}

const DEFINED = joinPattern(
  [
    String.raw`\b(?:it|test|specify|`,
    String.raw`scenario)(?:\.\w+)*\s*\(?\s*["'\x60]([^"'\x60\n]{4,100})["'\x60]|`,
    String.raw`\bdef (test_\w+)|\bfunc (Test\w+)|`,
    String.raw`(?:#\[(?:\w+::)?test\w*[^\]]*\]\s*(?:async\s+)?fn|`,
    String.raw`@(?:Parameterized)?Test\b[^{;]{0,80}?\bvoid)\s+(\w+)`,
  ],
  "g",
);

const testsIn = rememberByText((text: string): readonly string[] =>
  [...text.matchAll(DEFINED)].map((match) => match.slice(1).find((one) => one !== undefined) ?? ""),
);
