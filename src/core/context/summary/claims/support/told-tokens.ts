import { joinPattern, rememberByText } from "../../../../base/text";
import { simplified, withDigits } from "../language/plain-words";
import { findPaths } from "../reading/found-paths";

/** A number as a sentence tells it, with everything that it may stand for in other units. */
export interface ToldNumber {
  readonly value: string;
  /** How much one unit of it is in the units that an output may print instead. */
  readonly factors: readonly number[];
  readonly precision: "exact" | "about";
}

/** What tells one sentence from another: a false one differs from a true one in just such a token. */
export interface ToldTokens {
  readonly numbers: readonly ToldNumber[];
  /** Names of code, files, quoted pieces and options, in the form of `plainName`. */
  readonly names: readonly string[];
}

/** Names are told with and without the signs of their language. */
export const plainName = (text: string): string => text.toLowerCase().replace(/[-_@"'`\s\\]/g, "");

export const toldTokens = rememberByText((sentence: string): ToldTokens => {
  const text = withDigits(simplified(sentence))
    .replace(/\[tools?:[^\]]*\]/gi, " ")
    // The verb of a numbered action is no name, however loud it is written.
    .replace(/^[^\w一-鿿]*(?:\d{1,3}[.)、]\s*)?(?:[A-Z]{2,}\s+){1,3}(?=\S)/, " ");
  const paths = findPaths(text);
  const bare = paths.reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    text,
  );
  const isChinese = /[一-鿿]/.test(text);
  const names = [
    ...paths.map(({ path }) => path.split(/[/\\]/).at(-1) ?? path),
    ...[...bare.matchAll(QUOTED)].map(([, inner = ""]) => inner),
    ...[...bare.replace(QUOTED, " ").matchAll(SPELLED)].map(([name]) => name),
    ...(isChinese ? [...bare.replace(QUOTED, " ").matchAll(LATIN)].map(([word]) => word) : []),
  ];
  return { numbers: numbersIn(bare), names: [...new Set(names.map(plainName))].filter((name) => name.length > 1) };
});

const QUOTED = /[`"“「『]([^`"”」』\n]{2,80})[`"”」』]/g;
/** Spelled as no language spells its words. */
const SPELLED = joinPattern(
  [
    String.raw`(?<!\w)(?:-{1,2}[A-Za-z][\w-]*|[A-Za-z]\w*(?:[_.:/#-]+\w*[A-Za-z]\w*)*[_./#][\w./]*\w|`,
    String.raw`[A-Za-z]+(?:-[A-Za-z\d]+)+|[a-z\d]+(?:[A-Z][a-z\d]*)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+|`,
    String.raw`[A-Z][A-Z\d_]+|(?=[a-z\d]*\d)(?=[a-z\d]*[a-z])[a-z\d]{5,})(?!\w)`,
  ],
  "g",
);
const LATIN = /(?<![\w./-])[A-Za-z]{3,}(?![\w/-]|\.\w)/g;

const NUMBER = joinPattern(
  [
    String.raw`(?<![\w.])v?(\d+(?:[,_]\d{3})*(?:\.\d+)*)\s?(µs|us|ns|ms|毫秒|秒|分钟|小时|天|s|secs?|seconds?|`,
    String.raw`min(?:ute)?s?|m|h|hours?|days?|kb|mb|gb|kib|mib|gib|k|万|千|百万|亿|million|thousand|%|percent)?(?!\w)`,
  ],
  "gi",
);
const ABOUT = joinPattern(
  [
    String.raw`(?:[~≈约近]|\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|over|more than|under|`,
    String.raw`less than|some|circa|close to|just (?:over|under))|大概|大约|超过|不到|将近|接近)\s*$`,
  ],
  "i",
);
const ABOUT_BEHIND = /^\s*(?:\+|多|余|左右|or so|-?ish)/;

const numbersIn = (text: string): readonly ToldNumber[] =>
  [...text.matchAll(NUMBER)].map((match) => {
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    return {
      value: (match[1] ?? "").replaceAll(/[,_]/g, ""),
      factors: factorsOf((match[2] ?? "").toLowerCase()),
      precision: ABOUT.test(before) || ABOUT_BEHIND.test(after) ? ("about" as const) : ("exact" as const),
    };
  });

function factorsOf(unit: string): readonly number[] {
  if (unit === "") return [1];
  if (unit === "万") return [10_000, 1];
  if (unit === "千" || unit === "thousand") return [1_000, 1];
  if (unit === "百万" || unit === "million") return [1_000_000, 1];
  if (unit === "亿") return [100_000_000, 1];
  if (unit === "%" || unit === "percent") return [1, 0.01];
  if (/^(?:m|min.*|分钟)$/.test(unit)) return [1, 60, 60_000];
  if (/^(?:h|hours?|小时)$/.test(unit)) return [1, 60, 3_600];
  if (/^(?:d|days?|天)$/.test(unit)) return [1, 24, 86_400];
  return [1, 1_000, 1_024, 0.001, 1 / 1_024, 1_000_000, 1_048_576, 60];
}
