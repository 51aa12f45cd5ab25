import { joinPattern, rememberByText } from "../../../../base/text";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "./record";
import { passagesOf } from "./record";

/** Seconds in a unit of time, by how it is written; undefined for any other word. */
export const secondsPer = (unit: string): number | undefined => UNITS.find(([form]) => form.test(unit))?.[1];

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|millis\w*|毫秒)$/i, 0.001],
  [/^(?:s|secs?|seconds?|秒)$/i, 1],
  [/^(?:m|mins?|minutes?|分钟?)$/i, 60],
  [/^(?:h|hrs?|hours?|小时)$/i, 3_600],
  [/^(?:d|days?|天)$/i, 86_400],
];

const known = new WeakMap<WorkRecord, ReadonlySet<number>>();

/** Every length of time that a record states, in seconds: with a unit, or as a number beside a word for time. */
export function durationsOf(record: WorkRecord): ReadonlySet<number> {
  const durations =
    known.get(record) ??
    new Set([
      ...passagesOf(record).flatMap(({ message, text }) =>
        message.role === "tool" ? durationsIn(text) : durationsInProse(text),
      ),
      ...durationsInProse(record.earlier),
    ]);
  known.set(record, durations);
  return durations;
}

const STATED = joinPattern(
  [
    String.raw`(?<![\w.])(\d+(?:[,_]\d{3})*(?:\.\d+)?)[\s-]?(ms|millis\w*|s|secs?|seconds?|m|`,
    String.raw`mins?|minutes?|h|hrs?|hours?|d|days?|毫秒|秒|分钟?|小时|天)(?![a-z])`,
  ],
  "gi",
);
const COMBINED = /(?<![\w.:])(?:(\d+)h ?)?(\d+)m ?(\d+(?:\.\d+)?)s\b/g;
const CLOCK = /(?<![\w.:])(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)(?![\w:])/g;
/** Code states times without their units. */
const TIMED = joinPattern(
  [
    String.raw`(?:time|timeout|ttl|interval|delay|expir|duration|retention|period|max-?_?age|wait|sleep|`,
    String.raw`backoff|elapsed|`,
    String.raw`latency|real|user|cooldown|window|deadline|grace|hour|minute|second|day)\w*["'\x60]?[^\d\n]{0,12}`,
    String.raw`(\d+(?:_\d{3})*(?:\.\d+)?)`,
  ],
  "gi",
);
const LONGEST_CHARS = 200_000;

/** People and models write numbers in words. */
const durationsInProse = (text: string): readonly number[] =>
  durationsIn(withDigits(simplified(text.slice(0, LONGEST_CHARS))));

const durationsIn = rememberByText((whole: string): readonly number[] => {
  const text = whole.slice(0, LONGEST_CHARS);
  const amount = (digits = "0") => Number(digits.replaceAll(/[,_]/g, ""));
  return [
    ...[...text.matchAll(STATED)].map(([, value, unit = ""]) => amount(value) * (secondsPer(unit) ?? 1)),
    ...[...text.matchAll(COMBINED), ...text.matchAll(CLOCK)].map(
      ([, hours, minutes, seconds]) => 3_600 * amount(hours) + 60 * amount(minutes) + amount(seconds),
    ),
    ...[...text.matchAll(TIMED)].flatMap(([, value]) => UNITS.map(([, seconds]) => amount(value) * seconds)),
  ];
});
