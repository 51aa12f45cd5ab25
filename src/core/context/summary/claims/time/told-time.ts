import { joinPattern } from "../../../../base/text";
import { simplified } from "../language/plain-words";

/** When something is said to have happened, by the work that came before or behind it. */
export interface ToldTime {
  readonly relation: "after" | "before";
  /** The words for that work. */
  readonly words: string;
  /** Of the runs at that time, the first alone. */
  readonly which?: "first";
}

const AFTER = "after|once|when|following|as soon as|with";
/** At the beginning of a sentence up to its comma; in its middle up to what ends the phrase. */
const OPENING = joinPattern(
  [
    `^[\\s*_]*(?:(?:Right|Directly|Immediately|Only|Even|Shortly)\\s)?(${AFTER}|before)\\s([^,，—–]{3,120}?)(?:,|`,
    String.raw`(?<!\b(?:and|or|of|after|before|once|to|in|for|with|from|by))\s`,
    String.raw`(?=(?:the|all|one|two|three|both|every|no|\d+)\s(?:[\w.-]+\s){0,3}`,
    String.raw`(?:suite|tests?|specs?|build|run|examples?)\b))`,
  ],
  "i",
);
const INSIDE = joinPattern(
  [
    String.raw`(?:\s|[(（])(?:right |directly |immediately |only |even |shortly )?(after|`,
    String.raw`once(?! (?:more|again|with|because|and|or|in|on|at|by|for|during|before|after)\b)|`,
    String.raw`as soon as|following|before|with(?=[^,;，；()—–]{3,60}\s(?:in place|added|applied|restored|`,
    String.raw`reverted|removed|disabled|enabled|stashed)\b))\s(?!which\b)([^,;，；()（）—–[\]]{3,120})`,
  ],
  "gi",
);
const CHINESE = joinPattern(
  [
    String.raw`(?:^|[，,；;（(、\s—–：:])(?!之[后前])([^，,；;。（(—–：:]{1,40}?)(之后|以后|(?<![最随然今落背])后|`,
    "(?<=(?<!第)[刚一][^，,；;]{0,24}[完好成](?!整)[^，,；;]{0,24})时|之前|以前|(?<![目当先提从眼])前)",
    String.raw`(?=[，,；;\s）)]|[^续来端者台面缀置退移进导期])`,
  ],
  "g",
);

/** "Switching to X kept the tests green", "the X patch left one test red": the work is what did it. */
const DOER = joinPattern([
  String.raw`^[\s*_]*((?:[A-Z]\w+ing\s[^,，;]{3,80}?|The\s[^,，;]{3,80}?`,
  String.raw`(?:patch|fix|change|edit|switch|move|upgrade|rewrite|refactor(?:ing)?|bump)`,
  String.raw`(?:\s(?:to|of|in|for)\s[^,，;]{2,60}?)?))`,
  String.raw`\s(?:kept|left|made|turned|brought|got|broke|sent)\s(?=(?:all|the|every|both|no|one|\d+)\b|\x60)`,
]);

