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
import type { ToldTime } from "./time/told-time";
import { toldTimesIn } from "./time/told-time";

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

/** Claims about runs, with the time that their clause tells, or the one that the sentence opens with. */
function atTimes(sentence: SummarySentence, claims: readonly Claim[]): readonly Claim[] {
  if (!claims.some(({ kind }) => OF_RUNS.has(kind))) return claims;
  const times = toldTimesIn(sentence.text);
  if (times.length === 0) return claims;
  const clauses = clausesOf(sentence).map((clause) => ({
    ...clause,
    times: times.filter(({ at }) => sentence.start + at + 1 < clause.end && sentence.start + at + 1 >= clause.start),
  }));
  const timeOf = ({ place }: Claim): ToldTime | undefined => {
    const index = clauses.findLastIndex(({ start }) => start <= place.start);
    const told = clauses[index]?.times ?? [];
    const spoken = clauses[index]?.text ?? "";
    if (told.length > 0) return told.length === 1 ? told[0]?.time : undefined;
    if (EARLIER.test(spoken)) return undefined;
    const opening = times.find(({ scope }) => scope === "rest");
    const isRest = clauses.slice(0, index).every((clause) => clause.times.every((time) => time === opening));
    if (opening !== undefined) return isRest && place.end > sentence.start + opening.at ? opening.time : undefined;
    const before = clauses[index - 1]?.times ?? [];
    return before.length === 1 && goesOn(spoken) ? before[0]?.time : undefined;
  };
  return claims.map((claim) => {
    const time = OF_RUNS.has(claim.kind) ? timeOf(claim) : undefined;
    if (time === undefined) return claim;
    // What "still failed" at a time that the list of actions tells need not be so now.
    return sentence.section === "history" ? { ...claim, time, tense: "past" } : { ...claim, time };
  });
}

/** Another time than the one that the sentence began with. */
const EARLIER = /^\W*(?:此前|之前|先前|原先|在此之前)|\b(?:before that|previously|until then|earlier|beforehand)\b/i;

/** "The first run after the fix was green, 30 passed", "…; it exited with 1": the clause goes on about that run. */
const goesOn = (text: string): boolean =>
  beginsWithCount(text) || /^\W*(?:it|which)\s|^\W*(?:以|退出码|结果)/i.test(text);

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
