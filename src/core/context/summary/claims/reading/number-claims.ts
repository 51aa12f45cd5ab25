import { joinPattern } from "../../../../base/text";
import { FILE_EXTENSIONS } from "../../../../conversation/text/identifiers";
import type { NumberClaim } from "../claim";
import type { SummarySentence } from "./sentences";
import { isUnreal } from "./sentences";

const VALUE = "(?<value>-?\\d+(?:[,_]\\d{3})*(?:\\.\\d+)*)(?![\\d,_]\\d)";
/** `MAX_RETRIES = 5`, "timeout is 30", "端口为 3000". The key is a name, or a word with a number beside it. */
const KEYED = new RegExp(
  [
    "(?<![\\w./-])(?<key>[A-Za-z_$][\\w$.-]{1,60}|[\\u4e00-\\u9fff]{2,6})[\"'`*)\\]]*\\s*",
    "(?:=|:|：|\\bis(?: now| set to)?\\b|\\bwas\\b|\\bto\\b|\\bof\\b|\\bat\\b|\\bset to\\b|",
    "设为|設為|设置为|設定為|改为|改為|为|為|是|等于|等於)\\s*[\"'`*]*",
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
  return [...keyed, ...counts];
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
