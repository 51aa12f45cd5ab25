import type { EditorProblem } from "../ports";

/** Enough to see what an edit broke; the diagnostics tool lists the rest. */
const MOST_PROBLEMS = 10;
const MESSAGE_CHARS = 300;

/** Problems that were not there before an edit. Lines move with an edit, so a problem is known by what it says. */
export function newProblems(
  before: readonly EditorProblem[],
  after: readonly EditorProblem[],
): readonly EditorProblem[] {
  const known = new Map<string, number>();
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    if (problem.severity !== "error" && problem.severity !== "warning") return false;
    const left = known.get(keyOf(problem)) ?? 0;
    known.set(keyOf(problem), left - 1);
    return left <= 0;
  });
}

/** For the model, behind the result of its edit; nothing where the edit broke nothing. */
export function describeNewProblems(problems: readonly EditorProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  const lines = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ line, severity, message }) => `- line ${line} ${severity}: ${oneLine(message)}`);
  const more = problems.length > MOST_PROBLEMS ? [`- and ${problems.length - MOST_PROBLEMS} more`] : [];
  return ["\nThe editor reports new problems in this file since the edit:", ...lines, ...more].join("\n");
}

const keyOf = ({ severity, message, source = "" }: EditorProblem): string => `${severity} ${source} ${message}`;
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MESSAGE_CHARS);
