import { joinPattern, rememberByText } from "../../../../base/text";

/**
 * How a clause says that something went. Small lexicons of stems and signs in three classes, turned around by the
 * closed class of denials. "good": it went well; "bad": it did not; "gone": a trouble is over.
 *
 * It misses irony, idioms outside the lexicons, and a denial further away than a few words.
 */
export interface Mark {
  readonly kind: "good" | "bad" | "gone";
  /**
   * "noun": something wrong is counted or named, which by itself does not say how the whole went; "unmended": a trouble
   * is said not to be over.
   */
  readonly form: "verdict" | "noun" | "unmended";
  /** The word by itself, before a denial turns it around. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const GOOD = [
  "pass(?:es|ed|ing)?|succe(?:ed|ss)\\w*|cleanly|works|(?<=(?:n['’]t|not|now|to|does|do|will|they|",
  "all) )work|worked|working|recover(?:s|ed)|complet(?:es|ed|ion)|",
  "finish(?:es|ed)(?! (?:in|with)\\b)|compiles|compiled|",
  "spotless|flawless(?:ly)?|smoothly|perfectly|trouble-free|error-free|up and running|nothing to \\w+|as expected|",
  "(?:went|goes?|gone|sail\\w*|ma[dk]e\\w* it|c[ao]me\\w*|g[eo]t\\w*|ran|",
  "runs?) (?:all the way )?through|to completion|",
  "sail(?:s|ed|ing)? (?:home|past|on)|smooth sailing|plain sailing|came (?:up|good)(?: roses)?|roses|over the line|",
  "(?:as )?(?:good as new|right as rain|clean as a whistle|green as \\w+)|all clear|thumbs up|",
  "(?:a )?clean bill|hunky-dory|",
  "without a (?:hitch|hiccup|peep|murmur|complaint|scratch)|not a (?:peep|murmur|complaint|",
  "hiccup)|hit the mark|nailed it|",
  "in (?:good|fine|perfect) shape|ship-?shape|in order|spot on|blessing|cheerful(?:ly)?|",
  "bright green|on target|a success|",
  "flying colou?rs|behaves?|behaved|holds? up|held up|checks? out|checked out|up and|signed off|content(?=[^-\\w]|$)|",
  "breez(?:e|es|ed)(?: through)?|ac(?:es|ed)|clears? the bar|meets? the bar|goes? live|are up|is up|came back clean",
].join("");
/** Words that mean many things: they count where they are said of something, or stand as the whole verdict. */
const GOOD_ADJECTIVES =
  "green|clean|ok|okay|fine|happy|healthy|good|great|stable|intact|satisfied|solid|complete|accepted|perfect";
const BAD_ADJECTIVES = "red|dead|stuck|bad|sad|unhappy|broken|unstable|unclean";
const SAID_OF = [
  "(?<=\\b(?:is|are|was|were|be|been|being|already|just|looks?|looked|all|now|still|not|yet|",
  "no longer|go|goes|went|gone|",
  "turn(?:s|ed)?|back|out|stays?|",
  "stayed|remains?|remained|kept|keeps?|got|gets|runs?|ran|status|results?|suites?|specs?|tests?|builds?|lint|",
  "fully|completely|entirely|",
  "both|everything|ends?|ended|exits?|exited|gives? us a|a|an|again)\\s+[\"'`*]*|n['’]t\\s+|[:：=—–→|",
  ">(（…]\\s*[\"'`*]*|^\\W*|[一-鿿]\\s?|\\d\\s|\\b(?:all|both|every)\\s(?:\\w+\\s){1,2})",
].join("");
const BAD = [
  "fail(?:s|ed|ing|ures?)?|broke|break(?:s|ing)?|err(?:ors?|ored)|crash(?:es|ed|ing)?|panic(?:s|ked|king)?|",
  "die[sd]|bail(?:s|ed)?|abort(?:s|ed)?|refus(?:es|ed|al)|reject(?:s|ed|ion)?|den(?:y|ies|ied)|",
  "unsuccessful(?:ly)?|non-?zero|complain(?:s|ed|ts?)?|trip(?:s|ped)|bomb(?:s|ed)|flop(?:s|ped)|tank(?:s|ed)|",
  "collaps\\w+|(?:fell|falls) over|conk\\w* out|barf\\w*|(?:gave|gives) up|explod\\w+|bl(?:ow|ew)\\w* up|chok\\w+|",
  "stumbl\\w+|",
  "hangs|hung|exceptions?|throws?|threw|thrown|time[sd] out|",
  "violations?|findings?|issues?|problems?|objections?|offen[cs]es?|warnings?|complaints?|conflicts?|unresolved|",
  "persists?|outstanding|limp(?:s|ed|ing)?|straggl\\w+|keel(?:s|ed) over|f[ae]ll(?:s|en)? (?:flat|",
  "apart|over|short|down)|",
  "kaput|belly up|south|haywire|sour|awry|wrong|cough(?:s|ed) up|hit (?:a|the) (?:wall|snag|bump)|stall(?:s|ed)|",
  "balk(?:s|ed)|wobbl\\w+|burn(?:s|ed|t)? down|tripping|came a cropper|no dice|in tatters|",
  "in the red|gripes?|grumbl\\w+|",
  "whines?|whinge\\w*|flunk(?:s|ed)|bust(?:s|ed)?|sank|sinks|went under|gave out|in flames|toast|",
  "unmet|short of|regress(?:ed|es)|",
  "ran out of (?:time|memory)|miss(?:es|ed) the mark|off the rails|in trouble|misbehav\\w+|acts? up|acted up|acting up",
].join("");
const GONE = [
  "fix(?:es|ed)|resolv(?:es|ed)|solv(?:es|ed)|clear(?:s|ed)|eliminat(?:es|ed)|cur(?:es|ed)|repair(?:s|ed)|",
  "address(?:es|ed)|correct(?:s|ed)|squash(?:es|ed)|tackl(?:es|ed)|remed(?:y|ies|ied)|deal\\w* with|dealt|",
  "t[ao]ke?n? care|took care|",
  "sort(?:s|ed)(?: \\w+)? out|sorted(?=\\W*$|\\s+(?:now|by|with|once|after|too)\\b)|iron(?:s|",
  "ed) out|gone|vanish\\w*|disappear\\w*|(?:go|goes|went|gone) away|",
  "no more|",
  "behind us|(?:off|from) (?:the|our) list|(?<=\\b(?:is|are|now) )history|silenc(?:es|ed)|suppress(?:es|ed)|",
  "overc[ao]me|settled|g[eo]ts? rid|put (?:right|to rest)|worked around|",
  "licked|melt(?:s|ed)? away|fizzl(?:es|ed) out|mend(?:s|ed)|iron(?:ed)? out|nipped|kicked out|",
  "dodged|sidestepped|plugged|",
  "lifted|banished|buried|vanquished|wiped out|stamped out|swept (?:away|out|up)|evaporat\\w+|dissolv\\w+|cleared up|",
  "closed out|killed off|died down|put to bed|done with|over with|over and done|so long|farewell|no longer open|",
  "handled|cleaned up|patched up|a thing of the past|in the past|out of the way|under control|off the table|",
  "laid to rest|squared away|",
  // Han characters are no word characters: "旧的 address 列" does not begin with a verb.
  "(?<=^[^\\w一-鿿]*)(?:fix|resolve|solve|repair|address|eliminate|remedy|cure|clear)",
].join("");
const GOOD_CHINESE = [
  "通过|成功|绿|正常|顺利|跑通|完毕|完成|干净|无误|过关|达标|合格|恢复|没问题|良好|健康|搞定|没毛病|(?<=[都全均皆已]|已经)过(?![程滤去往期不])|",
  "(?<=[只才仅])过了?|(?<=是)过的(?=[。，；,;]|$)|",
  "(?<![跑看读查改试做清行证过扫测没未不难经])过了?(?=[。，；,;、）)\\s]|$)|过了(?=\\s?\\d+\\s?[个项条])|就绪|可用|启动了|",
  "生效|畅通|如期|过了关|一路绿灯|绿灯|没毛病|妥妥|妥了|稳了|稳定|无恙|齐活|成了(?![^，。；,;]{0,2}[一-鿿]{2})|全胜|满分|达成|点头|放行",
].join("");
const BAD_CHINESE = [
  "失败|抱怨|过不[了去]|不过关|跑不过|挂(?![载钩起])|炸|崩|报错|红|拒绝|被拒|出错|错误|非零|异常|跑不通|不通(?!过)|[没未](?:跑)?过(?=[了的，。；,;）)\\s]|$)|未能|没能|中断|",
  "卡住|超时|违规|问题|警告|不行|翻车|连不上|不可用|不过(?=[了。；;]|$)|挂掉|还在|存在|遗留|残留|红灯|扑街|歇菜|没戏|栽|砸了|垮|跪|",
  "无效(?=[的。，；,;）)\\s]|$)|掉链子|趴窝|没成|告吹|失灵|不对劲|不稳|亮红|吃瘪|碰壁",
].join("");
const GONE_CHINESE = [
  "修复(?![之]?[后前])|修好|修掉|修正(?![之]?[后前])|修了|",
  "修完|改好|清干净|清光|收拾|治好|好了(?=[，。；,;]|$)|不复存在|成为过去|翻篇|了断|拿下|搞掂|理顺|补上(?![^，。；,;]{0,16}后)|压下去|解除|销声匿迹|",
  "解决|消除|排除|搞定|(?<!异常|错误|事件|数据|请求|[批预后])处理(?![器程逻函方流时中])|清零|",
  "清掉|清除|(?<=已经?)清理(?=[了。，；,;]|$)|解掉|不见|消失|没了|去除|克服|摆平|了结|根除|根治|消灭|攻克|扫清|除掉|化解|规避|平息",
].join("");

const SIGNS = { good: "[✅✓✔☑🟢🟩💚👍]", bad: "[❌✗✘✖🔴🟥🛑⛔💥]" } as const;
const patternOf = (words: string, others: readonly string[]): RegExp =>
  new RegExp([`(?<![\\w./\`:-])(?:${words})(?![\\w/]|[.:-]\\w)`, ...others].join("|"), "giu");
const adjective = (words: string): string => `${SAID_OF}(?:${words})(?![\\w/]|[.:-]\\w)`;
const GONE_PATTERN = patternOf(GONE, [GONE_CHINESE]);
const GOOD_PATTERN = patternOf(GOOD, [adjective(GOOD_ADJECTIVES), GOOD_CHINESE, SIGNS.good]);
const BAD_PATTERN = patternOf(BAD, [adjective(BAD_ADJECTIVES), BAD_CHINESE, SIGNS.bad]);

const NOUNS = joinPattern(
  [
    "^(?:errors?|exceptions?|violations?|findings?|issues?|problems?|objections?|offen[cs]es?|",
    String.raw`warnings?|complaints?|conflicts?|错误|违规|问题|警告|异常)$`,
  ],
  "i",
);

/** Up to four words may stand between a denial and what it denies; "not all" denies to the end of its clause. */
const DENIES = joinPattern(
  [
    String.raw`(?:(?<![\d.])\b(?:no(?!-\w)|not|never|without|zero|0(?![.\d])|none|nothing|nobody|neither|nor|cannot|`,
    "unable|free (?:of|from)|far from|",
    String.raw`yet to|hardly|lacks?|ceased?|stopped|avoids?)\b|n['’]t\b)(?:[^\w,;.，；。、—–→:|`,
    String.raw`]+[\w'’/-]+){0,4}[^\w,;.，；。、—–→:|]*$|`,
    String.raw`\b(?:not (?:all|every\w*|yet)|nothing|none)\b[^,;.]*$`,
  ],
  "i",
);
const DENIES_CHINESE =
  /(?:没有?|未能?|尚未|并未|无(?![论需])|不(?![断仅同少足够可通]|存在|一致|匹配|兼容|支持|合法)|零|(?<![\d.])0(?!\w)\s*[个处项条]?)[^，。；,;\d已]{0,6}$/;
/** "Failures: 0", "错误数：无", "the error no longer shows". */
const NONE_AFTER =
  /^\s*(?:(?:count|数)?\s*[:：=]?\s*(?:0(?![.\d])|zero|none|无|零)|(?:也|就|都|已)?(?:不再|没有?再)|no longer\b)/i;

/** Signs of how things went, in their order, denials taken for what they mean. */
export const marksIn = rememberByText((text: string): readonly Mark[] => {
  const found: Mark[] = [];
  const take = (pattern: RegExp, kind: Mark["kind"]) => {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((known) => start < known.end && known.start < end)) continue;
      if (kind === "bad" && isAttribute(match[0], text.slice(end))) continue;
      found.push({
        kind: turned(kind, text, start, end),
        form: kind === "gone" ? "unmended" : NOUNS.test(match[0]) ? "noun" : "verdict",
        word: match[0],
        start,
        end,
      });
    }
  };
  take(GONE_PATTERN, "gone");
  take(BAD_PATTERN, "bad");
  take(GOOD_PATTERN, "good");
  return found.toSorted((a, b) => a.start - b.start);
});

