import { readChangeClaims } from "./changes/read-changes";
import type { Claim, FileClaim, ToolClaim } from "./claim";
import { beginsWithCount } from "./language/test-counts";
import { clausesOf } from "./reading/clauses";
import { readCommandClaims } from "./reading/command-claims";
import { readDecisionClaims } from "./reading/decision-claims";
import { readErrorClaims } from "./reading/error-claims";
import { readFileClaims } from "./reading/file-claims";
import { findPaths } from "./reading/found-paths";
import { readNameClaims } from "./reading/name-claims";
import { readNumberClaims } from "./reading/number-claims";
import { readOutcomeClaims } from "./reading/outcome-claims";
import { readAllClearClaims, readExitCodeClaims, readRunClaims } from "./reading/run-claims";
import type { SummarySentence } from "./reading/sentences";
import { isQuestion, sentencesOf } from "./reading/sentences";
import type { Vocabulary } from "./record/vocabulary";
import { toldTimeIn } from "./time/told-time";

/**
 * Everything a summary states as done or true that a record could tell otherwise. Plans and wishes are no claims.
 *
 * A clause is a claim because of what it names (a file, a command, a test, a program that ran, a number beside a name,
 * a commit, an error), whatever its verb. Three things decide what it says: the section it stands in, the closed
 * classes of modality and denial (`language/modality.ts`), and small lexicons of how things go
 * (`language/polarity.ts`). What names can mean comes from the record: its commands, programs, tests and failures.
 *
 * It misses what names nothing ("it all works out now"), idioms outside the lexicons, numbers that no output states
 * beside the same word, an error described in none of its own words, and a change that a command without named files
 * may have made unseen. In free prose, outside the sections of a hand-off, only words of grammar may stand between a
 * subject and its verdict, so that descriptions of code are left alone.
 */
export function readClaims(summary: string, vocabulary: Vocabulary): readonly Claim[] {
  return sentencesOf(summary)
    .filter((sentence) => !isExcerpt(sentence) && !isQuestion(sentence.text))
    .flatMap((sentence): readonly Claim[] => atClauses(sentence, atTimes(sentence, claimsIn(sentence, vocabulary))));
}

/** Sections of plans and wishes tell what is to be; the numbers in them come from somewhere all the same. */
function claimsIn(sentence: SummarySentence, vocabulary: Vocabulary): readonly Claim[] {
  if (sentence.item === "correction" || sentence.item === "output")
    return [...readOutcomeClaims(sentence, vocabulary), ...readExitCodeClaims(sentence)];
  const decisions = readDecisionClaims(sentence);
  switch (sentence.section) {
    case "plan":
      return [...readNumberClaims(sentence), ...decisions];
    case "asks":
    case "wishes":
      return [...readNumberClaims(sentence), ...readNameClaims(sentence), ...decisions];
    case "progress":
      return [
        ...readOutcomeClaims(sentence, vocabulary),
        ...readExitCodeClaims(sentence),
        ...readNumberClaims(sentence),
        ...readNameClaims(sentence),
        ...decisions,
      ];
    default:
      return [...readDeeds(sentence, vocabulary), ...decisions];
  }
}

/** Claims about runs, with the time that their sentence tells. */
function atTimes(sentence: SummarySentence, claims: readonly Claim[]): readonly Claim[] {
  const { text, start } = sentence;
  if (!claims.some(({ kind }) => OF_RUNS.has(kind))) return claims;
  const told = toldTimeIn(text);
  if (told === undefined) return claims;
  const at = start + told.at;
  const clause = clausesOf(sentence).find(({ end }) => at + 1 < end);
  const isInside = ({ kind, place }: Claim): boolean =>
    OF_RUNS.has(kind) && place.start >= (clause?.start ?? at) && place.start < (clause?.end ?? at);
  // "The first run after the fix was green, 30 passed": counts alone go on about the run before them.
  const goesOn = ({ kind, place }: Claim): boolean =>
    kind === "tests" &&
    place.start === clause?.end &&
    beginsWithCount(text.slice(place.start - start)) &&
    !claims.some(isInside);
  const isMeant = (claim: Claim): boolean =>
    told.scope === "rest" ? OF_RUNS.has(claim.kind) && claim.place.end > at : isInside(claim) || goesOn(claim);
  return claims.map((claim) => (isMeant(claim) ? { ...claim, time: told.time } : claim));
}

const OF_RUNS: ReadonlySet<Claim["kind"]> = new Set(["command", "run", "tests", "named-test", "exit-code"]);

/** Claims with the clauses they stand in as their places, so that whole clauses are corrected. */
function atClauses(sentence: SummarySentence, claims: readonly Claim[]): readonly Claim[] {
  if (claims.length === 0) return [];
  const clauses = clausesOf(sentence);
  return claims.map((claim) => {
    const { line, start, end } = claim.place;
    const first = clauses.findLast((clause) => clause.start <= start);
    const last = clauses.find((clause) => clause.end >= end);
    return { ...claim, place: { line, start: first?.start ?? start, end: last?.end ?? end } };
  });
}

/** Names listed by code, and pieces cut out of an output: neither says what was done. */
const isExcerpt = ({ text }: SummarySentence): boolean => /^\s*(?:…|Also seen:)/.test(text);

function readDeeds(sentence: SummarySentence, vocabulary: Vocabulary): readonly Claim[] {
  const files = readFileClaims(sentence, vocabulary);
  return [
    ...files,
    ...readChangeClaims(sentence),
    ...readCommandClaims(sentence),
    ...readOutcomeClaims(sentence, vocabulary),
    ...readRunClaims(sentence),
    ...readExitCodeClaims(sentence),
    ...readAllClearClaims(sentence, vocabulary),
    ...readErrorClaims(sentence),
    ...readNumberClaims(sentence),
    ...readNameClaims(sentence),
    ...readToolClaims(sentence, files),
  ];
}

function readToolClaims(sentence: SummarySentence, files: readonly FileClaim[]): readonly ToolClaim[] {
  const { text, line, start } = sentence;
  const tied = files.filter(({ bond }) => bond === "grammar");
  const isTied = (path: string) => tied.some(({ paths }) => paths.includes(path));
  const near = files.flatMap(({ paths }) => paths).filter((path) => !isTied(path));
  const made = tied.flatMap(({ change, paths }) => (change === "created" ? paths : []));
  return [...text.matchAll(/\[tools?:\s*([\w.:/-]{2,60})\]/gi)].map((match) => ({
    kind: "tool",
    tool: match[1] ?? "",
    paths: [
      ...findPaths(text.slice(0, match.index)).flatMap(({ path }) => (near.includes(path) ? [] : [path])),
      ...made,
    ],
    tense: "past",
    place: { line, start: start + match.index, end: start + match.index + match[0].length },
  }));
}
