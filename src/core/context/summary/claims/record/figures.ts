import { rememberByText } from "../../../../base/text";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "./record";
import { passagesOf, textOfResult } from "./record";
import { countsInParts } from "./test-lines";

/** Every number that a record states or that follows from what it states, for finding those that come from nowhere. */
export interface Figures {
  /** As written, without separators: "1280", "0.85", "1.4.2". */
  readonly stated: ReadonlySet<string>;
  /** Counted or added up from the record, and the line numbers of files that it shows. */
  readonly derived: ReadonlySet<number>;
  /** The stated ones that are plain amounts, in order of size. */
  readonly amounts: readonly number[];
}

const known = new WeakMap<WorkRecord, Figures>();

export function figuresOf(record: WorkRecord): Figures {
  const figures = known.get(record) ?? readFigures(record);
  known.set(record, figures);
  return figures;
}

function readFigures(record: WorkRecord): Figures {
  const stated = new Set<string>();
  const derived = new Set<number>();
  const texts = [
    ...passagesOf(record).map(({ message, text }) => ({ text, isProse: message.role !== "tool" })),
    { text: record.earlier, isProse: true },
  ];
  for (const { text, isProse } of texts) {
    const found = isProse ? proseFigures(text) : outputFigures(text);
    for (const value of found.stated) stated.add(value);
    for (const value of found.derived) derived.add(value);
  }
  for (const count of countsOf(record)) derived.add(count);
  const amounts = [...stated]
    .map(Number)
    .filter((value) => !Number.isNaN(value))
    .toSorted((a, b) => a - b);
  return { stated, derived, amounts };
}

interface Found {
  readonly stated: readonly string[];
  readonly derived: readonly number[];
}

/** People and models write numbers in words. */
const proseFigures = rememberByText((text): Found => readText(`${text}\n${withDigits(simplified(text))}`));
const outputFigures = rememberByText((text): Found => readText(text));

const NUMBER = /\d+(?:[,_]\d{3})*(?:\.\d+)*/g;
/** `12\tconst limit = 3`: the first number is the line's. */
const LINE_NUMBER = /^\s*(\d+)(?:[\t→]|\|(?![\d|]*$))/;
/** A line with more numbers is a table of data. */
const MOST_ADDED = 8;
const LINE_CHARS = 2_000;

function readText(text: string): Found {
  const stated = new Set<string>();
  const derived = new Set<number>();
  let lines = 0;
  for (const line of text.split("\n")) {
    lines++;
    const numbered = LINE_NUMBER.exec(line.slice(0, LINE_CHARS));
    if (numbered !== null) derived.add(Number(numbered[1]));
    const told = line.slice(numbered?.[0].length ?? 0, LINE_CHARS);
    const found = [...told.matchAll(NUMBER)];
    const values = found.map(([value]) => value.replaceAll(/[,_]/g, ""));
    const places = new Set(found.flatMap((match, at) => (isPlace(told, match) ? [at] : [])));
    for (const value of values) stated.add(value);
    for (const value of addedUp(values.filter((_, at) => !places.has(at)))) derived.add(value);
  }
  derived.add(lines);
  return { stated: [...stated], derived: [...derived] };
}

/** Parts of a date, a time, an address or a place in a file add up to nothing. */
const isPlace = (line: string, { index, 0: value }: RegExpExecArray): boolean =>
  /\d[-:/.]$|\w:$|#$/.test(line.slice(0, index)) || /^[-:/]\d/.test(line.slice(index + value.length));

/** "3 failed | 21 passed": sums and differences of what one line counts. */
function addedUp(values: readonly string[]): readonly number[] {
  const counts = [...new Set(values)].map(Number).filter((value) => !Number.isNaN(value));
  if (counts.length < 2 || counts.length > MOST_ADDED) return [];
  const pairs = counts.flatMap((one, at) =>
    counts.slice(at + 1).flatMap((other) => [exact(one + other), exact(Math.abs(one - other))]),
  );
  return [...pairs, counts.reduce((sum, value) => sum + value, 0)];
}

/** 2 - 1.8 is 0.2, not 0.19999999999999996. */
const exact = (value: number): number => Number(value.toPrecision(12));

/** What a reader counts by hand: calls, files, lines written, and how the tests of one run differ from another's. */
function countsOf(record: WorkRecord): readonly number[] {
  const { deeds, messages } = record;
  const tests = deeds.flatMap((deed) => (deed.tests === undefined ? [] : [deed.tests]));
  const totals = tests.flatMap(({ passed, failed }) => [passed, failed, passed + failed]);
  const between = totals
    .slice(0, MOST_COMPARED)
    .flatMap((one, at) => totals.slice(at + 1, MOST_COMPARED).map((other) => Math.abs(one - other)));
  const files = new Set(deeds.flatMap((deed) => deed.files.map(({ path }) => path)));
  const written = deeds.filter((deed) => deed.files.some(({ operation }) => operation === "written"));
  return [
    ...totals,
    ...between,
    ...deeds.flatMap(({ tests, messageId }) =>
      tests === undefined ? [] : [...countsInParts(textOfResult(record, messageId))],
    ),
    deeds.length,
    messages.length,
    files.size,
    written.length,
    ...deeds.map(({ given }) => given.split("\n").length),
    ...written.map(({ given }) => given.split("\n").length - 1),
  ];
}

const MOST_COMPARED = 60;
