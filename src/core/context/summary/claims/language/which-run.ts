import { joinPattern } from "../../../../base/text";
import type { WhichRun } from "../claim";
import { namedCodesIn } from "./exit-codes";
import { marksIn } from "./polarity";

/** Which of several runs is meant; "later": any but the first; "every": none went otherwise. */
export function whichRun(told: string): WhichRun | undefined {
  // The title of a test tells nothing of its runs.
  const text = told.replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, " ");
  if (EVERY.test(text)) return "every";
  if (/\bbefore (?:the|my|our|any) (?:first|very first) (?:edit|change|patch|fix)\b/i.test(text)) return "first";
  const nth = OF_STEP.test(text) ? undefined : NTH.find(([form]) => form.test(text))?.[1];
  // "the first run after the fix" is none of the first ones, and "the first version" is no run.
  if (
    nth === "first" &&
    joinPattern(
      [
        String.raw`\bfirst (?:version|draft|patch|fix|cut|implementation|iteration|change|edit|`,
        String.raw`approach|idea)\b|\bthat (?:work|succe|pass|went)\w*|成功的|\bafter\b|\bonce\b|之后|`,
        String.raw`以后|后[,，:：跑的)）]|最初的(?!运行|测试|一[次轮])|[初一]版|第一个(?:版本|补丁|方案)`,
      ],
      "i",
    ).test(text)
  )
    return undefined;
  return nth ?? (LATER.test(text) ? "later" : EARLY.test(text) ? "early" : undefined);
}

/** The first of one step of the work need not be the first of all. */
const OF_STEP = joinPattern([
  String.raw`(?:\b[A-Z]{1,6}-?\d+|(?:阶段|步骤|任务|子任务)\s?[\d一二三四五]*)\s?的第|`,
  String.raw`\b(?:of|for|in|during) (?:the \w+ )?(?:phase|step|task|stage|milestone|[A-Z]{1,6}-?\d)`,
]);

/** "On the second run, …", "第一次运行时，…": the run that a sentence opens with holds for all that it tells. */
export function openingRun(sentence: string): WhichRun | undefined {
  const opening = OPENING.exec(sentence)?.[1] ?? "";
  if (opening === "" || marksIn(opening).length > 0 || namedCodesIn(opening).length > 0) return undefined;
  const which = whichRun(opening);
  return which === "first" || which === "second" || which === "third" || which === "last" ? which : undefined;
}

const OPENING = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:\d{1,3}[.)、]\s*)?((?=[^,，;；:：]*(?:\b(?:re-?)?(?:run|runs|ran|go|attempt|time|try|`,
    String.raw`execut\w+)\b|运行|执行|跑|测试|次|遍|轮))[^,，;；:：—–→]{3,80})[,，]`,
  ],
  "i",
);

/** "went from 7 errors to none", "从 2 个失败变成全部通过": how things were before is blanked out. */
export const withoutFormer = (text: string): string => text.replace(FORMER, (words) => " ".repeat(words.length));

const FORMER = joinPattern(
  [
    String.raw`(?<=\b(?:went|goes|gone|moved|came|changed|turned|flipped|switched|dropped|fell|shrank|rose|grew|`,
    String.raw`jumped|improved|down|up)\s(?:back\s)?)from\s[^;；。]{1,80}?(?=\sto\s)|`,
    String.raw`从[^，。；,;]{1,40}?(?=(?:增加|减少|上升|下降|提升|恢复|缩减)?`,
    "(?:变成|变为|转为|降为|升为|到了?|至))",
  ],
  "gi",
);

const RUN_NOUN = "(?:run|go|try|attempt|pass|round|take|outing|shot|time|execution)";
const NTH: readonly (readonly [RegExp, WhichRun])[] = [
  [
    joinPattern(
      [
        String.raw`\b(?:(?<!\bat )first|1st|initial|before any|opening|maiden|baseline)\b|`,
        String.raw`${RUN_NOUN} (?:one|1)\b|\b(?:on|of|against|for) the (?:original|untouched|unchanged) `,
        String.raw`(?:script|code|file|version|sources?|config\w*)\b|`,
        String.raw`(?:#|no\. ?)1\b|\bbefore (?:we|I|any|the|my|our|touching|changing)\b|第一|第1|首次|首轮|初次|头一|最初[的一]|`,
        "基线|(?:还没|尚未|未)(?:改|动)|改动(?:之)?前|动手(?:之)?前|开工前|修改(?:之)?前",
      ],
      "i",
    ),
    "first",
  ],
  [joinPattern([String.raw`\b(?:second|2nd)\b|${RUN_NOUN} (?:two|2)\b|(?:#|no\. ?)2\b|第二|第2`], "i"), "second"],
  [joinPattern([String.raw`\b(?:third|3rd)\b|${RUN_NOUN} (?:three|3)\b|(?:#|no\. ?)3\b|第三|第3`], "i"), "third"],
  [/\b(?:last|final|latest|most recent|finally|closing)\b|最后|最近|最终|最新/i, "last"],
];

/** At some time before the end. */
const EARLY = /\b(?:at first|initially|originally|to begin with)\b|起初|最初|(?:一|最|刚)开始|原先/i;

const LATER = joinPattern(
  [
    String.raw`\bre-?r[ua]n\w*\b|\bagain\b|\bafter (?:the|this|that|these|my) (?:fix|change|edit|patch)\w*|\bkept\b|`,
    String.raw`\bkeeps?\b|重新|再次|再跑|修复后|修改后|改完|又跑`,
  ],
  "i",
);

const EVERY = joinPattern(
  [
    String.raw`\b(?:always|throughout|the whole time|all along|at no (?:point|time)|on every (?:single )?run|`,
    "every time|",
    String.raw`never (?:once )?(?:fail|broke|break|went red|turned red|were red|was red|wobbl)\w*|`,
    String.raw`from (?:the )?(?:start|beginning) to (?:the )?(?:end|finish))\b|`,
    String.raw`一直|始终|从头到尾|从未|从来没|全程|每次都`,
  ],
  "i",
);
