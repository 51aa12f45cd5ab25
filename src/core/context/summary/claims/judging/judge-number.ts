import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import type { Message } from "../../../../conversation/message";
import { identifiersIn } from "../../../../conversation/text/identifiers";
import type { Judgment, NumberClaim } from "../claim";
import type { WorkRecord } from "../record/record";
import { passagesOf } from "../record/record";

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

/** A value is wrong where the record states the same key on one line, always with another value. */
export function judgeNumber(record: WorkRecord, claim: NumberClaim): Judgment {
  const { key, value, form } = claim;
  const recorded = valuesOf(record, claim);
  const stated = form === "count" ? [...recorded, ...valuesOf(record, { ...claim, form: "key" })] : recorded;
  const same = stated.findLast((one) => isSameValue(one.value, value));
  if (same !== undefined) return { verdict: "backed", messageId: same.messageId };
  const last = recorded.at(-1);
  if (form === "count" && isCountedElsewhere(record, claim, recorded)) return { verdict: "silent" };
  if (form === "key" && isWritten(record, value)) return { verdict: "silent" };
  if (last === undefined || new Set(recorded.map((one) => one.value)).size > MOST_VALUES) return { verdict: "silent" };
  return {
    verdict: "contradicted",
    fact:
      form === "key"
        ? sentence("{key} is {value} on record", { key, value: last.value })
        : sentence("the record counts {value} {key}", { key, value: last.value }),
    messageId: last.messageId,
  };
}

/** A patch replaces a value without repeating its name. */
const isWritten = (record: WorkRecord, value: string): boolean =>
  record.deeds.some(
    ({ files, given, outcome }) =>
      outcome === "success" &&
      files.some(({ operation }) => operation === "written") &&
      new RegExp(`(?<![\\w.])${value.replace(/[.]/g, "\\.")}(?![\\w.])`).test(given),
  );

/** The same search ran more than once and one of its results states no count: the summary may have counted that one. */
function isCountedElsewhere(record: WorkRecord, { about }: NumberClaim, recorded: readonly Recorded[]): boolean {
  const isAbout = subjectTest(record, about);
  const stated = new Set(recorded.map(({ messageId }) => messageId));
  const results = passagesOf(record).flatMap(({ message }) => (message.role === "tool" ? [message] : []));
  const tools = new Set(results.filter(({ id }) => stated.has(id)).map(({ toolName }) => toolName));
  return results.some((message) => tools.has(message.toolName) && !stated.has(message.id) && isAbout(message, ""));
}

function valuesOf(record: WorkRecord, claim: NumberClaim): readonly Recorded[] {
  const name = COUNTS.test(claim.key) ? singular(claim.key.toLowerCase()) : claim.key.toLowerCase();
  const pattern = patternFor(name, claim.form);
  const isAbout = claim.form === "key" ? () => true : subjectTest(record, claim.about);
  return passagesOf(record).flatMap(({ message, text }) => {
    if (!text.toLowerCase().includes(name)) return [];
    return text
      .split("\n")
      .map((line) => line.replace(NUMBERED_LINE, ""))
      .filter((line) => line.length <= LINE_CHARS)
      .flatMap((line) => [...line.matchAll(pattern)].filter(() => isAbout(message, line)))
      .map((match) => ({ value: (match[1] ?? "").replaceAll(/[,_]/g, ""), messageId: message.id }));
  });
}

function patternFor(name: string, form: NumberClaim["form"]): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return form === "key"
    ? new RegExp(
        [
          `(?<![\\w.-])${escaped}(?:s|es|y|ies)?["'\`*)\\]]*\\s{0,3}`,
          "(?::\\s*[\\w<>]{1,30}\\s*=|=|:|：|\\bis(?: now| set to)?|\\bwas|\\bto|\\bof|\\bat|\\bset to|",
          "设为|設為|改为|改為|为|為|是)?",
          `\\s{0,3}["'\`*]*(?:\\bv)?(-?\\d[\\d,_]*(?:\\.\\d+)*)`,
        ].join(""),
        "giu",
      )
    : new RegExp(
        `(?<![\\w.:-])(\\d[\\d,_]*(?:\\.\\d+)?)\\s*(?:个|個|条|條|行|项|項)?\\s*(?:[a-z]+ )?${escaped}`,
        "giu",
      );
}

/**
 * Two searches count differently: the line, or the call that printed it, must have what the sentence quotes or names;
 * where it does neither, a word of it.
 */
function subjectTest(record: WorkRecord, about: string): (message: Message, line: string) => boolean {
  const given = new Map(record.deeds.map((deed) => [deed.messageId, deed.given.toLowerCase()]));
  const subjects = subjectsOf(about.toLowerCase().replace(/\[tools?:[^\]]*\]/g, " "), identifiersIn(about));
  return (message, line) => {
    const words = line.toLowerCase();
    const call = STATES_COUNT.test(words) ? (given.get(message.id) ?? "") : "";
    return subjects.some((word) => hasWord(words, word) || hasWord(call, word));
  };
}

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
  if (recorded === claimed || recorded.startsWith(`${claimed}.`) || claimed.startsWith(`${recorded}.`)) return true;
  const [a, b] = [Number(recorded), Number(claimed)];
  if (Number.isNaN(a) || Number.isNaN(b) || a === 0 || b === 0) return a === b;
  return [1, 60, 100, 1_000, 1_024, 3_600, 60_000, 1_000_000, 1_048_576].some(
    (factor) => near(a, b * factor) || near(b, a * factor),
  );
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.abs(b);
