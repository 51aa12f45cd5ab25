import { joinPattern } from "../../../../base/text";
import type { Claim, TestClaim } from "../claim";
import { arrowCode, bareCodeAfter, exitCodesIn, namedCodesIn } from "../language/exit-codes";
import { FUNCTION_WORDS, isPurpose } from "../language/grammar-words";
import { isByOthers, isConditional, isPlanned, tenseOf } from "../language/modality";
import { simplified } from "../language/plain-words";
import type { Mark } from "../language/polarity";
import { marksIn, verdictIn } from "../language/polarity";
import type { SaidCounts } from "../language/test-counts";
import { beginsWithCount, countsIn, countsSuites, runnerIn } from "../language/test-counts";
import { openingRun, whichRun, withoutFormer } from "../language/which-run";
import { doesChore } from "../record/commands";
import type { Vocabulary } from "../record/vocabulary";
import type { Clause } from "./clauses";
import { clausesOf } from "./clauses";
import { shortenedCommands } from "./found-commands";
import { findPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";
import { tellsOfWork } from "./sentences";
import type { Subject } from "./subjects";
import { toldIn } from "./subjects";

/** A clause with what it is about and how it says that it went. */
interface Reading {
  /** Without the work that it tells as having come before. */
  readonly clause: Clause;
  readonly whole: string;
  readonly subjects: readonly Subject[];
  /** Signs that are told as real. */
  readonly marks: readonly Mark[];
  /** "list": the section tells of work, item by item; "prose": anything may be spoken of. */
  readonly manner: "list" | "prose";
}

/**
 * How commands, programs, tests and kinds of work are said to have ended: every clause that has a subject and a sign of
 * an outcome, whatever its verb. A clause without a subject speaks of the one before it.
 */
export function readOutcomeClaims(sentence: SummarySentence, vocabulary: Vocabulary): readonly Claim[] {
  const readings = readingsOf(sentence, vocabulary);
  const tests = testClaims(sentence, readings);
  return [...tests, ...readings.flatMap((reading) => runClaims(sentence, reading, readings))];
}

function readingsOf(sentence: SummarySentence, vocabulary: Vocabulary): readonly Reading[] {
  const whole = simplified(sentence.text);
  const manner =
    tellsOfWork(sentence) || ["blocked", "progress", "facts"].includes(sentence.section) ? "list" : "prose";
  let carried: readonly Subject[] = [];
  return clausesOf(sentence).flatMap((clause): readonly Reading[] => {
    const { text, subjects: found } = toldIn(withoutFormer(clause.text), vocabulary);
    const spoken = withoutGeneric(found, marksIn(text));
    const own = spoken.length > 0 || carried.length > 0 ? spoken : countedTests(text, vocabulary);
    const isAboutFiles = findPaths(text).length > 0;
    const goesOn =
      speaksOfLast(text) ||
      shareOfTests(text, vocabulary) !== undefined ||
      (manner === "list" && text.trim().length <= (/[一-鿿]/.test(text) ? SHORT_CHARS / 2 : SHORT_CHARS));
    const last = carried.filter(({ kind }) => kind !== "chore" && !(kind === "named-test" && OTHERS.test(text)));
    const subjects = own.length > 0 ? own : isAboutFiles || !goesOn ? [] : last.map(atStart);
    if (own.length > 0) carried = (own.some(hasTitle) ? own.filter(hasTitle) : own).slice(-1);
    else if (isAboutFiles || OTHERS.test(text)) carried = [];
    const [from, to] = [clause.start - sentence.start, clause.end - sentence.start];
    if (subjects.length === 0 || isConditional(whole) || isByOthers(whole, from, to)) return [];
    const marks = marksIn(text).filter(({ start }) => !isPlanned(text, start) && !isPurpose(text, start));
    // "the failure names a file": in prose a trouble that is only named is no verdict on what came before.
    const isCarried = own.length === 0 && manner === "prose";
    return [
      {
        clause: { ...clause, text },
        whole: clause.text,
        subjects,
        marks: isCarried ? marks.filter(({ word }) => !/^failures?$/i.test(word)) : marks,
        manner,
      },
    ];
  });
}

/** "`saves the theme` is the one spec that fails": a test that is named is what words for tests stand for. */
const withoutGeneric = (subjects: readonly Subject[], marks: readonly Mark[]): readonly Subject[] => {
  const named = subjects.find(({ kind }) => kind === "named-test");
  const opening = marks[0];
  // "In the e2e run `saves` passed": what stands before the test, without a verdict, only says where it ran.
  const isMeant =
    named !== undefined && (named === subjects[0] || (opening !== undefined && opening.start > named.start));
  return isMeant ? subjects.filter(({ kind }) => kind === "named-test" || kind === "command") : subjects;
};

/** "The other 11 passed": whatever came before is not meant. */
const OTHERS =
  /^\W*(?:and |while |but )?(?:(?:all )?the )?(?:\d+ )?(?:others?|rest|remaining|remainder)\b|其余|其它|其他|另外|剩下/i;

/** A shorter clause has no room for a subject of its own. */
const SHORT_CHARS = 12;

/** Nothing but words of grammar before the verdict: the clause goes on about the subject before it. */
function speaksOfLast(text: string): boolean {
  if (namedCodesIn(text).length > 0 || /(?:→|->|=>)\s*\d{1,3}\W*$/.test(text)) return true;
  const first = marksIn(text)[0];
  const code = /\d/.exec(text)?.index ?? text.length;
  return FUNCTION_WORDS.test(text.slice(0, Math.min(first?.start ?? text.length, code)));
}

/** "1 failed, 7 passed": only tests are counted so. */
function countedTests(text: string, vocabulary: Vocabulary): readonly Subject[] {
  const share = shareOfTests(text, vocabulary);
  if (share !== undefined) return [{ kind: "tests", start: share, end: share }];
  const match =
    /(?<![\w.:-])\d+\s*(?:个|项)?\s*(?:passed|failed|passing|failing|passes|failures?|通过|失败)/i.exec(text) ??
    FRACTION.exec(text);
  return match === null ? [] : [{ kind: "tests", start: match.index, end: match.index }];
}

/** Where a clause states a share of as many as one of the runs had tests: "25 of 26 are happy". */
function shareOfTests(text: string, { testTotals }: Vocabulary): number | undefined {
  const share = /(?<![\w.:-])\d+\s*(?:of|out of|for|\/)\s*(?:the\s+)?(\d+)(?![\w:-]|\.\d)/i.exec(text);
  return share !== null && testTotals.has(Number(share[1])) ? share.index : undefined;
}

/** "14 of 14": what is counted so, with nothing behind it, are tests. */
const FRACTION = /(?<![\w.:-])\d+\s*(?:of|out of|for|\/)\s*\d+(?=\s*(?:$|[.;,)✅。，；]|green|passed|ok\b))/i;

