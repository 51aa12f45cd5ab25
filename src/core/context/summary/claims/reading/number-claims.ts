import { joinPattern } from "../../../../base/text";
import type { Anchor, CommitClaim, NumberClaim } from "../claim";
import { isPlanned, isUnreal } from "../language/modality";
import { simplified, withDigits } from "../language/plain-words";
import { translationOf } from "../language/translations";
import type { Clause } from "./clauses";
import { clausesOf } from "./clauses";
import { findCommands } from "./found-commands";
import { findPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";
import { tellsOfWork } from "./sentences";

/** Not part of a name, a path, a time or a place in a file; with the unit that may follow it. */
const NUMBER = joinPattern(
  [
    String.raw`(?<![\w.#$/@-]|[\w·]:|\d[,_])(?:v)?(-?\d+(?:[,_]\d{3})*(?:\.\d+)*)(?![\w]*[-:/]\d|[.:]\d)`,
    String.raw`(?:(?:ms|s|m|h|k|kb|`,
    String.raw`mb|gb|kib|mib|gib|%)(?!\w)|(?!\w))`,
  ],
  "gi",
);
const SCALE = joinPattern(
  [
    String.raw`^v?\s?(ms|milliseconds?|s|secs?|seconds?|m|min(?:ute)?s?|h|hours?|days?|k|kb|mb|gb|kib|`,
    String.raw`mib|gib|%|percent|`,
    "毫秒|秒|分钟|小时|天|千|万|百万|亿)(?![a-z])",
  ],
  "i",
);
/** Said of a number that stands for others near it. */
const ROUNDED = joinPattern(
  [
    String.raw`(?:[~≈约近]|\b(?:about|around|roughly|approximately|nearly|almost|over|more than|`,
    String.raw`under|less than|some|circa)|大概|大约|超过|不到|将近)\s*$`,
  ],
  "i",
);
/** Words after which a number says where, which or when, not how much. */
const NOT_AN_AMOUNT = joinPattern(
  [
    String.raw`(?:\b(?:line|lines|step|steps|row|item|pr|issue|no\.?|phase|part|section|chapter|point|option|`,
    "page|day|exit|code|status|rc|node|attempt|compression)|第[\\d、,，\\s-]*|行|步|退出码|状态码|",
    String.raw`返回码)\s*(?:[:=#]\s*)?(?:code\s*)?(?:\d+\s*(?:-|–|to|,)\s*)?$`,
  ],
  "i",
);
/** "p + 4": a number of code. */
const IN_EXPRESSION = /[\w)\]]\s*[+*/<>]=?\s*$/;
const HASH = /(?<![\w./-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w/-]|\.\w)/g;

/** Values that a clause states for a name or a word, and counts: every number that stands beside something. */
export function readNumberClaims(sentence: SummarySentence): readonly (NumberClaim | CommitClaim)[] {
  return clausesOf(sentence).flatMap((clause) => [...numbersIn(clause, sentence), ...commitsIn(clause)]);
}

/** A value told of the past, or as one of two, may since have changed. */
const FORMER = joinPattern(
  [
    String.raw`\b(?:from|was|were|had|initial\w*|original\w*|previous\w*|former\w*|first|before|earlier|once|used to|`,
    String.raw`at that point|back then|at the time|baseline|with|ended|died|failed|crashed|killed|took|`,
    String.raw`instead of|rather than|not|no longer|became|becomes|turned|flipped|moved)\b|`,
    String.raw`\d\S{0,6}\s*(?:→|->|=>|⇒|▸)|⇒|`,
    "从|由|改口|变成|改到|降到|升到|留给|原|起初|最初|之前|先前|当时|第一|首次|初次|曾|不是|而非|改动前|太",
  ],
  "i",
);

