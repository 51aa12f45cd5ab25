import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { meaningsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import type { WorkRecord } from "../record/record";

/** How much more of a clause work that came to nothing must have than any work that was done. */
const LEAD = 1.15;
/** Less in common is chance. */
const LEAST_WEIGHT = 2;
const LEAST_SHARE = 0.5;
const UNKNOWN_WEIGHT = 0.5;

/** The call that a clause tells of as done, where it was refused or failed, and no work that was done is nearer. */
export function undoneWork(record: WorkRecord, about: string): Deed | undefined {
  const { undone, done, counts } = workOf(record);
  if (undone.length === 0) return undefined;
  const said = telling(conceptsOf(about)).map(({ item, weight }) => ({ item, weight, count: counts.get(item) ?? 0 }));
  const known = said.filter(({ count }) => count > 0);
  const total = known.reduce((sum, { weight }) => sum + weight, 0) + UNKNOWN_WEIGHT * (said.length - known.length);
  const weigh = ({ items }: Work) => {
    const inside = known.filter(({ item }) => items.has(item));
    return {
      weight: inside.reduce((sum, { weight }) => sum + weight, 0),
      score: inside.reduce((sum, { weight, count }) => sum + weight / count, 0),
    };
  };
  const best = Math.max(0, ...done.map((work) => weigh(work).score));
  return undone.findLast((work) => {
    const { weight, score } = weigh(work);
    return weight >= LEAST_WEIGHT && weight / total >= LEAST_SHARE && score > LEAD * best;
  })?.deed;
}

interface Work {
  readonly deed: Deed;
  readonly items: ReadonlySet<string>;
}

interface AllWork {
  /** Calls that were not allowed, and writes that failed. */
  readonly undone: readonly Work[];
  readonly done: readonly Work[];
  /** How many of both have an item. */
  readonly counts: ReadonlyMap<string, number>;
}

const known = new WeakMap<WorkRecord, AllWork>();

function workOf(record: WorkRecord): AllWork {
  const work = known.get(record) ?? readWork(record);
  known.set(record, work);
  return work;
}

function readWork({ deeds }: WorkRecord): AllWork {
  const all = deeds.map((deed): Work => ({ deed, items: itemsOf(deed) }));
  const counts = new Map<string, number>();
  for (const { items } of all) for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return {
    undone: all.filter(({ deed }) => isUndone(deed)),
    done: all.filter(({ deed }) => !isUndone(deed)),
    counts,
  };
}

const isUndone = ({ refused, outcome, command, files }: Deed): boolean =>
  refused !== undefined ||
  (outcome === "failure" && command === undefined && files.some(({ operation }) => operation === "written"));

const READ_CHARS = 4_000;
function itemsOf({ refused, command, newText, oldText, given, files }: Deed): ReadonlySet<string> {
  const line = (refused ?? command ?? "").slice(0, READ_CHARS);
  const text = [
    line,
    ...meaningsOf(line),
    ...files.map(({ path }) => path.replaceAll("/", " ")),
    ...(newText === undefined ? [given] : [newText, oldText ?? ""]).map((one) => one.slice(0, READ_CHARS)),
  ].join("\n");
  const { names, words, pairs } = conceptsOf(text);
  return new Set([...names, ...words, ...pairs]);
}

const telling = ({ names, words, pairs }: Concepts): readonly { readonly item: string; readonly weight: number }[] => [
  ...[...names].map((item) => ({ item, weight: 3 })),
  ...[...words].map((item) => ({ item, weight: 1 })),
  ...[...pairs].map((item) => ({ item, weight: 0.5 })),
];
