import { sentence } from "../../../../base/sentence";
import { joinPattern, rememberByText } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import type { Message } from "../../../../conversation/message";
import { identifiersIn } from "../../../../conversation/text/identifiers";
import type { Anchor, CommitClaim, Judgment, NumberClaim } from "../claim";
import { figuresOf } from "../record/figures";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { vocabularyOf } from "../record/vocabulary";
import { judgeCount } from "./judge-count";
import { judgeFigure } from "./judge-figure";
import { judgeStep } from "./judge-step";
import { judgeValue } from "./judge-value";
import { isSmall, isVersionPart } from "./rounding";

/** A name with more values than this means different things in different places. */
const MOST_VALUES = 3;
const LINE_CHARS = 400;

/** `12\tconst limit = 3`: the first number is the line's. */
const NUMBERED_LINE = /^\s*\d+\t/;
/** A word that counts things, as against a name of code. */
const COUNTS = /^[a-z -]+s$/i;

interface Recorded {
  readonly value: string;
  readonly messageId: MessageId;
}

/**
 * A value is wrong where the record states the same thing on one line, always with another value. The first anchor that
 * the record has a number for decides.
 */
export function judgeNumber(record: WorkRecord, claim: NumberClaim): Judgment {
  const figure = judgeFigure(record, claim);
  if (figure.verdict === "contradicted" || claim.manner === "planned") return figure;
  if (isPrintedPair(record, claim)) return { verdict: "silent" };
  const step = judgeStep(record, claim);
  if (step.verdict !== "silent") return step;
  const count = judgeCount(record, claim);
  if (count.verdict !== "silent") return count;
  // 128 is on record because it is true, whatever other numbers stand beside the same words.
  if (significantDigits(claim.value) >= UNMISTAKABLE_DIGITS && figuresOf(record).stated.has(claim.value))
    return { verdict: "silent" };
  const value = judgeValue(record, claim);
  return value.verdict === "silent" ? judgeAnchored(record, claim) : value;
}

/** "422 instead of 201": an output has both on one line, what was expected and what came. */
function isPrintedPair(record: WorkRecord, { clause, value }: NumberClaim): boolean {
  const pair = /(?<![\w.])(\d+) (?:instead of|rather than|而不是|而非) ?(\d+)(?![\w.])/.exec(clause)?.slice(1);
  if (pair === undefined || !pair.includes(value)) return false;
  return passagesOf(record).some(
    ({ message, text }) =>
      message.role === "tool" &&
      text.split("\n").some((line) => pair.every((one) => line.split(/[^\w.]+/).includes(one))),
  );
}

const UNMISTAKABLE_DIGITS = 3;
const significantDigits = (value: string): number => value.replace(/\D/g, "").replace(/^0+|0+$/g, "").length;

function judgeAnchored(record: WorkRecord, claim: NumberClaim): Judgment {
  const { testNames } = vocabularyOf(record);
  for (const anchor of claim.anchors.filter((one) => isLookedUp(one, claim) && !testNames.has(one.word))) {
    const recorded = valuesOf(record, claim, anchor);
    const stated =
      anchor.form === "count" ? [...recorded, ...valuesOf(record, claim, { ...anchor, form: "key" })] : recorded;
    const same = stated.findLast((one) => isSameValue(one.value, claim.value));
    if (same !== undefined) return { verdict: "backed", messageId: same.messageId };
    const last = recorded.at(-1) ?? stated.at(-1);
    if (last === undefined) continue;
    if (SEARCH_COUNT.test(anchor.word) && isCountedElsewhere(record, claim, recorded)) return { verdict: "silent" };
    if (anchor.form !== "count" && isWritten(record, claim.value)) return { verdict: "silent" };
    // A handful of anything is counted by eye: "two controllers use it".
    if (anchor.form === "count" && isSmall(claim.value) && !COUNTED_BY_TOOLS.test(anchor.word))
      return { verdict: "silent" };
    if (new Set(stated.map((one) => one.value)).size > MOST_VALUES) return { verdict: "silent" };
    if (anchor.form === "count" && isCountedSo(record, claim.value, anchor.word)) return { verdict: "silent" };
    return {
      verdict: "contradicted",
      fact:
        anchor.form === "count"
          ? sentence("the record counts {value} {key}", { key: anchor.word, value: last.value })
          : sentence("{key} is {value} on record", { key: anchor.word, value: last.value }),
      messageId: last.messageId,
    };
  }
  return claim.unit === undefined || claim.manner === "prose"
    ? { verdict: "silent" }
    : judgeMeasured(record, claim, claim.unit);
}