function numbersIn(clause: Clause, sentence: SummarySentence): readonly NumberClaim[] {
  const { text, line, start, end } = clause;
  if (!/\d/.test(text)) return [];
  const manner = tellsOfWork(sentence) || sentence.section === "facts" ? "list" : "prose";
  const hidden = withoutNames(clause.text);
  if (!/\d/.test(hidden)) return [];
  const isFormer = sentence.section === "history" || FORMER.test(sentence.text);
  const beside = [...withDigits(simplified(sentence.text)).matchAll(NUMBER)].map(([, value = ""]) =>
    value.replaceAll(/[,_]/g, ""),
  );
  return [...hidden.matchAll(NUMBER)].flatMap((match): readonly NumberClaim[] => {
    const before = hidden.slice(0, match.index);
    const after = hidden.slice(match.index + match[0].length);
    if (NOT_AN_AMOUNT.test(before) || IN_EXPRESSION.test(before) || /^\s*[.)、]\s/.test(after)) return [];
    // Hand-offs of code measure texts in characters and tokens, which no message states.
    if (/^\s*(?:chars|characters|tokens|字符|lines? (?:of )?output)(?!\w)/i.test(after)) return [];
    // "from 3 to 5": the old value is as true as the new one.
    if (/(?:\bfrom|由|从)\s*$/i.test(before)) return [];
    const isBrand = /(?<![\w.])(?:[A-Z][a-z]+|i[A-Z][a-zA-Z]+)\s$/.test(text.slice(0, match.index));
    const anchors =
      isBrand || /^\s*(?:lines?\b|行)/i.test(after)
        ? []
        : [...signedLines(before, text), ...anchorsOf(hidden, match.index, match.index + match[0].length)];
    const unit = /^(?:[.\d]*\d)?\s*(ms|s|kb|mb|gb|kib|mib|gib)\b/i.exec(
      text.slice(match.index + (match[1] ?? "").length),
    )?.[1];
    const isMeasured =
      unit !== undefined &&
      /^\d+\.\d+$/.test(match[1] ?? "") &&
      (match[1] ?? "").length > 3 &&
      !/[~≈约]\s*$/.test(before);
    const scale = SCALE.exec(text.slice(match.index + (match[1] ?? "").length))?.[1];
    return [
      {
        kind: "number",
        ...(isMeasured ? { unit } : {}),
        ...(scale === undefined ? {} : { scale: scale.toLowerCase() }),
        precision: ROUNDED.test(before) || /^\s*(?:\+|多|余|左右|or so)/.test(after) ? "about" : "exact",
        value: (match[1] ?? "").replaceAll(/[,_]/g, ""),
        anchors,
        // How long a file is, nobody but a count of its lines says.
        manner:
          isBrand ||
          /^\s*(?:lines?\b|行)/i.test(after) ||
          sentence.section === "plan" ||
          (isPlanned(text, match.index) && sentence.section !== "wishes")
            ? "planned"
            : manner,
        clause: text,
        at: match.index,
        about: text.slice(0, match.index) + text.slice(match.index + match[0].length),
        beside: beside.filter((one) => one !== (match[1] ?? "").replaceAll(/[,_]/g, "")),
        tense: isFormer ? "past" : "present",
        place: { line, start, end },
      },
    ];
  });
}

/** "+58 −9" of a commit. */
function signedLines(before: string, text: string): readonly Anchor[] {
  if (!new RegExp(HASH.source).test(text)) return [];
  if (/\+$/.test(before)) return [{ word: "insertion", form: "count" }];
  return /[−–]$/.test(before) ? [{ word: "deletion", form: "count" }] : [];
}