/** "Added the test "keeps order" to x_test.exs; it passed": the test, and not its file. */
const hasTitle = (one: Subject): boolean => one.kind === "named-test" && one.name.includes(" ");

const atStart = (subject: Subject): Subject => ({ ...subject, start: 0, end: 0 });

/**
 * Signs that belong to a subject: those up to the next subject, or those right before the first where none follows. In
 * free prose, which describes code as much as work, only words of grammar may stand between them.
 */
function marksOf({ subjects, marks, clause, manner }: Reading, subject: Subject): readonly Mark[] {
  const index = subjects.indexOf(subject);
  // "`a.spec.ts` in the last `npm test` did not pass": the command only says where.
  const isPlace = ({ kind }: Subject) => subject.kind === "named-test" && (kind === "command" || kind === "program");
  const next = subjects.slice(index + 1).find((one) => !isPlace(one))?.start ?? Number.POSITIVE_INFINITY;
  const behind = marks
    .filter(({ start }) => start >= (isVerb(subject) ? subject.start : subject.end) && start < next)
    .filter(
      ({ start }) => manner === "list" || FUNCTION_WORDS.test(clause.text.slice(subject.end, start).replace(ASIDE, "")),
    );
  if (behind.length > 0) return behind;
  // "the build broke (`make all`)": the command in parentheses is what the clause tells of.
  const isAside = subject.kind === "command" && /[(（]\s*[`"']?$/.test(clause.text.slice(0, subject.start));
  if (isAside) return marks.filter(({ end }) => end <= subject.start);
  // "What failed was `saves`", "失败的是 `saves`": the verdict stands before the test that it is about.
  const isNamed = ({ end }: Mark) =>
    subject.kind === "named-test" && NAMES_IT.test(clause.text.slice(end, subject.start));
  if (marks.some(isNamed)) return marks.filter(isNamed);
  if (index > 0) return [];
  return marks.filter(
    ({ end, word }) => end <= subject.start && (isSign(word) || ATTRIBUTE.test(clause.text.slice(end, subject.start))),
  );
}

const NAMES_IT =
  /^(?:\s(?:one|test|case|spec))?\s(?:is|was)\s*["“`]?$|^的(?:唯一)?(?:用例|测试|那[个条])?[是为]\s*["“「`]?$/i;

/** "it compiles": one word is both what ran and how it went. */
const isVerb = ({ kind }: Subject): boolean => kind === "chore";

const isSign = (word: string): boolean => !/[\w一-鿿]/.test(word);
/** What stands in quotes, code or parentheses between a subject and its verdict. */
const ASIDE = /[(（][^)）]*[)）]|`[^`]*`/g;
/** "a green run of `x`", "no failing tests", "the failed build": the sign is said of what follows. */
const ATTRIBUTE = joinPattern(
  [
    String.raw`^[\s\x60*"']*(?:(?:run|runs|pass|of|for|on|in|the|all|from|by|any|with|unit|go|`,
    String.raw`test)\s+){0,4}[\x60*"']*$|^[^A-Za-z]{0,8}$`,
  ],
  "i",
);

