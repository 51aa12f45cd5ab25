import type { ArenaTask, Fact, FactKind } from "../task/task";
import { FACT_KINDS } from "../task/task";

/** How far the words that give a value its meaning may be from it: a line, or a short paragraph. */
const NEAR_CHARS = 160;

export const isSeen = (fact: Fact, text: string): boolean => text.includes(fact.needle);

/** Whether the value is there together with the words that say what it is the value of. */
export function isTold(fact: Fact, text: string): boolean {
  for (let at = text.indexOf(fact.needle); at >= 0; at = text.indexOf(fact.needle, at + 1)) {
    const around = text.slice(Math.max(0, at - NEAR_CHARS), at + fact.needle.length + NEAR_CHARS);
    if (fact.meaning.every((word) => around.includes(word))) return true;
  }
  return false;
}

/** Facts of one kind: how many there are, how many are in the request, and how many with their meaning. */
interface FactCount {
  readonly known: number;
  readonly seen: number;
  readonly told: number;
}

export interface FactReport {
  readonly all: FactCount;
  readonly byKind: Readonly<Record<FactKind, FactCount>>;
  /** Facts that no longer hold; here few are good. */
  readonly stale: FactCount;
}

/** What a request still says of everything the session has established up to a prompt. */
export function countFacts(task: ArenaTask, prompt: number, text: string): FactReport {
  const known = task.facts.filter((fact) => fact.since <= prompt);
  const isStale = (fact: Fact) => fact.staleSince !== undefined && fact.staleSince <= prompt;
  const current = known.filter((fact) => !isStale(fact));
  const of = (facts: readonly Fact[]): FactCount => ({
    known: facts.length,
    seen: facts.filter((fact) => isSeen(fact, text)).length,
    told: facts.filter((fact) => isTold(fact, text)).length,
  });
  const byKind = (kind: FactKind) => of(current.filter((fact) => fact.kind === kind));
  return {
    all: of(current),
    byKind: Object.fromEntries(FACT_KINDS.map((kind) => [kind, byKind(kind)])) as Record<FactKind, FactCount>,
    stale: of(known.filter(isStale)),
  };
}