/** Where outputs state measures in the same unit, none of them near, the number comes from nowhere. */
function judgeMeasured(record: WorkRecord, { value }: NumberClaim, unit: string): Judgment {
  const form = new RegExp(`(?<![\\w.])(?:\\d+m ?)?(\\d+(?:\\.\\d+)?)\\s?${unit}\\b`, "gi");
  const stated = passagesOf(record).flatMap(({ message, text }) =>
    message.role === "tool" ? [...text.matchAll(form)].map((match) => Number(match[1])) : [],
  );
  if (stated.length === 0 || stated.some((one) => near(one, Number(value)))) return { verdict: "silent" };
  return {
    verdict: "contradicted",
    fact: sentence("no output on record states {value} {unit}", { value, unit }),
  };
}

/** What tools count, whatever they are. */
const COUNTED_BY_TOOLS = joinPattern([
  "^(?:error|warning|vulnerabilit|problem|match|result|occurrence|issue|violation|finding|insertion|deletion|ignored|",
  "skipped|package|row|record|source|file|request|offen|assertion)",
]);

const isLookedUp = ({ word, form }: Anchor, { manner }: NumberClaim): boolean =>
  manner === "list" || form === "name" || (form === "count" ? COUNTED_BY_TOOLS.test(word) : SETTINGS.test(word));

/** Plain words that stand for a setting. */
const SETTINGS = joinPattern([
  "^(?:port|version|timeout|limit|threshold|budget|coverage|retries|attempts|concurrency|workers|ttl|latency|",
  "listen|replicas)",
]);

/** Every commit that was made or looked at stands in some message. */
export const judgeCommit = (record: WorkRecord, { hash }: CommitClaim): Judgment =>
  record.earlier.includes(hash) || passagesOf(record).some(({ text }) => text.includes(hash.slice(0, 7)))
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no message on record names the commit {hash}", { hash }) };

