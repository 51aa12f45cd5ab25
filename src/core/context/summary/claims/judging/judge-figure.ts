import { sentence } from "../../../../base/sentence";
import type { Judgment, NumberClaim } from "../claim";
import { isRounded, isSmall, isVersionPart } from "../language/rounding";
import { durationsOf, secondsPer } from "../record/durations";
import type { Figures } from "../record/figures";
import { figuresOf } from "../record/figures";
import type { WorkRecord } from "../record/record";

/** A number that no message states, in any spelling or unit, and that nothing on record adds up to, is made up. */
export function judgeFigure(record: WorkRecord, claim: NumberClaim): Judgment {
  const { value } = claim;
  if (isTimeUnstated(record, claim))
    return { verdict: "contradicted", fact: sentence("no message on record states {value}", { value }) };
  if ((isSmall(value) && claim.scale === undefined) || isOnRecord(figuresOf(record), claim))
    return { verdict: "silent" };
  return { verdict: "contradicted", fact: sentence("no message on record states {value}", { value }) };
}

/** A length of time that no message states, in any unit. */
function isTimeUnstated(record: WorkRecord, { value, scale, precision, manner }: NumberClaim): boolean {
  const unit = scale === undefined ? undefined : secondsPer(scale);
  const amount = Number(value);
  if (unit === undefined || manner !== "list" || Number.isNaN(amount) || amount < LEAST_TIME) return false;
  const claimed = amount * unit;
  // Code may state it without a unit.
  if (amount >= LEAST_BARE && figuresOf(record).stated.has(value)) return false;
  for (const stated of durationsOf(record)) {
    if (isRounded(stated / unit, amount, { value, precision })) return false;
    // 26m48s may be told as 27 minutes, or as over 26.
    if (Math.abs(stated - claimed) < unit && unit > 1) return false;
  }
  return true;
}

const LEAST_BARE = 100;
/** One or two of a unit are also told in other words. */
const LEAST_TIME = 3;

function isOnRecord({ stated, derived, amounts }: Figures, { value, scale, precision }: NumberClaim): boolean {
  if (stated.has(value) || stated.has(value.replace(/^-/, ""))) return true;
  const amount = Math.abs(Number(value));
  // 124 may stand for 124.0.6367, but 2 is no part of 2.5.
  const isPart = (one: string) => isVersionPart(one, value) && (value.includes(".") || /\..*\./.test(one));
  for (const one of stated) if (isPart(one)) return true;
  if (Number.isNaN(amount)) return false;
  // 2 MB less 1.8 MB; without a unit a fraction is a difference of something by chance.
  if ((scale === undefined) === Number.isInteger(amount) && derived.has(amount)) return true;
  return factorsOf(scale).some((factor) => hasRounded(amounts, amount * factor, { value, precision }));
}

/** What a unit may be written as instead: seconds as milliseconds or minutes, percent as a share. */
export function factorsOf(scale: string | undefined): readonly number[] {
  if (scale === undefined) return [1];
  if (/^(?:ms|millis|毫秒)/.test(scale)) return [1, 0.001];
  if (/^(?:s|sec\w*|秒)$/.test(scale)) return [1, 1_000, 1 / 60];
  if (/^(?:m|min\w*|分钟)$/.test(scale)) return [1, 60, 60_000, 1 / 60];
  if (/^(?:h|hours?|小时)$/.test(scale)) return [1, 60, 3_600, 3_600_000];
  if (/^(?:days?|天)$/.test(scale)) return [1, 24, 86_400, 86_400_000];
  if (scale === "%" || scale === "percent") return [1, 0.01];
  if (scale === "k" || scale === "千") return [1, 1_000, 1_024];
  if (scale === "万") return [1, 10_000];
  if (scale === "百万") return [1, 1_000_000];
  return [1, 1_000, 1_024, 0.001, 1 / 1_024, 1_000_000, 1_048_576];
}

/** Whether a sorted list has a number that the claimed one may stand for. */
function hasRounded(
  sorted: readonly number[],
  claimed: number,
  stated: Pick<NumberClaim, "value" | "precision">,
): boolean {
  let [low, high] = [0, sorted.length];
  const least = claimed * (1 - WIDEST_SHARE) - WIDEST_STEP;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < sorted.length; at++) {
    const one = sorted[at] ?? 0;
    if (one > claimed * (1 + WIDEST_SHARE) + WIDEST_STEP) return false;
    if (isRounded(one, claimed, stated)) return true;
  }
  return false;
}

const WIDEST_SHARE = 0.1;
const WIDEST_STEP = 0.5;
