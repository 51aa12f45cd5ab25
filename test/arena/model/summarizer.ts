import { seeded } from "../../support/conversations";

export const SUMMARY_QUALITIES = ["extractive", "terse", "random", "empty"] as const;
/** How well the model summarizes; a conclusion counts only if it survives all of them. */
export type SummaryQuality = (typeof SUMMARY_QUALITIES)[number];

const CHARS_PER_TOKEN = 4;
/** What an agent gets that asks for no particular size. */
const USUAL_SUMMARY_TOKENS = 3_000;
const TERSE_SHARE = 0.25;
const LONGEST_LINE = 300;
/** Even a good model leaves something out each time it writes everything again. */
const LOST_SHARE = 0.1;

/**
 * The one summarizer of the arena, without a model: it reads the text it is given, whoever asks, and extracts the lines
 * that look as if they matter, newest first, into the headings that were asked for.
 */
export function summarize(
  { text, earlier = "" }: Material,
  instruction: string,
  tokens: number,
  quality: SummaryQuality,
): string {
  const budget = tokens * CHARS_PER_TOKEN * (quality === "terse" ? TERSE_SHARE : 1);
  const lines = quality === "empty" ? [] : fit(rank(overlook(linesOf(text, earlier)), quality), budget);
  return wrap(arrange(lines, headingsOf(instruction)), instruction);
}

export interface Material {
  readonly text: string;
  /** Notes that stand already, for an agent that asks only for what has changed. */
  readonly earlier?: string;
}

/** Whether the notes are to be continued by what has changed, instead of written again. */
export const asksForChanges = (instruction: string): boolean => instruction.includes("<changes>");

/** The size that an agent asks for, in its own words. */
export function requestedTokens(instruction: string): number {
  const stated = /([\d,.]{3,})\s*(tokens|words)/i.exec(instruction);
  const amount = Number((stated?.[1] ?? "").replace(/[,.]/g, ""));
  if (!Number.isFinite(amount) || amount < 100) return USUAL_SUMMARY_TOKENS;
  return stated?.[2]?.toLowerCase() === "words" ? Math.round(amount * 1.33) : amount;
}

interface Line {
  readonly text: string;
  readonly kind: LineKind;
  readonly order: number;
}

type LineKind = "decision" | "to-do" | "error" | "value" | "file" | "other";

const SIGNS: readonly (readonly [LineKind, RegExp])[] = [
  ["decision", /\b(?:decided|has to be|have to|must|changed our mind|ignore|never|always)\b/i],
  ["to-do", /\b(?:to do|todo|later|pending)\b/i],
  ["error", /\b(?:error|exception|failed)\b/i],
  ["value", /[\w-]+ = \d+/],
  ["file", /\b[\w-]+\/[\w-]+\.\w+|\bmaintained by\b/],
];
const WORTH: Readonly<Record<LineKind, number>> = { decision: 5, "to-do": 5, error: 4, value: 3, file: 2, other: 0 };

function linesOf(text: string, earlier: string): readonly Line[] {
  const seen = new Set(earlier.split("\n").map((line) => line.replace(/^\s*(?:- |\d+\. )/, "").trim()));
  return text.split("\n").flatMap((raw, order) => {
    const line = raw.trim().slice(0, LONGEST_LINE);
    if (line.length < 8 || seen.has(line) || line.startsWith("#")) return [];
    seen.add(line);
    return [{ text: line, kind: SIGNS.find(([, sign]) => sign.test(line))?.[0] ?? "other", order }];
  });
}

/** Drops the same share of lines every time, but not the same lines: which ones depends on what else there is. */
function overlook(lines: readonly Line[]): readonly Line[] {
  const next = seeded(lines.length);
  return lines.filter(() => next() >= LOST_SHARE);
}

function rank(lines: readonly Line[], quality: SummaryQuality): readonly Line[] {
  if (quality !== "random")
    return lines.toSorted((left, right) => WORTH[right.kind] - WORTH[left.kind] || right.order - left.order);
  const next = seeded(lines.length);
  return lines
    .map((line) => ({ line, key: next() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ line }) => line);
}

function fit(lines: readonly Line[], chars: number): readonly Line[] {
  let room = chars;
  const kept: Line[] = [];
  for (const line of lines) {
    room -= line.text.length + 3;
    if (room < 0) break;
    kept.push(line);
  }
  return kept.toSorted((left, right) => left.order - right.order);
}

/** Which lines belong under a heading, by the words of the heading. */
const HOMES: readonly (readonly [RegExp, LineKind])[] = [
  [/decision|constraint|preference|instruction/i, "decision"],
  [/pending|remaining|next|to.?do|progress/i, "to-do"],
  [/error|blocked|problem|issue/i, "error"],
  [/file|code|artifact/i, "file"],
  [/critical|context|state|detail|concept|finding|highlight/i, "value"],
];

const headingsOf = (instruction: string): readonly string[] => [
  ...new Set([...instruction.matchAll(/^\s*`?(## [\w &/,-]+)/gm)].map(([, heading]) => (heading ?? "").trim())),
];

function arrange(lines: readonly Line[], headings: readonly string[]): string {
  const list = (some: readonly Line[]) => some.map(({ text }) => `- ${text}`).join("\n");
  if (headings.length === 0) return list(lines);
  const left = new Set(lines);
  const take = (kind: LineKind) => {
    const taken = [...left].filter((line) => line.kind === kind);
    for (const line of taken) left.delete(line);
    return list(taken);
  };
  const bodies = headings.map((heading) => {
    const kind = HOMES.find(([words]) => words.test(heading))?.[1];
    return kind === undefined ? "" : take(kind);
  });
  const rest = list([...left]);
  return headings
    .map((heading, index) => {
      const body = index === headings.length - 1 ? [bodies[index], rest].filter(Boolean).join("\n") : bodies[index];
      return `${heading}\n${body || "None."}`;
    })
    .join("\n\n");
}

/** Some agents take the summary out of a tag of theirs. */
function wrap(summary: string, instruction: string): string {
  const tag = /<(summary|state_snapshot|changes)>/.exec(instruction)?.[1];
  return tag === undefined ? summary || "None." : `<${tag}>\n${summary || "None."}\n</${tag}>`;
}