/** Paths, commands and code have numbers of their own; every place stays what it was. */
function withoutNames(text: string): string {
  const code = [...text.matchAll(/`[^`]*[^\w`.:=(\s-][^`]*`/g), ...text.matchAll(UUID)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return [...findPaths(text), ...findCommands(text), ...code].reduce(
    (hidden, { start, end }) => hidden.slice(0, start) + "·".repeat(end - start) + hidden.slice(end),
    text,
  );
}

/** The parts of an id are no amounts, though some consist of digits alone. */
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** A word may stand this far from its number. */
const REACH_CHARS = 48;
const NAME = /[A-Za-z_$][\w$]*(?:[.-][A-Za-z_$][\w$]*)*/g;
const isName = (word: string): boolean => /[_$]|[a-z][A-Z]|^[A-Z]{3,}$|[a-z]-[a-z]|[A-Za-z]\.[a-z]|[a-z]\d/.test(word);

/** Names before the number, then what it counts, then plain words before it; never beyond another number. */
function anchorsOf(text: string, start: number, end: number): readonly Anchor[] {
  const before = text
    .slice(Math.max(0, start - REACH_CHARS), start)
    .replace(/(?:\bfrom|由|从)\s*[\d.,_]+/gi, "")
    .replace(/^.*\d(?=[^\d]*$)(?![\w$]*[A-Za-z_])/s, "");
  const after = text.slice(end, end + REACH_CHARS).replace(/\d.*$/s, "");
  const isCounted =
    /^\s*(?:个|条|处|项|次|张|名|位|台)/.test(after) ||
    (/^\s+[a-z]{3,}/i.test(after) &&
      !/^\s+(?:is|in|as|and|for|by|at|on|per|to|which|seconds?|ms|bytes?)\b/i.test(after));
  const words = [...before.matchAll(NAME)]
    .filter(
      ({ 0: word, index }) =>
        word.length > 3 && isValueOf(word, before.slice(index + word.length), isCounted ? "counted" : "bare"),
    )
    .map(([word]) => word)
    .toReversed();
  const names = words.filter(isName).map((word): Anchor => ({ word, form: "name" }));
  const plain = words
    .filter((word) => !isName(word) && !STOP.has(word.toLowerCase()))
    .slice(0, 3)
    .flatMap((word): readonly Anchor[] => [
      { word: word.toLowerCase(), form: "key" },
      ...(stemOf(word.toLowerCase()) === word.toLowerCase()
        ? []
        : [{ word: stemOf(word.toLowerCase()), form: "key" } as const]),
    ]);
  // A commit says itself how many files it changes; without one a summary counts files as it likes.
  const files: readonly Anchor[] =
    /^\s*(?:files?\b|个文件)/i.test(after) && new RegExp(HASH.source).test(text)
      ? [{ word: "file", form: "count" }]
      : [];
  return [...names, ...files, ...countedAfter(after), ...plain];
}

/** Words of grammar, and at most one noun, between a plain word and its value. */
const CONNECTS = joinPattern(
  [
    String.raw`^["'\x60*)\]]*\s*(?:[(（=:：@|→>]|(?:[\w'-]+\s+){0,3}(?:is|are|was|were|be|of|at|to|as|on|equals?|`,
    String.raw`port)\s*|[一-鿿\s]{0,12}|\w+\s*[|:=])?[\s"'\x60*(（|]*$`,
  ],
  "i",
);

/** "has two surfaces" counts surfaces; a name of code may be followed by any short predicate. */
function isValueOf(word: string, gap: string, number: "counted" | "bare"): boolean {
  if (number === "counted")
    return CONNECTS.test(gap) && /[=:：→]|\b(?:is|are|was|be|of|at|to)\b|[为是成到设有]/.test(gap);
  return CONNECTS.test(gap) || (isName(word) && /^["'`*)\]]*\s+(?:[\w'-]+\s+){0,3}["'`*(]*$/.test(gap));
}

/** "12 source files", "3 个错误", "2140 requests/sec", "出现 16 次". */
function countedAfter(after: string): readonly Anchor[] {
  const chinese = /^\s*(?:个|条|处|项|次|行|张|名|位|台)\s*([一-鿿]{0,6})/.exec(after);
  if (chinese !== null) {
    const nouns = translationOf(chinese[1] ?? "");
    if (nouns.length > 0 && nouns[0] !== "test" && nouns[0] !== "file")
      return nouns.map((word) => ({ word, form: "count" }));
    const noun = (chinese[1] ?? "").slice(0, 2);
    if (noun.length === 2 && !/^(?:测试|用例|步骤|失败|通过|地方|位置)/.test(noun))
      return [{ word: noun, form: "count" }];
    if (/^\s*[A-Za-z`]/.test(after.slice(chinese[0].length))) return [];
    return (chinese[1] ?? "") === "" || /^(?:地方|位置|处|了)/.test(chinese[1] ?? "") ? MATCHES : [];
  }
  const words = /^[\s-]*([a-z][a-z/-]*)(?:\s+([a-z][a-z-]*))?/i.exec(after);
  const [, first = "", second = ""] = words ?? [];
  if (/^(?:and|or|but|is|are|was|were|in|as|for|by|at|on|per|to|which|of|with|from|the|an?)$/i.test(first)) return [];
  if (SEARCH_COUNTS.test(first)) return MATCHES;
  return [second, first]
    .filter((word) => word.length >= 4 && !STOP.has(word.toLowerCase()))
    .map((word): Anchor => ({ word: stemOf(word.toLowerCase()), form: "count" }));
}

/** However it is put, a search counts its matches. */
const SEARCH_COUNTS =
  /^(?:places?|hits?|times|matches|match|occurrences?|spots?|usages?|uses|call|calls|references?|results?)$/i;
const MATCHES: readonly Anchor[] = [
  { word: "match", form: "count" },
  { word: "result", form: "count" },
  { word: "occurrence", form: "count" },
];

const stemOf = (word: string): string => word.replace(/(?<=[a-z]{3})(?:ies|y|(?<=(?:ss|ch|sh|x))es|s)$/, "");

const STOP = new Set(
  [
    "the and for was are has its all any not now per via with from that this were have been than then only just about ",
    "over under after before into onto out each both more most least less same other another first second third last ",
    "seconds second minutes minute hours hour days day weeks times time tests test specs suites suite cases passed ",
    "failed ",
    "passing failing passes fails pass fail failures failure steps step lines line chars characters tokens bytes co",
    "mmits ",
    "set sits stays raised lowered reduced increased changed bumped pinned equals equal capped value values number ",
    "count ",
    "total current currently default still remains exactly around approximately roughly commit exit code status ret",
    "urned ",
    "there them they when where which while will would should could can may might must shall files file error error",
    "s node ",
    "python edits changes attempts attempt runs run phases phase parts part sections items options bullets messages",
  ]
    .join("")
    .split(/\s+/),
);

const commitsIn = ({ text, line, start, end }: Clause): readonly CommitClaim[] =>
  [...text.matchAll(HASH)]
    .filter((match) => !isUnreal(text, match.index))
    .map((match) => ({ kind: "commit", hash: match[0], tense: "past", place: { line, start, end } }));
