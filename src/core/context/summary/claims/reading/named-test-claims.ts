import { joinPattern } from "../../../../base/text";
import type { NamedTestClaim } from "../claim";
import { outcomeWordsIn } from "./outcome-words";
import type { SummarySentence } from "./sentences";
import { isByOthers, isUnreal } from "./sentences";

/** Names that only a test has: `TestPoolDrain`, `test_refund`, `PointsTest`, `login.spec.ts`. */
const TEST_NAME = joinPattern(
  [
    String.raw`(?<![\w/.-])(?:Test[A-Z]\w{2,}|test_\w{2,}|[A-Z]\w+Tests?(?:[.#:]+\w+)?|(?:[\w@.-]+\/)*[\w.-]+`,
    String.raw`(?:\.(?:test|spec)\.\w{1,4}|_test\.\w{1,4})|(?:[\w@.-]+\/)*test_\w+\.py(?:::\w+)*)(?![\w/])`,
  ],
  "g",
);
/** The verdict follows its test within one clause, without another subject between them. */
const REACH = 40;
const OTHER_SUBJECT = /[,;，；]|\b(?:because|which|but|and|so)\b|但|因为|因為/;

/** Tests that a sentence names, with how it says they went. */
export function readNamedTestClaims({ text, line, start, section }: SummarySentence): readonly NamedTestClaim[] {
  return [...text.matchAll(TEST_NAME)].flatMap((match): readonly NamedTestClaim[] => {
    const from = match.index + match[0].length;
    const rest = text.slice(from, from + REACH);
    const first = outcomeWordsIn(rest)[0];
    if (first === undefined || typeof first.outcome === "number" || OTHER_SUBJECT.test(rest.slice(0, first.start)))
      return [];
    if (/^[\w-]*[A-Za-z_(]/.test(rest) || isUnreal(text, match.index) || isByOthers(text, match.index, from)) return [];
    const isPast =
      section === "history" || section === "facts" || /\b(?:was|were|had|initially|first)\b|最初|起初/.test(text);
    return [
      {
        kind: "named-test",
        name: match[0],
        verdict: first.outcome === "success" ? "pass" : "fail",
        tense: isPast && !/\b(?:now|currently|finally)\b|现在|現在|目前/.test(text) ? "past" : "present",
        place: { line, start: start + match.index, end: start + from + first.end },
      },
    ];
  });
}