/** "3 error entries", "the warning level": a word for trouble that only says of what kind the next one is. */
const isAttribute = (word: string, behind: string): boolean =>
  /^(?:error|warning|exception|failure|conflict|issue|problem)$/i.test(word) && KIND_OF.test(behind);

const KIND_OF = joinPattern(
  [
    String.raw`^[\s-](?:entr(?:y|ies)|lines?|logs?|rows?|records?|levels?|codes?|rates?|pages?|paths?|handl\w+|types?|`,
    String.raw`class(?:es)?|boundar\w+|responses?|bod(?:y|ies)|objects?|messages?|texts?|counts?|counters?|cases?|`,
    String.raw`events?|states?|reports?|reporting|tracking|format\w*|queues?|trackers?|count|budget)\b`,
  ],
  "i",
);

/** "未登录而失败": what is denied is the reason. */
const HENCE = /(?:而|因此|所以|导致|造成)$/;

/** "The suite without the race detector is green": what something lacks ends where its verb begins. */
const LACKING = /\bwithout\s(?:[\w-]+\s){1,4}(?=(?:is|are|was|were|has|have|had|does|did|passes|fails|runs)\b)/gi;

function turned(kind: Mark["kind"], text: string, start: number, end: number): Mark["kind"] {
  // What is quoted denies nothing outside its quotes.
  const before = text
    .slice(0, start)
    .replace(/"[^"]*"|`[^`]*`|“[^”]*”|「[^」]*」/g, "·")
    .replace(LACKING, " ");
  const isDenied =
    DENIES.test(before) ||
    (DENIES_CHINESE.test(before) && !HENCE.test(before)) ||
    (kind === "bad" && NONE_AFTER.test(text.slice(end)));
  // "No fix for the failing tests": that they fail is taken for granted.
  const isGranted =
    /\b(?:the|these|those|its|their)\s$/i.test(before) &&
    /^\s(?:tests?|specs?|cases?|build|suite|run|job|check)/i.test(text.slice(end));
  if (!isDenied || isGranted) return kind;
  return kind === "bad" ? "good" : "bad";
}

/** A verdict counts before a trouble that is only named; warnings and hangs decide none. What is gone is a trouble. */
export const verdictIn = (marks: readonly Mark[]): "success" | "failure" | undefined => {
  const telling = marks.filter(
    ({ kind, form, word }) =>
      kind !== "gone" &&
      form !== "unmended" &&
      !(kind === "bad" && ((form === "noun" && /warn|警告/i.test(word)) || /^h[au]ng|卡住/i.test(word))),
  );
  const isGone = marks.some(({ kind }) => kind === "gone");
  const verdicts = telling.filter(({ form }) => form === "verdict");
  const decisive = verdicts.length > 0 ? verdicts : telling;
  if (isGone) return decisive.some(({ kind }) => kind === "good") ? "success" : undefined;
  const verdict = decisive.find(({ kind }) => kind === "bad") ?? decisive[0];
  return verdict === undefined ? undefined : verdict.kind === "good" ? "success" : "failure";
};
