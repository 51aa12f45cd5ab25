import type { Sentence } from "../../../base/sentence";
import { renderSentence } from "../../../base/sentence";
import type { Claim } from "./claim";
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
    const wrong = new Set(
      claims.flatMap(({ claim, judgment }) =>
        judgment.verdict === "contradicted" ? [familyOf(claim, judgment.fact)] : [],
      ),
    );
    // What is right beside what is wrong stays, unless it tells of the same thing at another time.
    const facts = claims.flatMap(({ claim, judgment }) =>
      (judgment.verdict === "contradicted" ||
        (judgment.verdict === "backed" && !wrong.has(familyOf(claim, judgment.fact)))) &&
      judgment.fact !== undefined
        ? [`[corrected: ${factText(judgment.fact)}]`]
        : [],
    );
    return `${opening}${[...new Set(facts)].join(" ")}${closing}`;
  }
  const isOpen = claims.some(({ judgment }) => judgment.verdict === "unchecked");
  return isOpen && !body.includes(UNVERIFIED) ? `${opening}${body} ${UNVERIFIED}${closing}` : words;
}

/** On one line, and without brackets of its own, which would end the mark. */
const factText = (fact: Sentence): string =>
  renderSentence(fact).replace(/\s+/g, " ").replaceAll("[", "(").replaceAll("]", ")").slice(0, FACT_CHARS);

/** Claims about runs tell of the same thing, whichever way they name it; so does what a run refutes. */
const familyOf = ({ kind }: Claim, fact: Sentence | undefined): Claim["kind"] =>
  ["run", "tests", "named-test", "exit-code"].includes(kind) || fact?.text.includes("{command}") === true
    ? "command"
    : kind;

/** The words of a unit without the punctuation and the "and" that lead on to the next one. */
export function trimUnit(words: string): { readonly opening: string; readonly body: string; readonly closing: string } {
  const [, opening = "", body = "", closing = ""] =
    /^(\s*(?:(?:and|then|but|while|although)\s+|[并並且但]\s*)?)([^]*?)([\s.;,。；，]*)$/.exec(words) ?? [];
  return { opening, body, closing };
}

/** Claims of one sentence by the clauses they stand in; a numbered action is one thing with its outcome. */
export function unitsOf(summary: string, judged: readonly JudgedClaim[]): readonly ClaimUnit[] {
  if (judged.length === 0) return [];
  return sentencesOf(summary).flatMap((sentence) => {
    const end = sentence.start + sentence.text.length;
    const inside = judged.filter(
      ({ claim: { place } }) => place.line === sentence.line && place.start >= sentence.start && place.start < end,
    );
    if (inside.length === 0) return [];
    const isWhole =
      sentence.item === "numbered" ||
      sentence.item === "done" ||
      sentence.item === "row" ||
      inside.some(({ claim: { kind } }) => kind === "decision" || kind === "tool");
    const cuts = isWhole ? [sentence.start] : cutsOf(sentence.start, inside);
    return cuts.flatMap((from, index): readonly ClaimUnit[] => {
      const to = cuts[index + 1] ?? end;
      const claims = inside.filter(({ claim: { place } }) => place.start >= from && place.start < to);
      return claims.length === 0
        ? []
        : [{ line: sentence.line, start: from, end: to, section: sentence.section, claims }];
    });
  });
}

/** Where units begin: at the sentence's start, and at each clause that no claim from before reaches into. */
function cutsOf(start: number, claims: readonly JudgedClaim[]): readonly number[] {
  const places = claims.map(({ claim }) => claim.place);
  const starts = new Set(places.map((place) => place.start));
  const isFree = (at: number) => places.every((place) => place.start >= at || place.end <= at);
  return [start, ...[...starts].filter((at) => at > start && isFree(at))].toSorted((a, b) => a - b);
}
