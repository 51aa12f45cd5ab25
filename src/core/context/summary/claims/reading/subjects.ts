import { joinPattern } from "../../../../base/text";
import type { Chore } from "../claim";
import { marksIn } from "../language/polarity";
import { TESTS } from "../language/test-counts";
import type { Vocabulary } from "../record/vocabulary";
import { toldTimesIn, withoutOpening } from "../time/told-time";
import { findCommands } from "./found-commands";

/** What a clause may tell the outcome of: a command, the tests, one test, a program that ran, or a kind of work. */
export type Subject = { readonly start: number; readonly end: number } & (
  | { readonly kind: "command"; readonly command: string; readonly form: "quoted" | "plain" }
  | { readonly kind: "tests" }
  | { readonly kind: "named-test"; readonly name: string }
  | { readonly kind: "program"; readonly program: string; readonly counts: boolean }
  | { readonly kind: "chore"; readonly chore: Chore }
);

/** Nouns and verbs for kinds of work, in both languages. */
const CHORES: readonly (readonly [Chore, string])[] = [
  ["types", "type[- ]?check(?:s|ing|er|ed)?|static typing|类型检查|类型校验|型别检查"],
  ["lint", "lint(?:er|ers|ing|s)?|static analysis|style check|代码检查|静态检查|风格检查|代码规范"],
  ["build", "builds?|compil(?:ation|er|es|ing)|packaging|bundling|typescript|构建|建置|编译|打包|镜像"],
  ["format", "formatt(?:er|ing)|格式检查|格式化"],
  ["push", "push(?:ed|ing)|(?<=\\b(?:the|a|git|first|last|final) )push|推送"],
  ["install", "installation|依赖安装"],
];
const choreForms = CHORES.map(([chore, names]) => ({
  chore,
  form: new RegExp(`(?<![\\w./\`@-])(?:${names})(?![\\w/]|[.:-]\\w)`, "giu"),
}));
/** "test isolation" is about something else; "test run" and "test fails" are about the test. */
const OF_ONE_TEST = [
  "(?!(?<=test)\\s+(?!(?:suites?|runs?|status|results?|cases?|is|was|has|had|pass\\w*|fail\\w*|succe\\w+|now|still|",
  "remain\\w*|keep\\w*|kept|stay\\w*|went|came|does|did|can|in|for|and|on|after|of|left|that|output|exit\\w*|",
  "with|ok|green|red)\\b)[a-z])",
].join("");
const TEST_FORM = new RegExp(`(?<![\\w./\`-])(?:${TESTS})(?![\\w/]|[.:-]\\w)${OF_ONE_TEST}`, "giu");
/** Names that only a test has, whether or not the record knows them. */
const TEST_NAME = joinPattern(
  [
    String.raw`(?<![\w/.-])(?:[Tt]est[A-Z]\w{2,}|test_\w{2,}|[A-Z]\w+(?:Tests?|Spec)(?:(?:[.#]|::)[A-Za-z_]\w*)?|`,
    String.raw`(?:[\w@.-]+\/)*[\w.-]+(?:[.-](?:test|spec)\.\w{1,4}|_(?:test|spec)\.\w{1,4})|`,
    String.raw`(?:[\w@.-]+\/)*test_\w+\.py(?:::\w+)*)(?![\w/]|:\d)`,
  ],
  "g",
);
const WORD = /(?<![\w/.-])[A-Za-z][\w$-]*(?:(?:::|\.|#|\/)[A-Za-z][\w$]*)*(?!\/)/g;

/** The one kind of work that a text names; undefined where it names none or several. */
export function choreIn(text: string): Chore | undefined {
  const named = choreForms.filter(({ form }) => text.search(form) >= 0).map(({ chore }) => chore);
  const chores: readonly Chore[] = text.search(TEST_FORM) >= 0 ? [...named, "test"] : named;
  return chores.length === 1 ? chores[0] : undefined;
}

/**
 * A clause without the work that came before what it tells: "After the `dueDate` patch the run was green" is about the
 * run. Where nothing else is told, that work is what the clause is about.
 */
export function toldIn(
  text: string,
  vocabulary: Vocabulary,
): { readonly text: string; readonly subjects: readonly Subject[] } {
  const rest = withoutOpening(text);
  if (rest !== text && marksIn(rest).length > 0) {
    const subjects = subjectsIn(rest, vocabulary);
    if (subjects.length > 0) return { text: rest, subjects };
    const run = A_RUN.exec(rest);
    if (run !== null)
      return { text: rest, subjects: [{ kind: "tests", start: run.index, end: run.index + run[0].length }] };
  }
  return { text, subjects: withoutWorkBefore(text, subjectsIn(text, vocabulary)) };
}

/** "`check.sh`, called before the `chmod`, died": a program that is only part of the work before is not told of. */
function withoutWorkBefore(text: string, subjects: readonly Subject[]): readonly Subject[] {
  const times = toldTimesIn(text).filter(({ scope }) => scope === "clause");
  const isInside = ({ start }: Subject): boolean =>
    times.some(({ time, at }) => start > at && start <= at + WHEN_CHARS + time.words.length);
  return times.length === 0 ? subjects : subjects.filter((one) => one.kind !== "program" || !isInside(one));
}

/** "immediately before the ". */
const WHEN_CHARS = 12;

const A_RUN = /\b(?:the|that|this|next|first)\s(?:[\w./-]+\s){0,2}(?:re-?)?run\b/i;

/** In their order, without overlaps: a command before a name, a name before a word. */
export function subjectsIn(
  text: string,
  { programs, testNames, isTestTitle, commands }: Vocabulary,
): readonly Subject[] {
  const found: Subject[] = [];
  const add = (subject: Subject) => {
    if (!found.some((known) => subject.start < known.end && known.start < subject.end)) found.push(subject);
  };
  for (const match of text.matchAll(/[`"“「]([^`"”」\n]{4,120})[`"”」]/g)) {
    const name =
      (match[1] ?? "")
        .split(/ [›>] /)
        .at(-1)
        ?.trim() ?? "";
    if (isTestTitle(name)) add({ kind: "named-test", name, start: match.index, end: match.index + match[0].length });
  }
  for (const command of recordedIn(text, commands)) add(command);
  for (const command of findCommands(text))
    add({ kind: "command", command: command.text, form: command.form, start: command.start, end: command.end });
  for (const match of text.matchAll(TEST_NAME))
    add({ kind: "named-test", name: match[0], start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const place = { start: match.index, end: match.index + word.length };
    if (testNames.has(word)) add({ kind: "named-test", name: word, ...place });
    else if (programs.has(word.toLowerCase()))
      add({
        kind: "program",
        program: word.toLowerCase(),
        counts: programs.get(word.toLowerCase())?.some(({ tests }) => tests !== undefined) === true,
        ...place,
      });
  }
  for (const match of text.matchAll(TEST_FORM))
    add({ kind: "tests", start: match.index, end: match.index + match[0].length });
  // Maven signs off every goal with "BUILD SUCCESS" or "BUILD FAILURE".
  for (const { chore, form } of choreForms)
    for (const match of text.matchAll(form))
      if (!/^BUILD (?:SUCCESS|FAIL)/.test(text.slice(match.index)))
        add({ kind: "chore", chore, start: match.index, end: match.index + match[0].length });
  return found.toSorted((a, b) => a.start - b.start);
}

/** A longer command in quotes is not the shorter one that it contains. */
const isPartOfCode = (text: string, start: number, end: number): boolean =>
  (text.slice(0, Math.max(0, start)).match(/`/g)?.length ?? 0) % 2 === 1 &&
  !(text[start - 1] === "`" && text[end] === "`");

/** Commands as the record has them, the longest first: what they begin with need not be a known program. */
function recordedIn(text: string, commands: Vocabulary["commands"]): readonly Subject[] {
  return [...commands]
    .filter(([word]) => word.length > 1 && text.includes(word))
    .flatMap(([, list]) => list)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((command): readonly Subject[] => {
      const start = text.indexOf(command);
      const end = start + command.length;
      const isApart = !/[\w/.-]$/.test(text.slice(0, Math.max(0, start))) && !/^[\w/-]/.test(text.slice(end));
      const isCommand = /[\s/.-]/.test(command) && !isPartOfCode(text, start, end);
      return start < 0 || !isApart || !isCommand ? [] : [{ kind: "command", command, form: "quoted", start, end }];
    });
}
