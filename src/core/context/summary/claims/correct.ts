import { renderSentence } from "../../../base/sentence";
import { joinPattern } from "../../../base/text";
import type { JudgedClaim } from "./judge-claims";
import type { SectionKind } from "./reading/sentences";
import { sentencesOf } from "./reading/sentences";

export const UNVERIFIED = "[unverified]";
/** A correction that quotes half a log helps nobody. */
const FACT_CHARS = 240;

/** A stretch of one line that stands or falls together: from a claim to the next one in the same sentence. */
export interface ClaimUnit {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly section: SectionKind;
  readonly claims: readonly JudgedClaim[];
}

/**
 * The summary with what the record refutes taken out and the recorded fact in its place, and with what nobody can check
 * marked. Lines, headings and numbers stay; reading the result again gives nothing to correct.
 */
export function correctSummary(summary: string, units: readonly ClaimUnit[]): string {
  const lines = summary.split("\n");
  for (const unit of units.toSorted((a, b) => b.line - a.line || b.start - a.start)) {
    const line = lines[unit.line] ?? "";
    const words = line.slice(unit.start, unit.end);
    const fixed = correctUnit(words, unit.claims);
    if (fixed !== words) lines[unit.line] = line.slice(0, unit.start) + fixed + line.slice(unit.end);
  }
  return lines.join("\n");
}

function correctUnit(words: string, claims: readonly JudgedClaim[]): string {
  const { opening, body, closing } = trimUnit(words);
  if (claims.some(({ judgment }) => judgment.verdict === "contradicted")) {
    const facts = claims.flatMap(({ judgment }) =>
      (judgment.verdict === "contradicted" || judgment.verdict === "backed") && judgment.fact !== undefined
        ? [`[corrected: ${renderSentence(judgment.fact).replace(/\s+/g, " ").slice(0, FACT_CHARS)}]`]
        : [],
    );
    return `${opening}${[...new Set(facts)].join(" ")}${closing}`;
  }
  const isOpen = claims.some(({ judgment }) => judgment.verdict === "unchecked");
  return isOpen && !body.includes(UNVERIFIED) ? `${opening}${body} ${UNVERIFIED}${closing}` : words;
}

/** The words of a unit without the punctuation and the "and" that lead on to the next one. */
export function trimUnit(words: string): { readonly opening: string; readonly body: string; readonly closing: string } {
  const [, opening = "", body = "", closing = ""] =
    /^(\s*)([^]*?)([\s.;,。；，]*(?:\b(?:and|then|but|with)\s*|[并並且]\s*)?)$/.exec(words) ?? [];
  return { opening, body, closing };
}

/** Claims of one sentence, parted where a new one begins behind a comma or an "and". */
export function unitsOf(summary: string, judged: readonly JudgedClaim[]): readonly ClaimUnit[] {
  return sentencesOf(summary).flatMap((sentence) => {
    const end = sentence.start + sentence.text.length;
    const inside = judged
      .filter(
        ({ claim: { place } }) => place.line === sentence.line && place.start >= sentence.start && place.start < end,
      )
      .toSorted((a, b) => a.claim.place.start - b.claim.place.start);
    if (inside.length === 0) return [];
    // A numbered action is one thing with its outcome.
    const isAction = sentence.item === "numbered" || sentence.item === "done";
    const cuts = isAction ? [sentence.start] : cutsOf(sentence.text, sentence.start, inside);
    return cuts.flatMap((from, index): readonly ClaimUnit[] => {
      const to = cuts[index + 1] ?? end;
      const claims = inside.filter(({ claim: { place } }) => place.start >= from && place.start < to);
      return claims.length === 0
        ? []
        : [{ line: sentence.line, start: from, end: to, section: sentence.section, claims }];
    });
  });
}

const PARTING = joinPattern(
  [
    "(?:,|;|，|；|、|\\band\\b|\\bthen\\b|\\bbut\\b|\\bwith\\b|并且|並且|并|並|然后|然後|随后|隨後|且|但)[\\s`*]*(?:and |",
    "then |also |but )?(?:all |the |of the |所有|全部|所有的)*[\\s`*\"'(]*$",
  ],
  "i",
);

/**
 * Where units begin: at the sentence's start, and at each claim that a comma or an "and" parts from what is before
 * it.
 */
function cutsOf(text: string, start: number, claims: readonly JudgedClaim[]): readonly number[] {
  const cuts = new Set([start]);
  let reached = start;
  for (const { claim } of claims) {
    const { place } = claim;
    const before = text.slice(0, place.start - start);
    const isWhole = claim.kind === "decision" || claim.kind === "tool";
    if (!isWhole && place.start >= reached && PARTING.test(before)) {
      const gap = /(?:all |the |of the |所有|全部|所有的|[\s`*"'(])*$/i.exec(before)?.[0].length ?? 0;
      cuts.add(place.start - gap);
    }
    if (!isWhole) reached = Math.max(reached, place.end);
  }
  return [...cuts].toSorted((a, b) => a - b);
}