/** The command that the sentence is about comes first, and is no part of the work before it. */
const COMMAND_RUN = /^[\s*_]*(?:(?:RUN|RAN|EXECUTE|TEST|运行|执行|跑)[\s:：]*)?`[^`]+`/i;

/** Why something happened tells of other times than when it did. */
const REASON = /\bbecause\b[^,;，；]*|(?:因为|由于|原因是)[^，；,;]*/gi;

/** A sentence in quotes is the name of a test, and tells no time itself. */
const TITLE = /"[^"\s]+(?:\s[^"\s]+){2,}"|“[^”\s]+(?:\s[^”\s]+){2,}”|「[^」]{5,}」/g;

/** A time with where it is told: at the beginning it holds for all that follows, inside only for its own clause. */
export interface PlacedTime {
  readonly time: ToldTime;
  readonly at: number;
  readonly scope: "rest" | "clause";
}

/** In their order. */
export function toldTimesIn(sentence: string): readonly PlacedTime[] {
  const text = simplified(sentence)
    .replace(REASON, (words) => " ".repeat(words.length))
    .replace(COMMAND_RUN, (words) => " ".repeat(words.length))
    .replace(TITLE, (words) => " ".repeat(words.length));
  const opening = OPENING.exec(text);
  const doer = opening === null ? DOER.exec(text)?.[1] : undefined;
  const english =
    doer !== undefined
      ? [placed("after", doer, { at: 0, scope: "rest" })]
      : (opening === null ? [...text.matchAll(INSIDE)] : [opening]).flatMap(
          ({ 1: when = "", 2: words = "", index }) => {
            const scope = opening === null ? "clause" : "rest";
            const [, outer = "", inner = "", work = ""] = NESTED.exec(words) ?? [];
            // "When the suite first ran after the lock went in": the work is what the run is said to have come after.
            if (inner !== "" && /when/i.test(when)) return [placed(inner, work, { at: index, scope })];
            const times = [placed(when, inner === "" ? words : outer, { at: index, scope })];
            return inner === "" ? times : [...times, placed(inner, work, { at: index, scope })];
          },
        );
  const chinese = (/[一-鿿]/.test(text) ? [...text.matchAll(CHINESE)] : []).map(
    ({ 0: whole, 1: words = "", 2: when = "", index }) =>
      placed(when, words.replace(TESTED_AT, ""), { at: index, scope: /^[，,；;]/.test(whole) ? "clause" : "rest" }),
  );
  const found = [...english, ...chinese]
    .filter(({ time: { words } }) => !DURATION.test(words))
    .toSorted((a, b) => a.at - b.at);
  const [only] = found;
  const clause =
    only === undefined ? 0 : 1 + Math.max(...[",", "，", "；", ";"].map((mark) => text.lastIndexOf(mark, only.at)));
  const isFirst = found.length === 1 && FIRST.test(text.slice(clause));
  return isFirst ? found.map((one) => ({ ...one, time: { ...one.time, which: "first" } })) : found;
}

/** "After a minute", "一分钟后": how long something took. */
const DURATION = joinPattern(
  [
    String.raw`^(?:about |around |roughly |just |only |~)?(?:\d[\d.]*|an?|one|two|three|five|ten|half an|several|`,
    String.raw`some)\s?(?:m?s|secs?|seconds?|min|minutes?|h|hours?|days?)\b|`,
    String.raw`(?:\d|[一二两三四五六十几半])\s?(?:毫秒|秒钟?|分钟?|小时|天)$`,
  ],
  "i",
);

/** The run right behind the work, and none after more of it: what stays green, or is so at once, never was red. */
const FIRST = joinPattern(
  [
    String.raw`\bfirst (?:\w+ ){0,2}(?:run|time|attempt|try|go)\b|\b(?:right|straight) away\b|`,
    String.raw`\bat once\b|\bimmediately\b|`,
    String.raw`\b(?:still|stayed|remained|kept|keeps)\b[^,;]{0,40}\b(?:green|pass\w*|clean|fine|happy)\b|`,
    "第一[次遍回]|首次|刚|直接(?=[^，；]{0,6}(?:绿|过|成功))|当场|立刻|马上|一次就?(?=[^，；]{0,4}(?:绿|过|成功))|",
    "(?:依旧|依然|仍然?|保持|照样)(?=[^，；]{0,8}(?:绿|过|成功))",
  ],
  "i",
);

/** What ran and how it went is no part of the work before it. */
const RUN = joinPattern(
  [
    String.raw`\b(?:the )?(?:(?:complete|full|whole|entire|all|test) ?)*`,
    String.raw`(?:suite|tests|specs|build|run)\b(?![./]\w).*$|`,
    String.raw`\s(?:exited|ended|finished|returned)\s.*$|`,
    String.raw`\s(?:was|were|is|are|went|passed|failed|came|stayed|remained)\s`,
    String.raw`(?!\w+(?:ed|en)\b|(?:made|put|built|set|split|cut|kept|done|sent|brought|begun|run|swapped|bound)\b|\d)`,
    String.raw`.*$|:\s.*$`,
  ],
  "i",
);

/** "新增的测试在改 x 之前": what was tested is no part of the work. */
const TESTED_AT = /^.*(?:测试|用例|运行|执行)在/;

const NESTED = /^(.*)\s(after|before|once)\s(.{3,})$/i;

const placed = (when: string, words: string, where: Pick<PlacedTime, "at" | "scope">): PlacedTime => ({
  time: { relation: /before|前/i.test(when) ? "before" : "after", words: words.replace(RUN, "") },
  ...where,
});

/** A text with the work that it opens with blanked out: what it tells the outcome of stands behind that. */
export function withoutOpening(text: string): string {
  const opening = OPENING.exec(text)?.[0] ?? CHINESE_OPENING.exec(text)?.[0];
  return opening === undefined ? text : " ".repeat(opening.length) + text.slice(opening.length);
}

const CHINESE_OPENING = /^[^，,；;。（(]{2,40}?(?:之后|以后|(?<![最随然今落背])后|之前|以前)(?=[，,\s]|[一-鿿\w])/;
