import { joinPattern } from "../../../../base/text";
import type { ErrorClaim } from "../claim";
import { englishIn } from "../language/concepts";
import { isByOthers, isPlanned } from "../language/modality";
import { simplified } from "../language/plain-words";
import { marksIn } from "../language/polarity";
import { translationsIn } from "../language/translations";
import type { Clause } from "./clauses";
import { clausesOf } from "./clauses";
import type { SummarySentence } from "./sentences";
import { tellsOfWork } from "./sentences";

/** A trouble is said to show no longer. */
const SHOWS = joinPattern(
  [
    String.raw`(?<![\w-])(?:appears?|appeared|occurs?|occurred|shows?|showed|happens?|happened|reproduc\w+|`,
    "reports?|reported|",
    String.raw`raises?|raised|throws?|surfaces?|seen|triggers?|triggered|left|remain\w*)(?![\w-])|`,
    "出现|存在|发生|抛出|触发|遗留|残留|报告|提示",
  ],
  "gi",
);
/** "No space left on device" is a message; "no errors left" and "nothing left" are news. */
const LEFT_OF_TROUBLE =
  /\b(?:nothing|none|errors?|failures?|warnings?|issues?|problems?|findings?|bugs?)\b[^,;]{0,30}$/i;
const NOT_BEFORE = joinPattern(
  [
    String.raw`(?:\b(?:no(?!-)|not|never|no longer|nothing|none|nowhere|without)\b|n['’]t\b)[^,;]{0,40}$|(?:不再|`,
    String.raw`没有|未再|不会|没|再也不)[^，；]{0,8}$`,
  ],
  "i",
);
const STILL_THERE =
  /\b(?:still|remains?|unresolved|open|persists?|not|yet|unclear|outstanding|stands)\b|n['’]t\b|仍|还在|依然|依旧|未|没|存在/i;

/** In free prose many things are settled; only what is called a trouble, or named like one, is meant. */
const TROUBLE = joinPattern([
  String.raw`\b(?:[Ee]rrors?|[Ee]xceptions?|[Cc]rash\w*|[Pp]anics?|[Ff]ailures?|[Bb]ugs?|[Ii]ssues?|[Ww]arnings?|`,
  "[Ff]indings?|",
  "[Cc]omplaints?|[Vv]iolations?|[Oo]ffen[cs]es?|[Ll]eaks?|[Tt]imeouts?|[Hh]angs?|[Ff]lak\\w+|[Mm]ismatch\\w*|",
  "[Cc]onflicts?|[Pp]roblems?|[Rr]egressions?|[Dd]enied|",
  "[A-Z]\\w*(?:Error|Exception)|",
  String.raw`TS\d{4,5}|E\d{4}|E[A-Z]{5,}|ERR_\w+|[45]\d\d)\b|\w_\w|\w-\w+-|错误|异常|报错|崩溃|问题|警告|故障|失败|那条|违规|`,
  "[A-Za-z]{3,} [A-Za-z]{3,} [A-Za-z]{3,}.*[一-鿿]",
]);

/** Troubles that a sentence says are over: by a word for it, by no longer showing, or by standing in that section. */
export function readErrorClaims(sentence: SummarySentence): readonly ErrorClaim[] {
  return [...readOver(sentence), ...readOpen(sentence)];
}

const STILL = joinPattern(
  [
    String.raw`\b(?:still|remains?|keeps?|persists?|unresolved|not (?:yet )?(?:fixed|resolved)|`,
    String.raw`to this day)\b|仍|还(?=[红在没报挂亮是])|依旧|依然|到现在|至今|没解决`,
  ],
  "i",
);

/** Troubles that are said to be there still. */
function readOpen(sentence: SummarySentence): readonly ErrorClaim[] {
  // "After the second change it still failed": an account of the work tells of its own time.
  if (!PRESENT.has(sentence.section)) return [];
  const context = troubleWords(simplified(sentence.text));
  return clausesOf(sentence).flatMap(({ text, line, start, end }): readonly ErrorClaim[] => {
    if (!STILL.test(text) || !marksIn(text).some(({ kind }) => kind === "bad")) return [];
    const own = troubleWords(text);
    const words = own.length === 0 || POINTS_BACK.test(text) ? context : own;
    if (words.length === 0) return [];
    return [
      {
        kind: "error-resolved",
        state: "open",
        words,
        context: words,
        told: text,
        manner: "said",
        tense: "present",
        place: { line, start, end },
      },
    ];
  });
}

/** Sections that tell how things are. */
const PRESENT: ReadonlySet<SummarySentence["section"]> = new Set(["state", "blocked", "progress"]);

/** Sections whose every line is about some trouble. */
const OF_TROUBLE: ReadonlySet<SummarySentence["section"]> = new Set(["blocked", "resolved"]);

/** "This problem is still open": what it is stands before. */
const POINTS_BACK = /\b(?:this|that|these|those|it)\b|这|该|此/i;

function readOver(sentence: SummarySentence): readonly ErrorClaim[] {
  const { section, line } = sentence;
  // What is to be done about a trouble is no word on whether it is over.
  if (section === "decisions" || section === "wishes") return [];
  const whole = simplified(sentence.text);
  const clauses = clausesOf(sentence);
  const over = clauses.filter(
    (clause) =>
      isSaidOver(clause.text, OF_TROUBLE.has(section) ? "trouble" : whole) &&
      (tellsOfWork(sentence) || section === "blocked" || TROUBLE.test(whole) || NO_MORE.test(clause.text)) &&
      !isByOthers(whole, clause.start - sentence.start, clause.end - sentence.start),
  );
  const asked = simplified(sentence.asked ?? "");
  if (section === "resolved" && asked !== "") {
    const answered = readAnswer(sentence, asked, over);
    return answered.length > 0 ? answered : readWorks(sentence, clauses);
  }
  const isExplained = STILL_THERE.test(whole) || CAUSE.test(whole);
  const isListed = section === "resolved" && sentence.item !== "none" && over.length === 0 && !isExplained;
  const isRow = section === "resolved" && over.length === 0 && !isExplained;
  if (over.length === 0 && !isListed && !isRow) return readWorks(sentence, clauses);
  const place =
    over[0] === undefined || section === "resolved"
      ? { line, start: sentence.start, end: sentence.start + sentence.text.length }
      : { line, start: over[0].start, end: over.at(-1)?.end ?? over[0].end };
  return [
    {
      kind: "error-resolved",
      state: "over",
      words: over.length === 0 || sentence.item === "row" ? troubleWords(whole) : wordsOver(over, clauses),
      context: troubleWords(whole),
      told: whole,
      manner: over.length > 0 ? "said" : "listed",
      tense: "present",
      place,
    },
  ];
}

/** "The Linux build works again": what it did before is not said, but whoever called it open is contradicted. */
function readWorks(sentence: SummarySentence, clauses: readonly Clause[]): readonly ErrorClaim[] {
  if (!tellsOfWork(sentence)) return [];
  const works = clauses.find(({ text }) => WORKS.test(text) || (sentence.section === "resolved" && isGood(text)));
  if (works === undefined || NOT_PAST.test(works.text)) return [];
  const place = { line: sentence.line, start: works.start, end: works.end };
  const told = `${sentence.asked ?? ""} ${sentence.text}`;
  return [
    { kind: "error-resolved", state: "over", words: [], context: [], told, manner: "works", tense: "present", place },
  ];
}

const NOT_PAST = /(?:\bnot|n['’]t|\bnever|\bcannot|\bcould not) g[eo]t past\b|没能|未能/i;

const isGood = (text: string): boolean => marksIn(text).some(({ kind }) => kind === "good" || kind === "gone");

const WORKS = joinPattern(
  [
    String.raw`\b(?:works?|builds?|links?|compiles?|runs?|connects?|passes|starts?|responds?|reachable|available|up|`,
    String.raw`succeeds?|logs? in|green|installed|in place) (?:\w+ )?(?:again|now)\b|`,
    String.raw`\b(?:again|now) (?:works?|builds?|`,
    String.raw`links|compiles|runs|connects|passes|starts|succeeds)\b|\bg[eo]t past\b|恢复(?:正常|了)|又(?:能|可以)|`,
    String.raw`(?:现在|已经?)(?:能|可以)|(?:之后|以后|后)[^，。]{0,12}成功`,
  ],
  "i",
);

/** A question about a cause is resolved by knowing it. */
const CAUSE = /\b(?:root )?causes?\b|\bcaused by\b|\bwhy\b|\breason\b|\bdue to\b|根因|原因|起因|导致|因为|由于/i;

const HARM = [
  "fail|error|crash|tim(?:e|es|ed|ing) ?out|hang|break|complain|throw|rais|panic|warn|leak|reject|refus|",
  "超时|报错|失败|崩|出错|挂|异常|[45]\\d\\d",
].join("");
/** What did harm does so no more, whatever the verb. */
const NO_MORE = joinPattern(
  [
    `\\bno longer\\b[^,;]{0,30}\\b(?:${HARM})|`,
    `(?:\\bnot\\b|n['’]t\\b|\\bnever\\b)[^,;]{0,30}\\b(?:${HARM})[^,;]{0,30}\\bany ?(?:more|longer)\\b|`,
    `(?:不再|再也[没不]|已不)[^，；]{0,10}(?:${HARM})`,
  ],
  "i",
);

/** "… once Celery ran eagerly", "by raising the limit": how it ended says nothing about what it was. */
const HOW =
  /\s(?:once|after|when|by|because|since|through|via|thanks to|as soon as|with the)\s.*$|(?:之后|以后|后)(?=[，,]|$)/is;

/** The words that tell the trouble; where a clause only has a pronoun for it, those of the clause before. */
function wordsOver(over: readonly { readonly text: string }[], clauses: readonly { readonly text: string }[]) {
  const own = troubleWords(over.map(({ text }) => text.replace(HOW, "")).join(" "));
  if (own.length > 0) return own;
  const at = clauses.indexOf(over[0] ?? { text: "" });
  const before = troubleWords(clauses[at - 1]?.text ?? "");
  return before.length > 0 ? before : troubleWords(over.map(({ text }) => text).join(" "));
}

/** "Does it still bite? Not since …": the question names the trouble, and the answer says whether it is over. */
function readAnswer(
  { text, line, start }: SummarySentence,
  asked: string,
  over: readonly { readonly text: string }[],
): readonly ErrorClaim[] {
  const answer = simplified(text).replace(/^[^\w一-鿿]*(?:A|答)\s*[:：]\s*/, "");
  const isNo = /^[^\w一-鿿]*(?:no\b|not\b|never\b|nope|gone|没有|没|不|已经没)/i.test(answer);
  const isYes = /^[^\w一-鿿]*(?:yes\b|yep|it is\b|done\b|是|对|已)/i.test(answer);
  const isOver = over.length > 0 || (STILL.test(asked) && isNo) || (isSaidOver(asked, asked) && isYes);
  const words = troubleWords(asked);
  if (!isOver || STILL_THERE.test(answer.replace(/^[^\w一-鿿]*not since/i, "")) || words.length === 0) return [];
  const place = { line, start, end: start + text.length };
  return [
    {
      kind: "error-resolved",
      state: "over",
      words,
      context: words,
      told: `${asked} ${answer}`,
      manner: "said",
      tense: "present",
      place,
    },
  ];
}

/** By its own words: what it quotes says nothing about now. */
function isSaidOver(told: string, sentence: string): boolean {
  const text = withoutQuotes(told);
  const isGone = marksIn(text).some(
    ({ kind, word, start, end }) =>
      kind === "gone" &&
      !isToCome(text, start, end) &&
      !IS_WHEN.test(text.slice(end)) &&
      (!DOES_OTHER_WORK.test(word) || NAMES_TROUBLE.test(sentence)),
  );
  if (isGone || NO_MORE.test(text)) return true;
  if (!NAMES_TROUBLE.test(sentence)) return false;
  return [...text.matchAll(SHOWS)].some((match) => {
    const before = text.slice(0, match.index);
    const isLeft = match[0] === "left";
    if (isLeft && (!LEFT_OF_TROUBLE.test(before) || /^ to\b/.test(text.slice(match.index + 4)))) return false;
    return NOT_BEFORE.test(before) && !isPlanned(text.replace(NOT_BEFORE, ""), match.index);
  });
}

/** "修正比较符之后": mending one thing only tells when something else happened; "问题解决后" says that it is over. */
const IS_WHEN = /^[^，,；;了]{2,30}(?:之后|以后|后|之前|前)/;

const withoutQuotes = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」|\[[^\]]*\]/g, (quoted) => "·".repeat(quoted.length));

/** Verbs for mending that are verbs for work of any kind, too: "补上说明", "addressed the review". */
const DOES_OTHER_WORK = joinPattern(
  [
    "^(?:fixes|sort(?!ed out)|address|clear|correct|deal|handl|settl|clean|took|t[ao]ke?n?|patch|plug|lift|put|mend|",
    "dealt|sw[ea]pt|clos|",
    "补|处理|收拾|清|拿|理顺|解除|去除|排除|消除|改好|修了)",
  ],
  "i",
);
const NAMES_TROUBLE = joinPattern(
  [
    String.raw`(?<![\w-])(?:errors?|exceptions?|crash\w*|panics?|fail\w*|bugs?|issues?|warnings?|findings?|`,
    String.raw`complain\w*|violations?|offen[cs]es?|leaks?|conflicts?|problems?|regressions?|trouble|denied|`,
    String.raw`mismatch\w*|missing|`,
    String.raw`vulnerab\w*|advisor\w*|broken?|red|hangs?|hung|races?|deadlocks?|time-?outs?|`,
    String.raw`\w+Error|\w+Exception|TS\d+|E\d{3,5}|cannot|unable|refus\w*|`,
    String.raw`E[A-Z]{5,}|ERR_\w+|[45]\d\d)(?![\w-])|错误|异常|报错|崩溃|问题|警告|故障|失败|违规|冲突|泄漏|泄露|漏洞|超时|`,
    "缺失|缺少|不匹配|找不到|不过|没过|拒绝|死锁|竞争|竞态|连不上|阻塞|红|挂",
  ],
  "i",
);

/** It is to be done, and not done: by somebody else, at another time, or once something has happened. */
const isToCome = (text: string, start: number, end: number): boolean =>
  isPlanned(text, start) || TO_COME.test(text.slice(0, start)) || TO_COME_BEHIND.test(text.slice(end));

const TO_COME = joinPattern(
  [
    "(?:由(?!我|助手)[^，,]{1,8}|(?:等|待|交给|交由|留给|留待|留到|转给)[^，,；;]{0,24}|",
    "(?:下(?:周|个?月|次|一?版|个?迭代|个?版本)|明天|后天|周末|以后|之后|届时|回头|再)[^，,；;了]{0,12})$|",
    String.raw`\b(?:for|ask(?:s|ed)?|left|up) (?:[\w-]+ ){1,4}to $|\bgets? $`,
  ],
  "i",
);
const TO_COME_BEHIND = joinPattern(
  [
    String.raw`^[^,;，；]{0,30}\b(?:next (?:week|month|sprint|release|iteration)|tomorrow|later(?! run)|`,
    String.raw`on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
  ],
  "i",
);

/** Words of every sentence about troubles, which tell none apart. */
const VAGUE = new Set(
  [
    "the and for was are has its all any not now per via with from that this were have been had into than then them",
    " they ",
    "our out over after before about error errors exception issue issues problem problems failure failures bug bugs ",
    "warning warnings complaint complaints objection finding findings fixed fix resolved solved cleared addressed e",
    "liminated ",
    "took taken care dealt sorted gone vanished disappeared behind history longer more any anymore remaining root c",
    "ause found ",
    "show shows showed appear appears occur occurs nothing left been once again also using used use by due because ",
    "when ",
    "which where while there their does did can could would should will shall may might must one two both each only",
    " just ",
    "last first second new old same other still no longer now went goes away come came back away put right done mak",
    "e made ",
    "resolution cleaned handled tackled cured repaired fixes solution work works working correctly properly success",
    "fully",
  ]
    .join("")
    .split(/\s+/),
);

/** What tells one trouble from another: names, words of its message, and English for Chinese words. */
function troubleWords(told: string): ErrorClaim["words"] {
  const work = told.replace(/\[tools?:[^\]]*\]|^\W*(?:PATCH|EDIT|WRITE|UPDATE|CREATE|RUN|FIX|ADD|REPLACE)\b/g, " ");
  const text = marksIn(work)
    .filter(({ kind }) => kind === "gone")
    .reduce((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), work);
  const latin = [...text.matchAll(/[A-Za-z_$][\w$.:/-]*[\w$]/g)]
    .flatMap(([word]) => [word.replace(/:\d+$/, "")])
    .filter((word) => word.length >= 3 && !VAGUE.has(word.toLowerCase()));
  const names = latin.map((word) => ({ anyOf: [word], isName: isName(word, text) }));
  const translated = [...translationsIn(text), ...englishIn(text)]
    .map((anyOf) => anyOf.filter((english) => !VAGUE.has(english) && !GENERIC.test(english)))
    .filter((anyOf) => anyOf.length > 0)
    .map((anyOf) => ({ anyOf, isName: false }));
  const numbers = [...text.matchAll(/(?<![\w.])\d{3,5}(?![\w.])/g)].map(([number]) => ({
    anyOf: [number],
    isName: true,
  }));
  // Chinese names of tests stand in outputs as they are.
  const quoted = [...text.matchAll(/[「“"]([^「」“”"]*[一-鿿][^「」“”"]*)[」”"]/g)].map(([, inner = ""]) => ({
    anyOf: [inner],
    isName: true,
  }));
  return [...names, ...translated, ...numbers, ...quoted];
}

/** Said of every trouble, and of mending it. */
const GENERIC = joinPattern([
  String.raw`^(?:test|spec|case|suite|file|fail|fails|failed|failing|broke|broken|red|crash|`,
  String.raw`pass|fault|problem|issue|bug|defect|fix|repair|resolve|solve|use|all|every|whole|`,
  String.raw`entire|full|one|single|line|row|record|change|modify|edit|now|new|old|legacy|`,
  String.raw`only|just|run|start|execute|launch|boot|remove|delete|add|create|open|close|`,
  String.raw`alter|adjust|patch|rewrite|touch|check|verif|validat|succeed|success|green|ok)$`,
]);

const isName = (word: string, text: string): boolean =>
  /[_$\d/]|[a-z][A-Z]|\.\w|^[A-Z]{2,}|[a-z]-[a-z]/.test(word) || /[一-鿿]/.test(text);
