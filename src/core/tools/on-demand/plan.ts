import { estimateToolsTokens } from "../../tokens/estimate";
import type { Tool } from "../tool";

/** How many compressions ago each outside tool was last called. */
export type ToolAges = Readonly<Record<string, number>>;

export interface DemandBounds {
  readonly windowTokens: number;
  readonly mode: "on" | "off";
  /** Recorded at compressions; empty for a session that begins. */
  readonly ages: ToolAges;
}

export interface ToolPlan {
  /** Tools of others whose schemas are part of every request. */
  readonly listed: readonly Tool[];
  /** Tools of others that are found when needed. */
  readonly deferred: readonly Tool[];
}

/** All schemas together may take this share of the window, and be this many, before tools of others are deferred. */
const SCHEMA_SHARE = 0.1;
const MOST_TOOLS = 30;
/** A tool that was not called during this many stretches between compressions is deferred. */
const UNUSED_STRETCHES = 2;
/** Finding tools costs schemas itself; less than this is not worth it. */
const WORTH_TOKENS = 600;

/** Which tools of others a session lists. The list holds until the next compression, so the cached prefix does too. */
export function planTools(own: readonly Tool[], outside: readonly Tool[], bounds: DemandBounds): ToolPlan {
  const all = { listed: outside, deferred: [] };
  if (bounds.mode === "off") return all;
  const room = bounds.windowTokens * SCHEMA_SHARE - estimateToolsTokens(own);
  const isOver = own.length + outside.length > MOST_TOOLS || estimateToolsTokens(outside) > room;
  const isUsed = ({ name }: Tool): boolean => {
    const age = ageOf(bounds.ages, name);
    return age === undefined ? !isOver : age <= UNUSED_STRETCHES;
  };
  const listed = isOver ? withinRoom(outside.filter(isUsed), bounds.ages, room) : outside.filter(isUsed);
  const deferred = outside.filter((tool) => !listed.includes(tool));
  return estimateToolsTokens(deferred) < WORTH_TOKENS ? all : { listed, deferred };
}

/** The ages after a compression: tools called since the last one start again at 0. */
export function nextAges(ages: ToolAges, listed: readonly Tool[], called: ReadonlySet<string>): ToolAges {
  const names = new Set([...Object.keys(ages), ...listed.map(({ name }) => name), ...called]);
  return Object.fromEntries(
    [...names].toSorted().map((name) => [name, called.has(name) ? 0 : (ageOf(ages, name) ?? 0) + 1]),
  );
}

/** The most recently used first; the order of the list itself stays. */
function withinRoom(tools: readonly Tool[], ages: ToolAges, room: number): readonly Tool[] {
  let left = room;
  const kept = new Set<Tool>();
  for (const tool of tools.toSorted((a, b) => (ageOf(ages, a.name) ?? 0) - (ageOf(ages, b.name) ?? 0))) {
    left -= estimateToolsTokens([tool]);
    if (left < 0) break;
    kept.add(tool);
  }
  return tools.filter((tool) => kept.has(tool));
}

/** Names come from others, so `constructor` is one like any other. */
const ageOf = (ages: ToolAges, name: string): number | undefined =>
  Object.hasOwn(ages, name) ? ages[name] : undefined;
