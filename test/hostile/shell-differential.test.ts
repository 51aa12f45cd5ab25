import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../src/core/tools/shell/command-rules";
import type { SimpleCommand } from "../../src/core/tools/shell/reader/shell-reader";
import { readShell } from "../../src/core/tools/shell/reader/shell-reader";
import type { ShellWord } from "../../src/core/tools/shell/reader/shell-word";
import { generateLines } from "./command-lines";
import { recordRuns } from "./recording-bash";

const allowed = [
  ..."ls cat echo grep p q head wc sort find test [ printf cd xargs awk date timeout true false".split(" "),
  ...["git status", "git log", "npm test", "sed -n"],
];
/** Loops that end by themselves; others might not. */
const ENDS = /\b(?:while false|until true)\b/g;
const isAllowed = (line: string): boolean =>
  judgeCommand(line, { allowed, denied: [] }).kind === "allowed" && !/\b(?:while|until)\b/.test(line.replace(ENDS, ""));

/**
 * Per seed. A soak takes more, a new seed, and a longer time limit: `HERMES_FUZZ_LINES=100000 HERMES_FUZZ_SEED=7`,
 * `--testTimeout=3600000`.
 */
const LINES = Number(process.env["HERMES_FUZZ_LINES"] ?? 12_000);
const BATCH = 400;

describe("bash runs what the rules saw", () => {
  it.each([
    ["the first seed", 20_240_601],
    ["a seed of your choice", Number(process.env["HERMES_FUZZ_SEED"] ?? 843_547_258)],
  ])("for command lines by chance, from %s (%i)", async (_, seed) => {
    const passed = generateLines(seed, LINES).filter(isAllowed);
    expect(passed.length).toBeGreaterThan(LINES / 10);
    const wrong: unknown[] = [];
    const batches = Array.from({ length: Math.ceil(passed.length / BATCH) }, (__, at) =>
      passed.slice(at * BATCH, (at + 1) * BATCH),
    );
    for (let at = 0; at < batches.length; at += 2)
      await Promise.all(batches.slice(at, at + 2).map(async (batch) => wrong.push(...(await findDifferences(batch)))));
    expect(wrong).toEqual([]);
  });
});

async function findDifferences(lines: readonly string[]): Promise<readonly unknown[]> {
  const { runs, created } = await recordRuns(lines);
  const differences = lines.flatMap((line, at) => {
    const ran = runs[at] ?? [];
    const { commands } = readShell(line);
    const unseen = ran.filter((argv) => !commands.some((command) => matches(command, argv)));
    const missing = isStraight(line) ? commands.filter((command) => !ran.some((argv) => matches(command, argv))) : [];
    return unseen.length + missing.length === 0
      ? []
      : [{ line, unseen, missing: missing.map(({ words }) => words.map(({ text }) => text)) }];
  });
  return created.length === 0 ? differences : [...differences, { created, lines }];
}

/** Every command runs: no branch, no loop, no command whose failure decides, nothing redirected that is not there. */
const isStraight = (line: string): boolean =>
  !/<(?! ?a\.txt\b(?!\S)|\/dev\/null\b(?!\S)|&0\b(?!\S))|\|\||&|!|\b(?:if|while|until|for|test)\b|\[/.test(line);

const matches = ({ words, program }: SimpleCommand, argv: readonly string[]): boolean =>
  matchWords([{ yields: "exact", text: program, leads: "operand", candidates: [] }, ...words.slice(1)], argv);

function matchWords([word, ...words]: readonly ShellWord[], argv: readonly string[]): boolean {
  if (word === undefined) return argv.length === 0;
  const [first, ...rest] = argv;
  const fits = first !== undefined && (word.leads === "any" || !first.startsWith("-"));
  if (word.yields === "exact") return first === word.text && matchWords(words, rest);
  if (word.yields === "one") return fits && matchWords(words, rest);
  return (fits && matchWords([word, ...words], rest)) || matchWords(words, argv);
}
