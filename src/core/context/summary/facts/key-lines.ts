import { characterBoundary, joinPattern, rememberByText } from "../../../base/text";
import { errorLinesIn, isErrorLine } from "../../../conversation/text/error-lines";
import { SIGN, signsOf } from "./line-signs";

export interface KeyLineLimits {
  /** At most ten. */
  readonly lines: number;
  readonly chars: number;
}

/** Longer lines are minified files or data; a window around what matters is enough. */
const LINE_CHARS = 200;
/** More of one output is not looked at: its beginning and end carry the outcome. */
const LOOKED_AT_CHARS = 60_000;
/** Below this a line says nothing a later turn would ask for. */
const LEAST_SCORE = 3;
/** The most that any caller asks for. */
const MOST_LINES = 10;

/** Where a text comes from: the words of people and models, what a tool reports, or what it only shows of files. */
export type LineSource = "words" | "output" | "content";

/** A pattern, the points of a line that has it, and the signs without which no line has it. */
type Kind = readonly [RegExp, number, number];

/** A reported error outweighs anything else on the lines around it. */
const ERROR_SCORE = 8;

/** In a sentence the word is enough; in output it has to be the form of an error. */
const MISHAPS: readonly Kind[] = [
  [
    joinPattern(
      [
        String.raw`\b(?:error|exception|fatal|panic|traceback|failed|failure|refused|denied|not found|timed? ?out|`,
        String.raw`undefined|unexpected)\b`,
      ],
      "i",
    ),
    4,
    SIGN.mishap,
  ],
];
const OUTCOMES: readonly Kind[] = [
  [/\b\d+ (?:passed|failed|passing|failing|skipped|tests?|errors?|warnings?)\b/i, 4, SIGN.counted | SIGN.digit],
  [/\bexit(?:ed)?\s*(?:with\s*)?(?:code|status)?\s*[:=]?\s*-?\d+/i, 4, SIGN.exit | SIGN.digit],
];
/** What later turns ask about, and how much each kind weighs against the others. */
const FACTS: readonly Kind[] = [
  [
    joinPattern(
      [
        String.raw`\b(?:decid|decision|because|instead of|must|never|always|important|warning|deprecat|root cause|`,
        "note:|chose|agreed)",
      ],
      "i",
    ),
    3,
    SIGN.decision,
  ],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{9,22}\b/i, 4, SIGN.hyphen],
  [/\b[A-Z]{2,10}-\d{1,6}\b/, 3, SIGN.upper | SIGN.hyphen | SIGN.digit],
  [/\b(?=[\w-]{6,64}\b)(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]+\b/, 3, SIGN.mixed],
  [/(?:^|[\s"'`(=:])(?:~?\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)+/, 2, SIGN.slash],
  [/\b[\w-]+\.[a-z]{1,5}:\d+/i, 2, SIGN.colon | SIGN.digit],
  // Only the end of the label: to read all of it from every word of a plain text took most of a compression's time.
  [/[\w .-]\w[.-]?\s*[:=]\s*["']?-?\d/, 2, SIGN.colon | SIGN.digit],
  [/\bhttps?:\/\/\S+/i, 2, SIGN.colon | SIGN.slash],
  [/\b\d{3,}\b/, 1, SIGN.number],
];

/** The lines of an output that carry outcomes and identifiers, in their order; one pass, bounded on any input. */
export function keyLines(text: string, limits: KeyLineLimits, source: LineSource): readonly ScoredLine[] {
  const best = bestLines[source](boundedText(text, limits, source)).slice(0, limits.lines);
  return takeWithin(best, limits.chars).toSorted((a, b) => a.at - b.at);
}

export interface ScoredLine {
  readonly line: string;
  readonly score: number;
  /** Its place among the lines of the text. */
  readonly at: number;
}

function rankLines(text: string, source: LineSource): readonly ScoredLine[] {
  const seen = new Set<string>();
  const scored: ScoredLine[] = [];
  const best = new BestScores(MOST_LINES);
  let at = -1;
  for (const raw of text.split("\n")) {
    at++;
    const signs = signsOf(raw);
    if (!best.wouldTake(mostPoints(signs, source))) continue;
    const line = clip(raw.trim());
    if (line.length < 4 || seen.has(line)) continue;
    const score = scoreSigned(line, signs, source);
    if (!best.wouldTake(score)) continue;
    seen.add(line);
    best.add(score);
    scored.push({ line, score, at });
  }
  return scored.toSorted((a, b) => b.score - a.score || a.at - b.at).slice(0, MOST_LINES);
}

/** The highest scores so far: of two lines with the same one, the first is kept. */
class BestScores {
  private readonly most: number;
  private readonly scores: number[] = [];

  constructor(most: number) {
    this.most = most;
  }

  wouldTake(score: number): boolean {
    return score >= LEAST_SCORE && (this.scores.length < this.most || score > (this.scores.at(-1) ?? 0));
  }

  add(score: number): void {
    const place = this.scores.findIndex((other) => other < score);
    this.scores.splice(place < 0 ? this.scores.length : place, 0, score);
    if (this.scores.length > this.most) this.scores.pop();
  }
}

/** Callers with different limits share one reading of a text. */
const bestLines: Readonly<Record<LineSource, (text: string) => readonly ScoredLine[]>> = {
  words: rememberByText((text) => rankLines(text, "words")),
  output: rememberByText((text) => rankLines(text, "output")),
  content: rememberByText((text) => rankLines(text, "content")),
};

export const scoreLine = (line: string, source: LineSource): number => scoreSigned(line, signsOf(line), source);

function scoreSigned(line: string, signs: number, source: LineSource): number {
  let score = mayReportError(signs, source) && isErrorLine(line) ? ERROR_SCORE : 0;
  for (const [pattern, weight, needs] of KINDS[source])
    if ((signs & needs) === needs && pattern.test(line)) score += weight;
  return score;
}

/** What a line with these signs can score at most. */
function mostPoints(signs: number, source: LineSource): number {
  let most = mayReportError(signs, source) ? ERROR_SCORE : 0;
  for (const [, weight, needs] of KINDS[source]) if ((signs & needs) === needs) most += weight;
  return most;
}

const mayReportError = (signs: number, source: LineSource): boolean =>
  source === "output" && (signs & SIGN.error) !== 0;

const KINDS: Readonly<Record<LineSource, readonly Kind[]>> = {
  words: [...MISHAPS, ...OUTCOMES, ...FACTS],
  output: [...OUTCOMES, ...FACTS],
  content: FACTS,
};

/** A line no longer than a summary can afford, with the part that scored inside. */
export function clip(line: string): string {
  if (line.length <= LINE_CHARS) return line;
  const looked = line.slice(0, 4_000);
  const found = KINDS.words.map(([pattern]) => looked.search(pattern)).find((index) => index >= 0) ?? 0;
  const start = Math.max(0, found - LINE_CHARS / 4);
  const end = Math.min(looked.length, start + LINE_CHARS);
  return `${start > 0 ? "…" : ""}${looked.slice(characterBoundary(looked, start), characterBoundary(looked, end))}…`;
}

function takeWithin<Entry extends { readonly line: string }>(
  entries: readonly Entry[],
  chars: number,
): readonly Entry[] {
  let left = chars;
  return entries.filter((entry) => {
    if (entry.line.length > left) return false;
    left -= entry.line.length;
    return true;
  });
}

/** Both ends, and the errors from in between. */
function boundedText(text: string, { lines }: KeyLineLimits, source: LineSource): string {
  if (text.length <= LOOKED_AT_CHARS) return text;
  const errors = source === "output" ? errorLinesIn(text, lines) : [];
  return [text.slice(0, LOOKED_AT_CHARS / 2), ...errors, text.slice(-LOOKED_AT_CHARS / 2)].join("\n");
}
