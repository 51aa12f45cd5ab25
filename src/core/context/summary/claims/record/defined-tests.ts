import { joinPattern, rememberByText } from "../../../../base/text";
import { isSamePath } from "./paths";
import type { WorkRecord } from "./record";
import { textOfResult } from "./record";
import { countsOfLines, definitionsIn } from "./test-numbers";

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

/**
 * How many tests a file has had, and by how much that changed; undefined where neither a run counts them nor a call
 * shows the whole file.
 */
export function testsOfFile(record: WorkRecord, path: string): ReadonlySet<number> | undefined {
  const counts = new Set<number>();
  const added: number[] = [];
  let whole: number | undefined;
  for (const { files, outcome, command, oldText = "", newText, tests, messageId } of record.deeds) {
    const output = textOfResult(record, messageId);
    const isOwn = files.some((file) => isSamePath(file.path, path));
    if (command !== undefined) {
      const ran = namesOnly(command, path)
        ? [...countsOfLines(output), ...(tests === undefined ? [] : sums(tests))]
        : [];
      for (const count of [...countsFor(output, path), ...ran]) counts.add(count);
    } else if (isOwn && outcome === "success") {
      if (REPEATED.test(`${newText ?? ""}\n${output}`)) return undefined;
      if (newText === undefined) {
        if (definitionsIn(output) > 0) counts.add(definitionsIn(output));
      } else {
        const more = definitionsIn(newText) - definitionsIn(oldText);
        added.push(more, definitionsIn(newText));
        if (oldText === "") whole = definitionsIn(newText);
        else if (whole !== undefined) whole += more;
        // Tests of a kind that is not known here are not counted as none.
        if (whole !== undefined && whole > 0) counts.add(whole);
      }
    }
  }
  if (counts.size === 0) return undefined;
  const steps = [...counts].flatMap((one) => [...counts].map((other) => Math.abs(one - other)));
  return new Set([...counts, ...added, ...steps]);
}

const sums = ({ passed, failed }: { readonly passed: number; readonly failed: number }): readonly number[] => [
  passed,
  failed,
  passed + failed,
];

/** One definition that runs several times, for the rows of a table. */
const REPEATED = joinPattern(
  [
    String.raw`\.each\b|parametri[sz]e|#\[(?:case|rstest|values)|@(?:Csv|Value|Method|Enum)Source|\bt\.Run\(|`,
    String.raw`InlineData|\bfor .{1,40} (?:in|of) .{1,60}\n?.{0,20}\b(?:it|test)\(|shared_examples|INSTANTIATE_TEST`,
  ],
  "",
);

/** What a run prints for one file: "(5 tests | 1 failed)", "tests/a.py ..F.", or a section of its own. */
function countsFor(output: string, path: string): readonly number[] {
  if (!output.includes(path)) return [];
  const lines = output.split("\n");
  const listed = lines.filter((line) => placeOf(line, path) >= 0 && line.includes(`${path}::`)).length;
  return [
    ...(listed > 0 ? [listed] : []),
    ...lines.flatMap((line, at): readonly number[] => {
      const place = placeOf(line, path);
      if (place < 0) return [];
      const rest = line.slice(place + path.length);
      const [, total, failed = "0"] = /^\s*\((\d+) tests?(?: \| (\d+) failed)?/.exec(rest) ?? [];
      if (total !== undefined) return [Number(total), Number(failed), Number(total) - Number(failed)];
      const marks = /^\s+([.FEsxX]+)(?=\s|$)/.exec(rest)?.[1];
      if (marks !== undefined)
        return [marks.length, marks.replaceAll("F", "").length, marks.replaceAll(".", "").length];
      return /^\s*Running /.test(line) ? countsOfSection(lines.slice(at + 1)) : [];
    }),
  ];
}

/** Where a line names the file; a path may be told without its first folders. */
function placeOf(line: string, path: string): number {
  const at = line.indexOf(path);
  return at > 0 && /[\w.-]/.test(line[at - 1] ?? "") ? -1 : at;
}

/** The lines up to the next binary that Cargo runs. */
function countsOfSection(lines: readonly string[]): readonly number[] {
  const end = lines.findIndex((line) => /^\s*(?:Running|Doc-tests) /.test(line));
  const section = (end < 0 ? lines : lines.slice(0, end)).join("\n");
  return [...section.matchAll(/\brunning (\d+) tests?|(\d+) (?:passed|failed)\b/g)].map(([, ran, ended]) =>
    Number(ran ?? ended),
  );
}

/** The command was given this file of tests and no other. */
function namesOnly(command: string, path: string): boolean {
  const [named, ...others] = (command.match(/[\w./-]+\.\w+/g) ?? []).filter((one) => /test|spec/i.test(one));
  return named !== undefined && others.length === 0 && isSamePath(named, path);
}
