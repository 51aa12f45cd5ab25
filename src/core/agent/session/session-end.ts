import type { SessionId } from "../../conversation/ids";
import { addUsage, noUsage, promptTokens } from "../../conversation/usage";
import type { SessionLine } from "../../sessions/lineage/session";
import type { SessionSum } from "../events";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";

/** Undefined for a session without requests, and where the sessions cannot be listed: nobody misses the line then. */
export async function sumUpSession(world: AgentWorld, session: ActiveSession): Promise<SessionSum | undefined> {
  const lines: readonly SessionLine[] = await world.sessions.list().catch(() => []);
  const chain = chainOf(new Map(lines.map((line) => [line.id, line])), session.id);
  const usage = chain.reduce((sum, line) => addUsage(sum, line.usage), noUsage);
  const auxiliaryUsage = chain.reduce((sum, line) => addUsage(sum, line.auxiliaryUsage), noUsage);
  const all = addUsage(usage, auxiliaryUsage);
  if (promptTokens(all) === 0) return undefined;
  const costs = chain.map(({ costUsd }) => costUsd);
  return {
    session: session.id,
    title: session.writer.titled.title,
    usage,
    auxiliaryUsage,
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    compressions: session.compressions,
    cacheShare: all.cacheRead / promptTokens(all),
  };
}

function chainOf(lines: ReadonlyMap<SessionId, SessionLine>, id: SessionId): readonly SessionLine[] {
  const chain = new Set<SessionLine>();
  for (let line = lines.get(id); line !== undefined && !chain.has(line); ) {
    chain.add(line);
    line = line.relation === "continuation" && line.parentId !== null ? lines.get(line.parentId) : undefined;
  }
  return [...chain];
}