/** Some output counts as many, whatever it is about. */
function isCountedSo(record: WorkRecord, value: string, word: string): boolean {
  const form = new RegExp(`(?<![\\w.:,-])${value}\\s*(?:[a-z]+ )?${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "i");
  return passagesOf(record).some(({ message, text }) => message.role === "tool" && form.test(text));
}

/** A patch replaces a value without repeating its name. */
const isWritten = (record: WorkRecord, value: string): boolean =>
  record.deeds.some(
    ({ files, given, outcome }) =>
      outcome === "success" &&
      files.some(({ operation }) => operation === "written") &&
      new RegExp(`(?<![\\w.])${value.replace(/[.]/g, "\\.")}(?![\\w.])`).test(given),
  );

const SEARCH_COUNT = /^(?:match|result|occurrence)$/;

/** The same search ran more than once and one of its results states no count: the summary may have counted that one. */
function isCountedElsewhere(
  record: WorkRecord,
  { about, manner }: NumberClaim,
  recorded: readonly Recorded[],
): boolean {
  const isAbout = subjectTest(record, about, manner);
  const stated = new Set(recorded.map(({ messageId }) => messageId));
  const results = passagesOf(record).flatMap(({ message }) => (message.role === "tool" ? [message] : []));
  const tools = new Set(results.filter(({ id }) => stated.has(id)).map(({ toolName }) => toolName));
  return results.some((message) => tools.has(message.toolName) && !stated.has(message.id) && isAbout(message, ""));
}

function valuesOf(record: WorkRecord, { about, manner }: NumberClaim, { word, form }: Anchor): readonly Recorded[] {
  const name = (form === "count" && COUNTS.test(word) ? singular(word) : word).toLowerCase();
  const pattern = patternFor(name, form);
  const isAbout = form === "count" ? subjectTest(record, withoutWord(about, word), manner) : () => true;
  const isTold = sourceTest(record, { word, form });
  const isKnownCount = form !== "count" || COUNTED_BY_TOOLS.test(word);
  return passagesOf(record).flatMap(({ message, text }) =>
    !isTold(message)
      ? []
      : numberedLines(text)
          .filter(({ lower }) => lower.includes(name))
          .flatMap(({ line }) =>
            [...line.matchAll(pattern)].filter(
              ({ index }) => isAbout(message, line) && (isKnownCount || isSaidAlike(about, line.slice(0, index))),
            ),
          )
          .map((match) => ({ value: (match[1] ?? match[2] ?? "").replaceAll(/[,_]/g, ""), messageId: message.id })),
  );
}

interface NumberedLine {
  readonly line: string;
  readonly lower: string;
}

/** The lines of a message that can state a value. Every number of a summary is looked up in all of them. */
const numberedLines = rememberByText((text: string): readonly NumberedLine[] =>
  text
    .split("\n")
    .map((raw) => raw.replace(NUMBERED_LINE, ""))
    .filter((line) => line.length <= LINE_CHARS && /\d/.test(line))
    .map((line) => ({ line, lower: line.toLowerCase() })),
);

/** The thing that is counted says nothing about where it was counted. */
const withoutWord = (about: string, word: string): string =>
  about.replace(new RegExp(`${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[a-z]*`, "gi"), " ");

/** Anything may be counted for any reason, unless the same word leads up to the number: "leaked 12 goroutines". */
function isSaidAlike(about: string, before: string): boolean {
  const word = /([a-z]{4,}(?:ed|es|s|t)|[一-鿿]{2})\W*$/i.exec(before)?.[1];
  return word !== undefined && about.toLowerCase().includes(word.toLowerCase());
}

/** What nobody but the program counted stands in the output of a command. */
function sourceTest(record: WorkRecord, { word, form }: Anchor): (message: Message) => boolean {
  if (form !== "count" || COUNTED_BY_TOOLS.test(word)) return () => true;
  const commands = new Set(
    record.deeds.filter(({ command }) => command !== undefined).map(({ messageId }) => messageId),
  );
  return ({ id, role }) => role === "tool" && commands.has(id);
}

const VALUE = "(?:\\bv)?(-?\\d[\\d,_]*(?:\\.\\d+)*)";

function patternFor(name: string, form: Anchor["form"]): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  switch (form) {
    case "name":
      return new RegExp(
        [
          `(?<![\\w.-])${escaped}(?:s|es|y|ies)?["'\`*)\\]]*\\s{0,3}`,
          "(?::\\s*[\\w<>]{1,30}\\s*=|=|:|：|\\bis(?: now| set to)?|\\bwas|\\bto|\\bof|\\bat|\\bset to|",
          "设为|設為|改为|改為|为|為|是|(?<=\\s)\\|(?=\\s))",
          `\\s{0,3}["'\`*]*${VALUE}`,
        ].join(""),
        "giu",
      );
    case "key":
      return joinPattern(
        [
          `(?<![\\w-])${escaped}(?:s|es)?(?:\\/\\w+)?["'\`]?(?:\\s\\w+)?\\s{0,3}[=:]\\s{0,3}["'\`]?[~^<>=]*`,
          `${VALUE}\\w{0,4}["'\`]?\\s*(?:[},;)\\]|#/]|$)|^\\s*${escaped}s?\\s+(\\d[\\d.]*)\\s*$`,
        ],
        "giu",
      );
    case "count":
      return new RegExp(
        `(?<![\\w.:-])(\\d[\\d,_]*(?:\\.\\d+)?)\\s*(?:个|個|条|條|行|项|項)?\\s*(?:[a-z]+ )?${escaped}`,
        "giu",
      );
  }
}

/**
 * Two searches count differently: the line, or the call that printed it, must have what the sentence quotes or names;
 * where it does neither, a word of it.
 */
