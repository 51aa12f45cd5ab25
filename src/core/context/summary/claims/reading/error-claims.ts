import { joinPattern } from "../../../../base/text";
import type { ErrorClaim } from "../claim";
import type { SummarySentence } from "./sentences";
import { isByOthers, isUnreal } from "./sentences";

const RESOLVED = joinPattern(
  [
    String.raw`\b(?:fixed|resolved|solved|cleared|eliminated|got rid of|addressed|cured|repaired|squashed|`,
    String.raw`tackled|remedied|no longer (?:\w+ ){0,2}?(?:fails?|throws?|occurs?|crash(?:es)?|errors?|`,
    "appears?|happens?|raises?|triggers?|reproduces?|seen|present|shows? up)|(?:is|are|has|have|",
    "was|were)(?: now| been| since| all)* (?:gone|fixed|resolved|solved|cleared|eliminated|",
    "history)|went away|goes away|disappeared|vanished|cleaned up|stopped (?:failing|throwing|crashing|",
    "occurring|appearing)|does(?: not|n't) (?:occur|happen|appear|fail|throw|",
    "crash)(?: any ?more)?|sorted out|taken care of|",
    String.raw`dealt with|put right|overcome|worked around|ironed out)\b|`,
    "修复|修復|解决|解決|消除|排除|修好|修正|不再(?:出现|出現|报错|報錯|失败|失敗|抛出|拋出|发生|",
    "發生|崩溃|崩潰|触发|觸發)|(?:已经|已經|已|都)?消失|没有再出现|沒有再出現|搞定",
  ],
  "gi",
);

