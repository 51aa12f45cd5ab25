import { joinPattern, rememberByText } from "../../../../base/text";
import { conceptsOf } from "./concepts";

/** A number of a line with what says what it is. */
export interface Slot {
  readonly value: string;
  readonly index: number;
  /** Where it ends, with its unit. */
  readonly end: number;
  readonly shape: "amount" | "version";
  /** Undefined for a bare number. */
  readonly measure: Measure | undefined;
  /** How much one of its unit is in seconds, bytes or ones; of a bare number, what a word behind it makes of it. */
  readonly factor: number;
  /** The name right before it, in lower case; empty where there is none. */
  readonly name: string;
  /** What is called with it: `Decimal(100)` counts no decimals. */
  readonly isArgument: boolean;
  /** What the name or the words right before it speak of: what the number is the value of. */
  readonly key: readonly string[];
  /** What the words right behind it speak of: what it counts. */
  readonly noun: readonly string[];
}

/** What a line may be counted for. */
export const nounsOf = rememberByText((line: string): readonly string[] => wordsIn(line));

type Measure = "time" | "bytes" | "share" | "rate";

interface Unit {
  readonly measure: Measure;
  readonly factor: number;
}

const UNITS: readonly (readonly [RegExp, Measure, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?|毫秒)$/, "time", 0.001],
  [/^(?:s|secs?|seconds?|秒)$/, "time", 1],
  [/^(?:m|mins?|minutes?|分钟?)$/, "time", 60],
  [/^(?:h|hrs?|hours?|小时)$/, "time", 3_600],
  [/^(?:d|days?|天)$/, "time", 86_400],
  [/^(?:bytes?|b|字节)$/, "bytes", 1],
  [/^(?:kb|kib|ki)$/, "bytes", 1_024],
  [/^(?:mb|mib|mi)$/, "bytes", 1_048_576],
  [/^(?:g|gb|gib|gi)$/, "bytes", 1_073_741_824],
  [/^(?:%|percent|pct)$/, "share", 0.01],
];

function unitOf(word: string): Unit | undefined {
  const found = UNITS.find(([form]) => form.test(word.toLowerCase()));
  return found === undefined ? undefined : { measure: found[1], factor: found[2] };
}

function rateOf(word: string): Unit | undefined {
  const unit = unitOf(word);
  return unit === undefined ? undefined : { measure: "rate", factor: 1 / unit.factor };
}

/** The seconds of "0m2.918s" are a number of their own. */
const NUMBER = joinPattern(
  [
    String.raw`(?<![^\Wm]|[.#]|(?<!\b0)m|\w:|[\w$]-|\d\/)v?(\d+(?:[,_]\d{3})*(?:\.\d+)*)`,
    String.raw`([a-zA-Z%]{1,2}(?!\w))?(?!\w|[:/-]\d)`,
  ],
  "g",
);
const UNIT_BEHIND = joinPattern(
  [
    String.raw`^[LlFfUu]?\s?(?:-\s?)?(?:\*\s*|\)?\.)?(?:\w+\.)?(ms|msecs?|millis|milliseconds?|s|secs?|seconds?|m|`,
    String.raw`mins?|minutes?|h|hrs?|hours?|d|days?|bytes?|kb|mb|gb|kib|mib|gib|%|percent|`,
    String.raw`毫秒|秒|分钟?|小时|天|字节)(?!\w)`,
  ],
  "i",
);
/** `TIMEOUT_MS = 500`, `ofMinutes(30)`, `from_millis(5)`. */
const UNIT_BEFORE = joinPattern([
  String.raw`(?:[a-z](?=[A-Z])|_|\b|[Ff]rom_|as_|of(?=[A-Z]))([Mm]s|MS|[Mm]illis|MILLIS|[Mm]illiseconds|[Ss]ecs?|`,
  String.raw`SECS?|[Ss]econds?|SECONDS?|[Mm]inutes?|MINUTES?|MINS|[Hh]ours?|HOURS?|[Dd]ays?|DAYS?|[Bb]ytes|BYTES|`,
  String.raw`KB|MB|[Pp]ct|PCT|[Pp]ercent|PERCENT)["'\x60]?\)?\s*(?::\s*[\w<>]+\s*)?(?:=>|=|:|\()\s*["'\x60(]*$`,
]);
/** "20 requests/sec", "5 per minute". */
const RATE = joinPattern(
  [
    String.raw`^\s?(?:(?:[A-Za-z]+|[一-鿿]{1,3})\s?)?(?:\/|per\s)(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|`,
    String.raw`d|days?|秒|分钟?|小时|天)(?!\w)`,
  ],
  "i",
);
/** "Requests/sec: 586". */
const RATE_BEFORE = /(?:\/|\bper\s)(s|secs?|seconds?|mins?|minutes?|hours?)\s*[:=]\s*$/i;