function subjectTest(
  record: WorkRecord,
  about: string,
  manner: NumberClaim["manner"],
): (message: Message, line: string) => boolean {
  const given = new Map(record.deeds.map((deed) => [deed.messageId, deed.given.toLowerCase()]));
  const { programs } = vocabularyOf(record);
  const named = [
    ...identifiersIn(about),
    ...(about.toLowerCase().match(/[a-z][\w-]+/g) ?? []).filter((word) => programs.has(word)),
  ];
  const all = subjectsOf(about.toLowerCase().replace(/\[tools?:[^\]]*\]/g, " "), named);
  // In prose a plain word ties a number to nothing.
  const isTied = manner === "list" || named.length > 0 || /["`“「]/.test(about);
  const subjects = isTied ? all : [];
  return (message, line) => {
    const words = line.toLowerCase();
    const call = STATES_COUNT.test(words) ? (given.get(message.id) ?? "") : "";
    const whole = STATES_COUNT.test(words) ? shortText(record, message.id) : "";
    if (subjects.length === 0) return manner === "list" && (STATES_COUNT.test(words) || LISTS_COUNTS.test(words));
    return subjects.some((word) => hasWord(words, word) || hasWord(call, word) || hasWord(whole, word));
  };
}

/** "31 passed; 0 failed; 2 ignored". */
const LISTS_COUNTS = /\b\d+ [a-z]+[;,|]\s*\d+ [a-z]+/;

/** A short output is about one thing. */
const SHORT_CHARS = 600;
const shortText = (record: WorkRecord, id: MessageId): string => {
  const text = textOfResult(record, id);
  return text.length <= SHORT_CHARS ? text.toLowerCase() : "";
};

/** An output that counts says so at the beginning of a line; further in, a number may be part of anything. */
const STATES_COUNT = joinPattern([
  String.raw`^\W*(?:(?:found|total|showing|reported|printed|there (?:are|were))\W+)?\d|\b(?:errors?|`,
  String.raw`warnings?|problems?|vulnerabilit\w+)\b|^$`,
]);

/** Short words stand alone; "cli" is no part of "click". */
const hasWord = (text: string, word: string): boolean =>
  word.length < STEM_CHARS
    ? new RegExp(`(?<![\\w])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w])`).test(text)
    : text.includes(word);

function subjectsOf(about: string, names: readonly string[]): readonly string[] {
  const quoted = [...about.matchAll(/["`“「]([^"`”」]{2,200})["`”」]/g)].map(([, words = ""]) => words);
  if (quoted.length > 0) return quoted;
  if (names.length > 0) return names.map((name) => name.toLowerCase());
  return [...about.matchAll(/[a-z][a-z\d_]{2,}|[一-鿿]{2}/g)]
    .map(([word]) => word.slice(0, STEM_CHARS))
    .filter((word) => !COMMON.has(word));
}

/** Enough to tell a word by; "linter" and "lint" are the same thing. */
const STEM_CHARS = 4;
const COMMON = new Set(
  [
    "the and for was are has its all any not now per via with from that this were have been file ",
    "line outp char done term runs prin repo show foun coun ther",
  ]
    .join("")
    .split(" "),
);

const singular = (word: string): string => word.replace(/(?:ies|es|s|y)$/, "");

/** 30 seconds are 30000 milliseconds, 0.85 is 85 %, and 1.4 stands for 1.4.2. */
function isSameValue(recorded: string, claimed: string): boolean {
  if (recorded === claimed || isVersionPart(recorded, claimed)) return true;
  const [a, b] = [Number(recorded), Number(claimed)];
  if (Number.isNaN(a) || Number.isNaN(b) || a === 0 || b === 0) return a === b;
  if (a === b) return true;
  // A rounded number stands for what is near it.
  if (/00$/.test(claimed) && near(a, b)) return true;
  return [60, 100, 1_000, 1_024, 3_600, 60_000, 1_000_000, 1_048_576].some(
    (factor) => near(a, b * factor) || near(b, a * factor),
  );
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.abs(b);