const NAMED_ERROR = joinPattern(
  [
    String.raw`\b[A-Z][A-Za-z0-9_]*(?:Error|Exception|Warning|Panic|Fault|Failure|Timeout)\b|`,
    String.raw`\b(?:ERR_[A-Z_]+|E[A-Z]{4,}|TS\d{4,5}|E\d{4}|SIG[A-Z]{3,5}|[A-Z]{2,6}\d{3,5})\b|`,
    String.raw`\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Z]{4,}(?:[ _][A-Z]{4,})+\b|\b(?:segfault|`,
    String.raw`segmentation fault|stack overflow|null pointer|out of memory|OOM)\b`,
  ],
  "g",
);
const SPOKEN_ERROR = joinPattern(
  [
    String.raw`\b((?:[a-z][\w-]*\s+){1,3})(?:errors?|exceptions?|crash(?:es)?|panics?|warnings?|failures?|findings?|`,
    String.raw`complaints?|violations?|leaks?|conflicts?)\b`,
  ],
  "gi",
);
const QUOTED = /`([^`\n]{4,160})`|"([^"\n]{6,160})"|“([^”\n]{4,160})”|「([^」\n]{4,160})」|'([^'\n]{8,160})'/g;
/** Latin words in a Chinese sentence are those of an output. */
const FOREIGN_WORDS =
  /(?<=[一-鿿][\s（(：]?)([A-Za-z][\w'.:-]*(?: [\w'.:-]+){1,12})(?=[\s）)]?(?:[一-鿿，。：）)]|$))/g;
/** "package x does not exist — fixed": what stands before the dash is the error. */
const BEFORE_DASH = /^[\s"'`*]*([A-Za-z][\w'./:,()[\]-]*(?: [\w'./:,()[\]-]+){2,20}?)["'`*]*\s*(?:—|–|->|→|:)\s/g;
const SPEAKS_OF_ERRORS = joinPattern(
  [
    String.raw`\b(?:errors?|exceptions?|crash\w*|panics?|failures?|fails?|failing|bugs?|issues?|warnings?|findings?|`,
    "complaints?|violations?|leaks?|conflicts?|denied|",
    String.raw`throws?|regression|problem)\b|错误|錯誤|异常|異常|报错|報錯|崩溃|崩潰|问题|問題|警告|故障|失败|失敗`,
  ],
  "i",
);
/** Words around "error" that tell no error apart. */
const VAGUE = new Set(
  [
    "the a an this that these those all any both remaining last first second only main original ",
    "old new same various several some other fixed resolved solved cleared addressed eliminated ",
    "and of in with for to is are was were its their by from on at which no longer now been ",
    "previous earlier reported runtime actual underlying resulting known common possible build ",
    "test tests type-check lint compile compilation typescript",
  ]
    .join("")
    .split(" "),
);

/** Errors that a sentence says are gone, each by the words that tell it apart. */
export function readErrorClaims(sentence: SummarySentence): readonly ErrorClaim[] {
  const { text, line, start, section } = sentence;
  const verb = [...text.matchAll(RESOLVED)].find(
    (match) =>
      !isUnreal(
        text.replace(/no longer|does(?: not|n't)/g, (words) => "x".repeat(words.length)),
        match.index,
      ) && !isByOthers(text, match.index, match.index + match[0].length),
  );
  if (verb === undefined || section === "plan") return [];
  const names = namesIn(
    text,
    /longer|gone|away|stopped|disappear|vanish|not|n't|不再|消失|没有|沒有/i.test(verb[0]) ? "errors" : "anything",
  );
  const resolved = names.filter(({ from, to }) => !isOpposed(text, verb.index, from, to));
  return resolved.map(({ words, from, to }) => ({
    kind: "error-resolved",
    names: words,
    tense: "present",
    place: {
      line,
      start: start + Math.min(from, verb.index),
      end: start + Math.max(to, verb.index + verb[0].length),
    },
  }));
}

/** "The KeyError is fixed, but a MemoryError appeared": only one of them is said to be gone. */
const isOpposed = (text: string, verb: number, from: number, to: number): boolean =>
  /\bbut\b|\bhowever\b|\binstead\b|但|却|卻|不过|不過/i.test(text.slice(Math.min(verb, to), Math.max(verb, from)));

interface Named {
  readonly words: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** "Fixed the missing package directory": three words or more of what was wrong find the line that said so. */
const DESCRIBED = /\b(?:fixed|resolved|solved|repaired|cured|eliminated)\s+(?:the|a|an)\s+([a-z][^,.;:()—–]{10,100})/gi;

function wordsOfObject(match: RegExpMatchArray): readonly Named[] {
  const words = (match[1] ?? "")
    .split(/[^\w-]+/)
    .filter((word) => word.length > 3 && !VAGUE.has(word.toLowerCase()) && !SPEAKS_OF_ERRORS.test(word));
  const from = match.index ?? 0;
  return words.length < 3 ? [] : [{ words: words.slice(0, 4), from, to: from + match[0].length }];
}

/** `about`: a verb like "no longer occurs" speaks of errors by itself. */
function namesIn(text: string, about: "errors" | "anything"): readonly Named[] {
  const named = [...text.matchAll(NAMED_ERROR)].map((match) => ({
    words: [match[0]],
    from: match.index,
    to: match.index + match[0].length,
  }));
  if (named.length > 0) return named;
  const quoted = [...text.matchAll(QUOTED), ...text.matchAll(FOREIGN_WORDS), ...text.matchAll(BEFORE_DASH)].flatMap(
    (match): readonly Named[] => {
      const words = match.slice(1).find((group) => group !== undefined) ?? "";
      return /[\s:]/.test(words) && !/^[\w./-]+\.\w+$/.test(words)
        ? [{ words: [words], from: match.index, to: match.index + match[0].length }]
        : [];
    },
  );
  if (quoted.length > 0) return quoted;
  const described = about === "anything" ? [...text.matchAll(DESCRIBED)].flatMap(wordsOfObject) : [];
  if (described.length > 0) return described;
  if (about === "anything" && !SPEAKS_OF_ERRORS.test(text)) return [];
  return [...text.matchAll(SPOKEN_ERROR)].flatMap((match): readonly Named[] => {
    const words = (match[1] ?? "").split(/\s+/).filter((word) => word.length > 2 && !VAGUE.has(word.toLowerCase()));
    return words.length === 0 ? [] : [{ words, from: match.index, to: match.index + match[0].length }];
  });
}
