import { joinPattern } from "../base/text";
import { parseSections } from "../context/summary/sections";
import { sentencesIn, statesDurableFact } from "../memory/durable-facts";

/** Less says nothing, more is an argument. */
const CHARS = { least: 8, most: 240 } as const;
/** A message decides a few things; the rest is a report. */
const MOST_PER_MESSAGE = 8;
const LOOKED_AT_CHARS = 8_000;

const DECIDED = joinPattern(
  [
    String.raw`\b(?:decided (?:to|on|against|that)|decision:|settled on|opted (?:for|to)|going with|`,
    "(?:we|i)(?:'ll| will|'re going to| are going to) (?:use|go with|keep|stick with)|",
    String.raw`let'?s (?:use|go with|keep|stick with)|use \S+(?: \S+)? instead of|chose (?:to|the|\w+ over))\b|`,
    "决定|決定|选定|選定|采用|採用|改用",
  ],
  "i",
);
const UNDECIDED =
  /[?？]\s*$|\b(?:not (?:yet )?decided|undecided|whether|should we|could|might|unless|if (?:we|you|i))\b|是否/i;

/** What the user states as a rule or decision. */
export const decisionsOfUser = (text: string): readonly string[] =>
  take(text, (sentence) => statesDurableFact(sentence) || isDecision(sentence));

/** What a reply says was decided. */
export const decisionsOfReply = (text: string): readonly string[] => take(text, isDecision);

const isDecision = (sentence: string): boolean => DECIDED.test(sentence) && !UNDECIDED.test(sentence);

function take(text: string, wanted: (sentence: string) => boolean): readonly string[] {
  const found = sentencesIn(text.slice(0, LOOKED_AT_CHARS))
    .filter(({ length }) => length >= CHARS.least && length <= CHARS.most)
    .filter(wanted);
  return [...new Set(found)].slice(0, MOST_PER_MESSAGE);
}

/** The decisions that a summary carries along, without those that its check corrected or could not back. */
export function decisionsOfSummary(text: string): readonly string[] {
  const { sections } = parseSections(text);
  return (
    [sections["Key Decisions"], sections["Constraints & Preferences"]]
      .flatMap((body) => body.split("\n"))
      .map((line) => line.replace(/^\s*(?:[-*]|\d+[.)])\s+/, "").trim())
      // A pinned file is none, and what else is pinned stands behind the mark.
      .filter((line) => !/^Pinned file: /.test(line))
      .map((line) => line.replace(/^Pinned: /, ""))
      .filter((line) => line.length >= CHARS.least && line.length <= 2 * CHARS.most && !/^none\.?$/i.test(line))
      .filter((line) => !MARKED.test(line))
  );
}

/** How the check of a summary marks a line. */
const MARKED = /\[unverified\]|\[corrected: /;

/** A summary that quotes a whole request repeats the question before the decision, too. */
export const withoutQuestions = (text: string): string =>
  text
    .split(/(?<=[.!?。！？])\s*/u)
    .filter((one) => !/[?？]$/u.test(one))
    .join(" ")
    .trim();

/** Words by which two tellings of one decision are recognized as the same. */
export const decisionKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const REPLACING = joinPattern(
  [
    String.raw`\b(?:instead of|rather than|no longer|replac(?:es|ed|ing)|switch(?:ed|ing)? (?:away )?from|`,
    String.raw`not \S+ any ?more|away from|dropped?|abandon(?:ed)?)\s+(.{2,80})|`,
    "(?:不再(?:使用|用)?|取代|而不是|而非)(.{1,40})",
  ],
  "iu",
);

/** True where a decision names what another one had decided as no longer so. */
export function replaces(newer: string, older: string): boolean {
  const match = REPLACING.exec(newer);
  const gone = namesIn(match?.[1] ?? match?.[2] ?? "");
  if (gone.length === 0 || decisionKey(newer) === decisionKey(older)) return false;
  const before = new Set(namesIn(older));
  return gone.some((name) => before.has(name));
}

/** Words that may name a thing; short ones and those of every sentence do not. */
const namesIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.\-/]*[\p{L}\p{N}]/gu) ?? []).filter(
    (word) => word.length > 1 && !COMMON.has(word),
  );

const COMMON: ReadonlySet<string> = new Set(
  [
    "the a an and or of to in on at by for from with we you it is are was be this that our your use used using",
    "will not now then all any its as so do does did has have had just only one new old",
  ].flatMap((words) => words.split(" ")),
);
