import { joinPattern } from "../../../../base/text";
import type { CommitClaim, NumberClaim } from "../claim";
import { isPlanned, isUnreal } from "../language/modality";
import { simplified, withDigits } from "../language/plain-words";
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
    String.raw`(?:[~≈约近]|\b(?:(?<!(?:complain|warn|told|talk|ask)\w* )about|around|roughly|approximately|`,
    String.raw`nearly|almost|over|more than|under|less than|some|circa)|大概|大约|超过|不到|将近)\s*$`,
  ],
  "i",
);
/** Words after which a number says where, which or when, not how much. */
const NOT_AN_AMOUNT = joinPattern(
  [
    String.raw`(?:\b(?:line|lines|step|steps|row|item|pr|issue|no\.?|phase|part|section|chapter|point|option|`,
    "page|day|exit|code|status|rc|node|attempt|compression)|第[\\d、,，\\s-]*|行|步|退出码|状态码|",
    String.raw`返回码)\s*(?:[:：=#是为]\s*)?(?:code\s*)?(?:\d+\s*(?:-|–|to|,)\s*)?$`,
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

const NO_LONGER = joinPattern(
  [
    String.raw`(?:\b(?:from|not)|\b(?:instead of|rather than)(?:\s[a-z]+){0,3}|由|从|`,
    String.raw`(?:而不是|而非|不是)(?:[一-鿿]{0,4}))\s*$`,
  ],
  "i",
);

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
  const listed = new Set(sentence.text.match(LISTED)).size;
  return [...hidden.matchAll(NUMBER)].flatMap((match): readonly NumberClaim[] => {
    const before = hidden.slice(0, match.index);
    const after = hidden.slice(match.index + match[0].length);
    if (NOT_AN_AMOUNT.test(before) || IN_EXPRESSION.test(before) || /^\s*[.)、]\s/.test(after)) return [];
    // Hand-offs of code measure texts in characters and tokens, which no message states.
    if (/^\s*(?:chars|characters|tokens|字符|lines? (?:of )?output)(?!\w)/i.test(after)) return [];
    // "from 3 to 5", "5 rather than 3": what it is not, no line of the record need state.
    if (NO_LONGER.test(before)) return [];
    const isBrand = /(?<![\w.])(?:[A-Z][a-z]+|i[A-Z][a-zA-Z]+)\s$/.test(text.slice(0, match.index));
    const scale = SCALE.exec(text.slice(match.index + (match[1] ?? "").length))?.[1];
    return [
      {
        kind: "number",
        ...(scale === undefined ? {} : { scale: scale.toLowerCase() }),
        precision: ROUNDED.test(before) || /^\s*(?:\+|多|余|左右|or so)/.test(after) ? "about" : "exact",
        value: (match[1] ?? "").replaceAll(/[,_]/g, ""),
        // How long a file is, nobody but a count of its lines says.
        manner:
          isBrand ||
          /^\s*(?:lines?\b|行)/i.test(after) ||
          sentence.section === "plan" ||
          (isPlanned(
            text.replace(TOOK, (word) => "·".repeat(word.length)),
            match.index,
          ) &&
            sentence.section !== "wishes")
            ? "planned"
            : manner,
        clause: text,
        at: match.index,
        about: text.slice(0, match.index) + text.slice(match.index + match[0].length),
        ...fileOf(text, match.index, match.index + match[0].length),
        listed,
        beside: beside.filter((one) => one !== (match[1] ?? "").replaceAll(/[,_]/g, "")),
        tense: isFormer ? "past" : "present",
        place: { line, start, end },
      },
    ];
  });
}

/** "6 unit tests and 12 in tests/cli.rs", "tests/cli.rs and 9 unit tests": the six and nine are elsewhere. */
function fileOf(clause: string, start: number, end: number): Pick<NumberClaim, "file"> {
  const [named, ...others] = findPaths(clause);
  if (named === undefined || others.length > 0 || /\d/.test(clause.slice(end, named.start))) return {};
  return ALSO.test(clause.slice(named.end, start)) ? {} : { file: named.path };
}

const ALSO = /^[\s`"']*(?:and|plus|和|与|及|、)\s*$/i;

/** "needed 48 ms" says how much it was. */
const TOOK = /\bneeded(?= (?:about |only |just )?\d)/g;

const LISTED = /(?<![\w./-])(?:\.{1,2}\/|[\w-]+\/)[\w./-]*/g;

/** Paths, commands and code have numbers of their own; every place stays what it was. */
function withoutNames(text: string): string {
  const code = [
    ...text.matchAll(/`[^`]*[^\w`.:=(\s-][^`]*`/g),
    // The name of a test is a sentence, and its numbers are its own.
    ...text.matchAll(/`[^`:=]+\s[^`:=]+\s[^`:=]+`/g),
    ...text.matchAll(UUID),
  ].map((match) => ({
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

const commitsIn = ({ text, line, start, end }: Clause): readonly CommitClaim[] =>
  [...text.matchAll(HASH)]
    .filter((match) => !isUnreal(text, match.index))
    .map((match) => ({ kind: "commit", hash: match[0], tense: "past", place: { line, start, end } }));
