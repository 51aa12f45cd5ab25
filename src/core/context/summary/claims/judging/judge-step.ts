import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import type { Judgment, NumberClaim } from "../claim";
import { isRounded } from "../language/rounding";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";

/**
 * How far something went: "from 41 to 7", "12x". Where one of the numbers stands in a series of measures, the same unit
 * in the outputs of several runs, the other must be of it too.
 */
export function judgeStep(record: WorkRecord, claim: NumberClaim): Judgment {
  if (claim.manner !== "list") return SILENT;
  const from = fromOf(claim);
  const known = seriesWith(record, from ?? claim.value);
  const ratio = RATIO.exec(claim.clause)?.[1];
  if (known === undefined) return SILENT;
  if (from !== undefined && !known.values.some(({ value }) => isNear(value, claim))) return refuted(known);
  if (ratio === undefined) return SILENT;
  const base = Number(claim.value);
  const told = { ...claim, value: ratio, precision: "about" as const };
  return known.values.some(({ value }) => isNear(base / value, told) || isNear(value / base, told))
    ? SILENT
    : refuted(known);
}

const SILENT: Judgment = { verdict: "silent" };
const RATIO = /(?<![\w.])(\d+(?:\.\d+)?)\s?(?:x|×|-?fold|times|倍)(?!\w)/i;
const isNear = (stated: number, { value, precision }: Pick<NumberClaim, "value" | "precision">): boolean =>
  isRounded(stated, Number(value), { value, precision }) || Math.abs(stated - Number(value)) <= CLOSE * stated;
const CLOSE = 0.07;

const FROM = joinPattern(
  [
    String.raw`(?:\bfrom|从|由)\s*["'\x60]?(\d[\d,]*(?:\.\d+)?)[^\d]{0,24}?(?:\bto|→|->|到|至|为|成)\s*`,
    String.raw`(?:about |around |roughly |some |just |only |约|大约)?["'\x60]?$`,
  ],
  "i",
);

/** What it went from, where the number says what it went to. */
const fromOf = ({ clause, at }: NumberClaim): string | undefined =>
  FROM.exec(clause.slice(0, at))?.[1]?.replaceAll(",", "");

interface Series {
  readonly unit: string;
  readonly values: readonly { readonly value: number; readonly line: string; readonly messageId: MessageId }[];
}

const known = new WeakMap<WorkRecord, readonly Series[]>();
const MEASURE = /(?<![\w.:/-])(\d[\d,]*(?:\.\d+)?)\s?([A-Za-z]+\/[A-Za-z]+|[A-Za-z]{4,})(?![\w/])/g;
/** Two digits stand in an output by chance. */
const LEAST_DIGITS = 2;

/** The one series that has the number; a number of several says nothing. */
function seriesWith(record: WorkRecord, told: string): Series | undefined {
  if (told.replace(/\D/g, "").length < LEAST_DIGITS) return undefined;
  const found = seriesOf(record).filter(({ values }) => values.some(({ value }) => value === Number(told)));
  return found.length === 1 ? found[0] : undefined;
}

/** The number was measured, and is no setting that a change wrote. */
export const isMeasured = (record: WorkRecord, told: string): boolean =>
  seriesOf(record).some(({ values }) => values.some(({ value }) => value === Number(told)));

function seriesOf(record: WorkRecord): readonly Series[] {
  const read = known.get(record) ?? readSeries(record);
  known.set(record, read);
  return read;
}

/** Units that the outputs of several runs of one program state, mostly those of benchmarks. */
function readSeries(record: WorkRecord): readonly Series[] {
  const byUnit = new Map<string, Series["values"]>();
  for (const { command, messageId } of record.deeds) {
    if (command === undefined) continue;
    for (const line of textOfResult(record, messageId).split("\n").slice(0, MOST_LINES))
      for (const [, number = "", unit = ""] of line.matchAll(MEASURE)) {
        const value = Number(number.replaceAll(",", ""));
        byUnit.set(unit, [...(byUnit.get(unit) ?? []), { value, line: line.trim(), messageId }]);
      }
  }
  return [...byUnit]
    .filter(([unit, values]) => unit.includes("/") && new Set(values.map(({ messageId }) => messageId)).size > 1)
    .map(([unit, values]) => ({ unit, values }));
}

const MOST_LINES = 200;

function refuted({ values }: Series): Judgment {
  const last = values.at(-1);
  return last === undefined
    ? SILENT
    : {
        verdict: "contradicted",
        fact: sentence("the record says: {line}", { line: last.line.replace(/\s+/g, " ") }),
        messageId: last.messageId,
      };
}