/** The command that a sentence names, where it names one. */
function commandIn(readings: readonly Reading[]): { readonly command?: string } {
  const commands = readings.flatMap(({ subjects }) =>
    subjects.flatMap((one) => (one.kind === "command" && one.command.includes(" ") ? [one.command] : [])),
  );
  const [command, ...more] = new Set(commands);
  return command === undefined || more.length > 0 ? {} : { command };
}

function runClaims(sentence: SummarySentence, reading: Reading, readings: readonly Reading[]): readonly Claim[] {
  const { clause, subjects } = reading;
  // "The compile error TS2304, an import that was missing, is solved": the clause behind names no other subject.
  const isMended =
    reading.marks.every(({ form }) => form === "noun") &&
    marksIn(simplified(sentence.text)).some(({ kind }) => kind === "gone");
  return subjects.flatMap((subject): readonly Claim[] => {
    if (subject.kind === "tests") return [];
    const marks = marksOf(reading, subject).filter((mark) => !isCount(clause.text, mark));
    const isOver = isMended || reading.marks.some(({ kind }) => kind === "gone");
    const verdict =
      (isOver && !marks.some(({ kind }) => kind === "good") ? undefined : verdictIn(marks)) ??
      boxVerdict(sentence, subject, reading);
    const stated = { tense: tenseOf(sentence.section, reading.whole), place: placeOf(clause) } as const;
    const which = whichRun(partWith(clause.text, marks[0])) ?? openingRun(simplified(sentence.text));
    const nth = which === undefined ? {} : { which };
    const told = { about: clause.text, ...nth, ...stated };
    switch (subject.kind) {
      case "command": {
        if (isPlanned(clause.text, subject.start)) return [];
        const rest = clause.text.slice(subject.end);
        const until = (subjects[subjects.indexOf(subject) + 1]?.start ?? clause.text.length) - subject.end;
        const codes = exitCodesIn(rest, until);
        const bare = codes.length > 0 ? undefined : (bareCodeAfter(rest) ?? arrowCode(rest.slice(0, until)));
        const isCounted = doesChore(subject.command, "test") && /\d/.test(sentence.text.replace(subject.command, ""));
        const outcomes =
          codes.length > 0 ? codes : bare !== undefined ? [bare] : verdict === undefined || isCounted ? [] : [verdict];
        return outcomes.map((outcome) => ({
          kind: "command",
          command: subject.command,
          shorter: subject.form === "quoted" ? [] : shortenedCommands(subject.command),
          outcome,
          manner: "named",
          ...nth,
          ...stated,
        }));
      }
      case "named-test": {
        if (isPlanned(clause.text, subject.start)) return [];
        const others = subjects.filter(({ kind }) => kind === "named-test");
        const next = others[others.indexOf(subject) + 1]?.start;
        const counts = countsIn(others.length > 1 ? clause.text.slice(subject.start, next) : clause.text);
        const counted = verdictOf(counts, verdict);
        // "the 4 errors of X are resolved": what is counted is over.
        return counted === undefined || (isOver && counted === "fail")
          ? []
          : [
              {
                kind: "named-test",
                name: subject.name,
                verdict: counted,
                about: simplified(sentence.text),
                ...commandIn(readings),
                ...counts,
                ...nth,
                ...stated,
              },
            ];
      }
      case "program": {
        const rest = clause.text.slice(subject.end);
        const code = exitCodesIn(rest, rest.length)[0] ?? arrowCode(rest);
        // "its complaint (exit 101) went away": the code is that of the trouble.
        const outcome = isOver && code !== 0 ? verdict : (code ?? verdict);
        return outcome === undefined ? [] : [{ kind: "run", work: { program: subject.program }, outcome, ...told }];
      }
      case "chore": {
        // "`gradle test` built and passed": what the command did, under whatever name.
        if (subjects.some(({ kind, end }) => kind === "command" && end <= subject.start)) return [];
        const rest = clause.text.slice(subject.end);
        const outcome = exitCodesIn(rest, rest.length)[0] ?? verdict;
        return outcome === undefined ? [] : [{ kind: "run", work: subject.chore, outcome, ...told }];
      }
    }
  });
}

