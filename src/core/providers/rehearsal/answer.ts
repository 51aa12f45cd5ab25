import { exitCodeIn, testCountsIn } from "../../conversation/text/tool-outcome";
import type { Intent } from "./intent";
import { findRepair } from "./repair";
import type { Done, RehearsedTurn } from "./turn";

/** What the offline model says at the end of a turn: what it did, what came of it, and what it is. */
export function answerOf(intent: Intent, { ask, done, place }: RehearsedTurn): string {
  const outcome = outcomeOf(intent, done);
  return [
    ...(outcome ?? [`You asked: *${firstWords(ask)}*`, "", ...callList(done)]),
    ...(place === "first" ? ["", INTRODUCTION] : []),
  ].join("\n");
}

/** Said once: repeated after every answer, it would bury what is new. */
const INTRODUCTION =
  "This is the **rehearsal model**: it follows simple rules, works offline, and costs nothing. " +
  "Add an API key for a real model.";

/** Where a rule knows what the calls mean; undefined where it can only list them. */
function outcomeOf(intent: Intent, done: readonly Done[]): readonly string[] | undefined {
  if (intent.kind === "fix") return repairOutcome(done);
  if (intent.kind === "tests") return [testOutcome(done)];
  const largest = intent.kind === "run" ? largestFigure(done) : undefined;
  return largest === undefined ? undefined : [`In the parts I read, the largest figure is in ${asCode(largest)}.`];
}

const callList = (done: readonly Done[]): readonly string[] =>
  done.length === 0
    ? ["No tool was needed for that."]
    : [
        `I made **${done.length}** real tool ${done.length === 1 ? "call" : "calls"} on your workspace:`,
        ...done.map(describeCall),
      ];

function repairOutcome(done: readonly Done[]): readonly string[] {
  const edit = done.find(({ tool }) => tool === "patch");
  const why = done.map(({ text }) => findRepair(text)?.why).find((text) => text !== undefined);
  if (edit === undefined)
    return [testOutcome(done), "No rule of mine covers this, so I changed nothing. A real model can write the repair."];
  if (edit.failed) return [`The file stays as it is: ${firstWords(edit.text)}`];
  return [why === undefined ? testOutcome(done) : `${testOutcome(done)} The cause was this: ${why}`];
}

function testOutcome(done: readonly Done[]): string {
  const run = done.findLast(({ tool }) => tool === "terminal");
  if (run === undefined) return "I found no command that runs the tests of this project.";
  const counts = testCountsIn(run.text);
  const code = exitCodeIn(run.text);
  if (code === undefined) return `The tests did not run to their end: ${firstWords(run.text)}`;
  const verdict = code === 0 ? "**The tests pass.**" : `**The tests fail** with exit code ${code}.`;
  return counts === undefined ? verdict : `${verdict} (${counts})`;
}

function describeCall({ tool, text, failed }: Done): string {
  const outcome = `${failed ? "failed with" : "returned"} ${text.length.toLocaleString("en-US")} characters`;
  return `- \`${tool}\` ${outcome}, beginning with ${asCode(firstWords(text))}`;
}

/** The line with the largest figure at its end, from the parts of an output that were read. */
function largestFigure(done: readonly Done[]): string | undefined {
  const lines = done.slice(1).flatMap(({ text }) => text.split("\n"));
  const figures = lines.flatMap((line) => {
    const figure = /(\d+)\D*$/.exec(line.replace(/^\s*\d+\|/, ""))?.[1];
    return figure === undefined ? [] : [{ line, figure: Number(figure) }];
  });
  return figures.toSorted((a, b) => b.figure - a.figure)[0]?.line.trim();
}

/** As it stands in the file: without the line number the tool adds, and never read as Markdown. */
const asCode = (line: string): string => `\`${line.replace(/^\s*\d+\|/, "").replaceAll("`", "'")}\``;

/** What surrounds a result that lies on disk, a line of its own. */
const MARKER = /^<[\w-]+>$/;

const firstWords = (text: string): string => {
  const line =
    text
      .split("\n")
      .find((candidate) => candidate.trim() !== "" && !MARKER.test(candidate))
      ?.trim() ?? "(nothing)";
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
};
