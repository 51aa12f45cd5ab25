import { joinPattern } from "../../../../base/text";
import { FILE_EXTENSIONS } from "../../../../conversation/text/identifiers";
import type { NumberClaim } from "../claim";
import type { SummarySentence } from "./sentences";
import { isUnreal } from "./sentences";

const VALUE = "(?:(?<![\\w.])v)?(?<value>-?\\d+(?:[,_]\\d{3})*(?:\\.\\d+)*)(?![\\d,_]\\d)";
/** "is", "was raised to", "stays at", "pinned @". */
const CONNECTS = [
  "(?:=|:|：|@|(?:\\b(?:is|was|are|were|has been|now|stays?|remains?|defaults?|currently|still|set|\\w{3,}ed)\\s+){0,3}",
  "(?:\\bis\\b|\\bwas\\b|\\bto\\b|\\bof\\b|\\bat\\b|\\bas\\b|@)|",
  "(?:已|被|现在|現在|目前|仍|默认|預設)*(?:(?:由|从|從)\\s*[\\d.,]+\\s*)?",
  "(?:调整为|調整為|变为|變為|增加到|减少到|設成|设成|设为|設為|设置为|設定為|改为|改為|改成|升到|升至|升级到|提高到|调到|調到|降到|为|為|是|等于|等於))",
].join("");
/** `MAX_RETRIES = 5`, "timeout is 30", "端口为 3000". The key is a name, or a word with a number beside it. */
const KEYED = new RegExp(
  [
    "(?<![\\w./-])(?<key>[A-Za-z_$][\\w$.-]{1,60}|[\\u4e00-\\u9fff]{2,6})[\"'`*)\\]]*\\s*",
    `${CONNECTS}\\s*["'\`*]*`,
    `${VALUE}(?![\\w.]*[/\\\\])`,
  ].join(""),
  "gu",
);
/** "listens on port 3000", "version 1.4.2", "line 88". */
const BESIDE = new RegExp(
  [
    `(?<![\\w./-])(?<key>port|version|timeout|limit|threshold|budget|size|count|total|coverage|`,
    `retries|attempts|concurrency|workers|batch size|page size|ttl|latency|端口|埠|版本|超时|逾時|上限|阈值|閾值|`,
    `覆盖率|覆蓋率)s?["'\`*]*\\s*${VALUE}`,
  ].join(""),
  "giu",
);
/** "12 warnings", "37 matches", "1,204 rows". Nouns a summary counts by itself (files, steps, tests) are left out. */
const COUNTED = new RegExp(
  [
    `(?<![\\w./:#-])${VALUE}\\s*(?:个|個|条|條|行|项|項|处|處)?\\s*(?<key>(?:[a-z]+[- ])?(?:errors?|warnings?|`,
    `vulnerabilit(?:y|ies)|problems?|matches|rows?|records?|users?|entries|occurrences|requests?|`,
    `packages|migrations?|endpoints?|tables?|columns?|connections?|`,
    `threads?|findings)|错误|錯誤|警告|漏洞|匹配|记录|紀錄|记錄|用户|用戶|请求|請求)(?![\\w/-]|\\.\\w)`,
  ].join(""),
  "giu",
);
/** "leaked 12 goroutines": something the program itself counted, found by the verb before the number. */
const COUNTED_BY_VERB = new RegExp(
  [
    `(?<=\\b[a-z]{3,}(?:ed|t|s|d) )${VALUE}\\s+`,
    "(?<key>(?!tests?|files?|lines?|steps?|times|seconds|minutes|hours|days)[a-z]{4,}s)(?![\\w/-]|\\.\\w)",
  ].join(""),
  "giu",
);
const COUNTED_CHINESE = new RegExp(
  `(?<=[一-鿿]{2}\\s?)${VALUE}\\s*(?:个|個|条|條|张|張|次|名|位|台)\\s*(?<key>(?!测试|測試|文件|檔案|步骤|步驟|失败|失敗|通过|通過)[一-鿿]{2})`,
  "gu",
);
const PLAIN_KEYS = new Set(
  [
    "exit code status step steps line lines tests test passed failed node python npm ",
    "version-control the a an it this that and or in on from to at of is was be are were ",
    "compression summary part phase section item issue pr page task message messages file files ",
    "option day days chapter figure table point rule total-of",
  ]
    .join("")
    .split(" "),
);

/** Values that a sentence states for a name, and counts that some output must have printed. */
export function readNumberClaims(sentence: SummarySentence): readonly NumberClaim[] {
  const { text, section } = sentence;
  if (section === "plan") return [];
  const keyed = [...text.matchAll(KEYED), ...text.matchAll(BESIDE)].flatMap((match) => claimOf(sentence, match, "key"));
  const counts = [...text.matchAll(COUNTED)].flatMap((match) => claimOf(sentence, match, "count"));
  const verbs = [...text.matchAll(COUNTED_BY_VERB), ...text.matchAll(COUNTED_CHINESE)].flatMap((match) =>
    claimOf(sentence, match, "count"),
  );
  return [...keyed, ...counts, ...verbs.filter(({ key }) => !counts.some((one) => one.key === key))];
}

function claimOf(
  sentence: SummarySentence,
  match: RegExpMatchArray,
  form: NumberClaim["form"],
): readonly NumberClaim[] {
  const { key = "", value = "" } = match.groups ?? {};
  const at = match.index ?? 0;
  const name = key.trim().replace(/[.-]+$/, "");
  if (PLAIN_KEYS.has(name.toLowerCase()) || (form === "key" && !isKey(name)) || isUnreal(sentence.text, at)) return [];
  // "from 3 to 5": the old value is as true as the new one.
  if (/\bfrom\s+\S+\s*$/i.test(sentence.text.slice(0, at + match[0].length - value.length - 3))) return [];
  return [
    {
      kind: "number",
      key: name,
      value: value.replaceAll(/[,_]/g, ""),
      form,
      about: sentence.text.slice(0, at) + sentence.text.slice(at + match[0].length),
      tense: "past",
      place: { line: sentence.line, start: sentence.start + at, end: sentence.start + at + match[0].length },
    },
  ];
}

const IS_FILE = new RegExp(`\\.(?:${FILE_EXTENSIONS})$`, "i");

/** A name of code, or one of the few words that stand for a setting. */
const isKey = (name: string): boolean =>
  (/[_$.\d]|[a-z][A-Z]|^[A-Z]{3,}$|[a-z]-[a-z]/.test(name) && !IS_FILE.test(name)) ||
  joinPattern(
    [
      "^(?:port|version|timeout|limit|threshold|budget|size|count|coverage|retries|attempts|",
      "concurrency|workers|ttl|latency|delay|interval|timeouts?|max|min|width|height|depth|length|",
      "duration|temperature|seed|memory|cpu|quota|capacity|rate)$",
    ],
    "i",
  ).test(name) ||
  /[一-鿿]/.test(name);