/** "complained twice and was silent on the second go": which run is meant stands in the same part as its verdict. */
function partWith(text: string, mark: Mark | undefined): string {
  if (mark === undefined) return text;
  const before = /^.*\b(?:and|then)\s|^.*[并而且]/is.exec(text.slice(0, mark.start))?.[0].length ?? 0;
  const behind = /\s(?:and|then)\s|[并而且]/i.exec(text.slice(mark.end))?.index;
  return text.slice(before, behind === undefined ? text.length : mark.end + behind);
}

/** "6 failed" counts something; it is no verdict on what was run. */
const isCount = (text: string, { form, start }: Mark): boolean =>
  form === "verdict" && COUNTED.test(text.slice(0, start));

/** "6 failed", "12 of 14 rules pass". */
const COUNTED =
  /(?<![\w.:-])[1-9]\d*\s*(?:个|项|条|处)?\s*$|(?<![\w.:-])\d+\s*(?:of|out of|\/)\s*\d+\s+(?:[a-z]+\s+){0,2}$/i;

/** "✅ `npm run lint`": the ticked box is the verdict on a line that is nothing but its subject. */
function boxVerdict({ item, start }: SummarySentence, subject: Subject, { clause }: Reading): "success" | undefined {
  const isAlone = clause.start === start && clause.text.slice(subject.end).replace(/[`*\s.。]/g, "") === "";
  return item === "done" && subject.kind === "command" && isAlone ? "success" : undefined;
}

const placeOf = ({ line, start, end }: Clause) => ({ line, start, end });

/** Counts of one run belong together; a verdict that changes in mid-sentence tells of two runs. */
function testClaims(sentence: SummarySentence, readings: readonly Reading[]): readonly TestClaim[] {
  const spoken = readings.filter(
    ({ subjects, clause }) =>
      // A clause that begins with one test counts what is in it; "1 failed (`saves`)" counts those of the whole run,
      // and "the other 5 passed" a part, whatever it is a part of.
      !OTHERS.test(clause.text) &&
      (beginsWithCount(clause.text) ||
        (subjects[0]?.kind !== "named-test" && subjects.some((one) => isAboutTests(one, clause.text)))),
  );
  const wordsFrom = (from: number, to: number) =>
    simplified(sentence.text.slice(from - sentence.start, to - sentence.start));
  const told = spoken
    .filter((reading) => !isOnlyPlanned(reading))
    .map((reading, at, all) => ({
      ...testsIn(sentence, reading),
      // With what was told since: "a failed, after the fix it ran again, 20 passed".
      text: wordsFrom(all[at - 1]?.clause.end ?? reading.clause.start, reading.clause.end),
    }));
  const whole: ToldTests[] = [];
  for (const { text, ...part } of told) {
    const last = whole.at(-1);
    if (last === undefined || CHANGES.test(text) || last.counted !== part.counted || isOther(last, part))
      whole.push(part);
    else whole.splice(-1, 1, merged(last, part));
  }
  return whole.flatMap(({ verdict, ...claim }): readonly TestClaim[] => {
    const decided = verdictOf(claim, verdict);
    const isFew = decided === "pass" && claim.extent === "some" && (claim.passed ?? 0) < FEW;
    const isSome = isFew && claim.total === undefined && OF_SOME.test(claim.about);
    return decided === undefined || isSome ? [] : [{ ...claim, verdict: decided }];
  });
}

/** Tests of another runner, or of another command. */
const isOther = (last: ToldTests, part: ToldTests): boolean =>
  (part.runner !== undefined && JSON.stringify(part.runner) !== JSON.stringify(last.runner)) ||
  (part.command !== undefined && last.command !== undefined && part.command !== last.command);

const FEW = 10;
/** "both admin tests", "Setting's two specs": some of them, without saying which. */
const OF_SOME = joinPattern([
  String.raw`\b(?:both|those|these|that|two|three|four|[2-9]|`,
  String.raw`[A-Z]\w+['’]s)\s+(?:\w+\s+){0,2}(?:tests?|specs?|cases?)\b|`,
  String.raw`(?:[那这两几][个条些]?|(?<!\d)[2-9]\s?[个条])[^，。]{0,24}(?:测试|用例)`,
]);

/** A test claim that may not have a verdict yet. */
type ToldTests = Omit<TestClaim, "verdict"> & { readonly verdict: "success" | "failure" | undefined };

const CHANGES = joinPattern(
  [
    String.raw`\b(?:then|after(?:wards)?|later|now|before|previously|initially|at first|earlier|originally|`,
    String.raw`until|went from|finally|subsequently|used to)\b|然后|后来|之前|原先|起初|最初|现在|随后|之后|曾|[一-鿿]后(?![端续台面者缀])`,
  ],
  "i",
);

const isAboutTests = (subject: Subject, text: string): boolean =>
  subject.kind === "tests" ||
  (subject.kind === "command" && doesChore(subject.command, "test")) ||
  (subject.kind === "program" && (subject.counts || doesChore(subject.program, "test")) && /\d/.test(text));

const isOnlyPlanned = ({ clause, marks }: Reading): boolean =>
  marks.length === 0 && isPlanned(clause.text, clause.text.length);

function verdictOf(counts: SaidCounts, marks: "success" | "failure" | undefined): TestClaim["verdict"] | undefined {
  const { passed, failed, total } = counts;
  if (failed !== undefined && failed > 0) return "fail";
  if (passed !== undefined && total !== undefined) return passed === total ? "pass" : "fail";
  if (failed === 0) return "pass";
  return marks === undefined ? undefined : marks === "success" ? "pass" : "fail";
}

function testsIn({ section, text }: SummarySentence, reading: Reading): ToldTests {
  const { clause, subjects } = reading;
  const marks = subjects.filter((one) => isAboutTests(one, clause.text)).flatMap((one) => marksOf(reading, one));
  const command = subjects.find((one) => one.kind === "command");
  // "`tsc` is clean (it missed a type in the test)": the verdict is that on the command before the test.
  const isOfOther = subjects[0]?.kind === "command" && !doesChore(subjects[0].command, "test");
  const runner = runnerIn(clause.text);
  const which = whichRun(reading.whole) ?? openingRun(simplified(text));
  const [code] = exitCodesIn(clause.text, clause.text.length);
  const told = verdictIn(marks.length > 0 || reading.manner === "prose" || isOfOther ? marks : reading.marks);
  return {
    kind: "tests",
    // A code says more than "finished with".
    verdict: code === undefined ? told : code === 0 ? "success" : "failure",
    tense: tenseOf(section, reading.whole),
    extent: /\b(?:all|every|full|whole|entire|everything|complete)\b|全部|所有|全数|均|都|整个|全绿|悉数/i.test(
      clause.text,
    )
      ? "all"
      : "some",
    ...countsIn(clause.text),
    ...(countsSuites(clause.text) ? { counted: "suites" as const } : {}),
    ...(command?.kind === "command" ? { command: command.command } : {}),
    ...(runner === undefined ? {} : { runner }),
    ...(which === undefined ? {} : { which }),
    about: clause.text,
    place: placeOf(clause),
  };
}

/** "2 failed, 40 passed": two clauses about one run. */
const merged = (whole: ToldTests, part: ToldTests): ToldTests => ({
  ...part,
  ...whole,
  // "0 failures, 1 error".
  ...(whole.failed === undefined || part.failed === undefined ? {} : { failed: whole.failed + part.failed }),
  verdict: [whole.verdict, part.verdict].includes("failure") ? "failure" : (whole.verdict ?? part.verdict),
  extent: whole.extent === "all" ? "all" : part.extent,
  place: { ...whole.place, end: part.place.end },
});
