import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../base/time";

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  sec: SECOND_MS,
  second: SECOND_MS,
  秒: SECOND_MS,
  m: MINUTE_MS,
  min: MINUTE_MS,
  minute: MINUTE_MS,
  分钟: MINUTE_MS,
  h: HOUR_MS,
  hour: HOUR_MS,
  小时: HOUR_MS,
};
const REQUEST =
  /(?:(?:try again|retry|resets?) (?:in|after)|retrydelay"?: ?"?|wait|available (?:again )?in|请在?|等待) ?/;
/** A field that has its unit in its name: `"resets_in_seconds": 7200`. */
const FIELD = /\b(?:resets?|retry)_?(?:in|after)_?(ms|milliseconds|seconds|minutes)"?[ :=]{1,3}"?(\d+(?:\.\d+)?)/;
const DURATION =
  /((?:\d+(?:\.\d+)? ?(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|[smh]\b|[smh](?=\d)|秒|分钟|小时) ?)+)/;
const WAIT = new RegExp(REQUEST.source + DURATION.source);

/** How long a provider asks to wait. */
export function statedWaitMs(text: string): number | undefined {
  const [, unit = "", amount = ""] = FIELD.exec(text) ?? [];
  const stated = amount === "" ? WAIT.exec(text)?.[1] : `${amount} ${unit}`;
  if (stated === undefined) return undefined;
  const parts = [...stated.matchAll(/(\d+(?:\.\d+)?) ?(ms|milliseconds?|[a-z]+|秒|分钟|小时)/g)];
  const total = parts.reduce(
    (sum, [, amount, unit = ""]) =>
      sum + Number(amount) * (unit.startsWith("mil") ? 1 : (UNIT_MS[unit] ?? UNIT_MS[unit.replace(/s$/, "")] ?? 0)),
    0,
  );
  return total > 0 ? Math.ceil(total) : undefined;
}
