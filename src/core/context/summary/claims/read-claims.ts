import type { Claim, ToolClaim } from "./claim";
import { readCommandClaims } from "./reading/command-claims";
import { readDecisionClaims } from "./reading/decision-claims";
import { readErrorClaims } from "./reading/error-claims";
import { readFileClaims } from "./reading/file-claims";
import { findPaths } from "./reading/found-paths";
import { readNamedTestClaims } from "./reading/named-test-claims";
import { readNumberClaims } from "./reading/number-claims";
import { readRunClaims } from "./reading/run-claims";
import type { SummarySentence } from "./reading/sentences";
import { sentencesOf } from "./reading/sentences";
import { readTestClaims } from "./reading/test-claims";

/** Everything a summary states as done or true that a record could tell otherwise. Plans and wishes are no claims. */
export function readClaims(summary: string): readonly Claim[] {
  return sentencesOf(summary)
    .filter((sentence) => sentence.section !== "plan" && !isExcerpt(sentence) && !isQuestion(sentence))
    .flatMap((sentence): readonly Claim[] => [
      ...(sentence.section === "wishes" ? [] : readDeeds(sentence)),
      ...readDecisionClaims(sentence),
    ]);
}

/** Names listed by code, and pieces cut out of an output: neither says what was done. */
const isExcerpt = ({ text }: SummarySentence): boolean => /^\s*(?:…|Also seen:)/.test(text);

const isQuestion = ({ text }: SummarySentence): boolean => /[?？]["'”’)*]*\s*$/.test(text);

const readDeeds = (sentence: SummarySentence): readonly Claim[] => [
  ...readFileClaims(sentence),
  ...readCommandClaims(sentence),
  ...readRunClaims(sentence),
  ...readTestClaims(sentence),
  ...readNamedTestClaims(sentence),
  ...readErrorClaims(sentence),
  ...readNumberClaims(sentence),
  ...readToolClaims(sentence),
];

function readToolClaims({ text, line, start }: SummarySentence): readonly ToolClaim[] {
  return [...text.matchAll(/\[tools?:\s*([\w.:/-]{2,60})\]/gi)].map((match) => ({
    kind: "tool",
    tool: match[1] ?? "",
    paths: findPaths(text.slice(0, match.index)).map(({ path }) => path),
    tense: "past",
    place: { line, start: start + match.index, end: start + match.index + match[0].length },
  }));
}