const BEFORE_CHARS = 60;
const BEHIND_CHARS = 32;

export const slotsOf = rememberByText((text: string): readonly Slot[] => {
  const found = [...text.matchAll(NUMBER)];
  const slots = found.map((match, at): Slot => {
    const end = match.index + match[0].length;
    const last = found[at - 1];
    const from = Math.max(last === undefined ? 0 : last.index + last[0].length, match.index - BEFORE_CHARS);
    const whole = text.slice(from, match.index).replace(TYPED, " = ");
    const before = last === undefined ? whole : whole.replace(COUNTED, "");
    const after = text.slice(end, Math.min(found[at + 1]?.index ?? text.length, end + BEHIND_CHARS));
    const times = TIMES.exec(`${match[2] ?? ""}${after}`)?.[1] ?? "";
    const behind = times.length > (match[2]?.length ?? 0) ? after.slice(after.indexOf(times) + times.length) : after;
    const unit =
      rateOf(RATE.exec(behind)?.[1] ?? "") ??
      unitOf(match[2] ?? "") ??
      rateOf(RATE_BEFORE.exec(before)?.[1] ?? "") ??
      unitOf(UNIT_BEHIND.exec(behind)?.[1] ?? "") ??
      unitOf(UNIT_BEFORE.exec(before)?.[1] ?? "");
    const value = (match[1] ?? "").replaceAll(/[,_]/g, "");
    const name = NAME.exec(before)?.[1] ?? "";
    return {
      value,
      index: match.index,
      end: end + (match[2] !== undefined ? 0 : (UNIT_BEHIND.exec(behind)?.[0].length ?? 0)),
      shape: /\..*\./.test(value) ? "version" : "amount",
      measure: unit?.measure,
      factor: unit?.factor ?? MULTIPLIERS.find(([word]) => word === times.toLowerCase())?.[1] ?? 1,
      name: name.toLowerCase(),
      isArgument: /\w\($/.test(before),
      key: PATH.test(name) || LOOP.test(whole) ? [] : wordsIn(keyIn(before)).filter((word) => !UNIT_WORDS.has(word)),
      noun: unit === undefined ? wordsIn(nounIn(behind)) : [],
    };
  });
  // "3 of 9 tests": both count tests.
  return slots.map((slot, at) => {
    const next = slots[at + 1];
    return next !== undefined && /^ (?:out )?of (?:the )?$/.test(text.slice(slot.end, next.index))
      ? { ...slot, noun: next.noun }
      : slot;
  });
});

/** `DEPTH: usize = 4`: the type is no name of the value. */
const TYPED = /:\s*[\w<>[\]]{1,30}\s*=\s*$/;
/** Where a loop starts, it does not stay. */
const LOOP = /\bfor\s*\(?[^;]{0,40}$/;
const TIMES = /^\s?(k|万|千|百万|亿|thousand|million)(?![a-z])/i;
const MULTIPLIERS = [
  ["k", 1_000],
  ["千", 1_000],
  ["thousand", 1_000],
  ["万", 10_000],
  ["百万", 1_000_000],
  ["million", 1_000_000],
  ["亿", 100_000_000],
] as const;
/** What the number before it counts: "3 problems (". */
const COUNTED = /^\s?[\p{L}%][^,;，；、(（|=:]*/u;
const NAME = /([\p{L}_$][\w$./-]*)(?:[^\p{L}\d,;+*/%<>-]|=>|->)*$/u;
const PATH = /\/|\.[a-z]{1,5}$/i;
/** Nothing that calculates or compares may stand between a name and its value. */
const KEY = /(?:[\p{L}_$][\w$.()-]*\s+)?[\p{L}_$][\w$.()-]*(?:[^\p{L}\d,;+*/%<>-]|=>|->)*$/u;
/** "另外阈值改成 15": Chinese words run together, and the value belongs to what comes before the verb. */
const CHINESE_KEY = /([一-鿿]{2,12})[“"「`：:\s]{0,3}$/;
const AROUND_KEY = joinPattern(
  [
    "^(?:另外|同时|然后|现在|目前|当前|并且|请|把|将|并|再|让|给|的)+|",
    "(?:[从由]|[是有]|(?:最终|现在|目前|统一|已经?|都)?[改调设换定提降升加减放]?[低高大小宽]?[成为到至]了?|改[用走]|[了的])$",
  ],
  "g",
);
const keyIn = (before: string): string =>
  CHINESE_KEY.exec(before)?.[1]?.replace(AROUND_KEY, "") ?? KEY.exec(before)?.[0] ?? "";
const NOUN = /^["'`]?\s*(?:个|条|处|项|次|张|名|位|台|行|份|例)?\s*([一-鿿]{1,6}|(?:[A-Za-z][\w-]*(?:\(s\))?\s*){1,3})/;
/** Words behind which nothing is counted any more. */
const ENDS = joinPattern(
  [
    String.raw`(?<![\w-])(?:in|on|at|of|to|by|for|per|and|or|but|is|are|was|were|with|from|as|than|the|a|an|`,
    String.raw`that|which|now|has|had|have|so|if|when|while|using|`,
    "against|behind|before|after|under|over|between|through|within|without|since|until|where|",
    String.raw`just|only|again)(?![\w-]).*$`,
  ],
  "is",
);

const nounIn = (behind: string): string =>
  (NOUN.exec(behind)?.[1] ?? "")
    .replace(/^to (?=[a-z])/, "")
    .replace(ENDS, "")
    .replace(/(?<=[一-鿿])[没都已还被未在的是全需了和与或并将也才仍].*$/, "");

/** A unit in a name says how its value is written, not what it is of. */
const UNIT_WORDS = new Set(["=millisecond", "=second", "=minute", "=hour", "=day", "ms", "mil"]);
const GENERIC = new Set(
  [
    "=count =number =variable const let val var def int static final public private float long doubl retur valu",
    "=assert =expect equal number now",
  ].flatMap((words) => words.split(" ")),
);

function wordsIn(text: string): readonly string[] {
  const { words, pairs } = conceptsOf(text);
  const kinds = KINDS.flatMap(([kind, form]) => (form.test(text) ? [kind] : []));
  return [...[...words, ...pairs].filter((word) => !GENERIC.has(word)), ...kinds];
}

/** However a tool calls what it finds fault with, and what a search finds. */
export const FINDING = "=finding";
const KINDS: readonly (readonly [string, RegExp])[] = [
  ["=fail", /\bfail|失败|挂/i],
  [
    FINDING,
    joinPattern(
      [
        String.raw`\b(?:errors?|warnings?|problems?|issues?|offen[cs]es?|violations?|findings?)\b|`,
        "问题|错误|警告|违规|报错",
      ],
      "i",
    ),
  ],
  [
    "=found",
    joinPattern(
      [
        String.raw`\b(?:match(?:es)?|hits?|occurrences?|places?|spots?|usages?|uses|times|references?|results?|`,
        String.raw`calls?)\b|匹配|命中|出现|结果|地方|引用`,
      ],
      "i",
    ),
  ],
];
