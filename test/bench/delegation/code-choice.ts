import type { Child } from "./child";
import type { Choice, NamedLine } from "./reports";

/**
 * Lines that code alone would hand over, without knowing what comes: those with rare names from the task and from what
 * was searched for, definitions, and matches of searches. A model that knows why it reads chooses better.
 */
export const chooseByCode: Choice = (child) => {
  const wanted = namesIn(`${child.task}\n${child.words}\n${child.subjects.join("\n")}`);
  const counts = new Map<string, number>();
  for (const { lines } of child.sources)
    for (const line of lines) for (const name of namesIn(line)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const scored = child.sources.flatMap(({ path, lines, found }) =>
    lines.map((line, index) => ({
      path,
      number: index + 1,
      chars: line.length + FRAME_CHARS,
      score: scoreOf(
        line,
        found,
        [...namesIn(line)].filter((name) => wanted.has(name)).map((name) => counts.get(name)!),
      ),
    })),
  );
  return fill(
    scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score),
    CHOSEN_CHARS - child.words.length,
  );
};

const FRAME_CHARS = 8;
/** A page, whatever the bound: code does not know when it has enough, and every line more is paid for from then on. */
const CHOSEN_CHARS = 6_000;
const LEAST_LINE_CHARS = 16;

const NAME = /[A-Za-z_][\w.-]{3,60}/g;
const namesIn = (text: string): ReadonlySet<string> => new Set(text.match(NAME) ?? []);

const DEFINES = new RegExp(
  String.raw`^\s*(?:(?:export|pub|async|static|public|private|default)\s)*` +
    String.raw`(?:function|class|interface|type|const|def|func|fn|struct|enum|trait|impl|module)\s+\w`,
);

function scoreOf(line: string, found: Child["sources"][number]["found"], counts: readonly number[]): number {
  if (line.trim().length < LEAST_LINE_CHARS) return 0;
  const named = counts.reduce((sum, count) => sum + 1 / Math.sqrt(count), 0);
  return named + (DEFINES.test(line) ? 0.5 : 0) + (found === "matches" ? 0.3 : 0);
}

interface Scored extends NamedLine {
  readonly chars: number;
}

function fill(lines: readonly Scored[], chars: number): readonly NamedLine[] {
  let room = chars;
  const chosen: NamedLine[] = [];
  for (const { path, number, chars } of lines) {
    if (chars > room) continue;
    room -= chars;
    chosen.push({ path, number });
  }
  return chosen;
}
