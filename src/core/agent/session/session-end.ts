import type { SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { addUsage, noUsage, promptTokens } from "../../conversation/usage";
import { addCost } from "../../sessions/journal/records";
import { groupConversations } from "../../sessions/lineage/conversation-lines";
import type { SessionLine } from "../../sessions/lineage/session";
import type { SessionSum } from "../events";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";

/** Undefined for a session without requests, and where the sessions cannot be listed: nobody misses the line then. */
export async function sumUpSession(world: AgentWorld, session: ActiveSession): Promise<SessionSum | undefined> {
  const lines: readonly SessionLine[] = await world.sessions.list().catch(() => []);
  const { chain = [], helpers = [], undone = [] } = groupConversations(lines).get(session.id) ?? {};
  const own = [...chain, ...undone.filter(({ worksFor }) => worksFor === null)];
  const usage = own.reduce((sum, line) => addUsage(sum, line.usage), noUsage);
  const auxiliaryUsage = own.reduce((sum, line) => addUsage(sum, line.auxiliaryUsage), noUsage);
  if (promptTokens(addUsage(usage, auxiliaryUsage)) === 0) return undefined;
  const costs = [...chain, ...helpers, ...undone].map(({ costUsd }) => costUsd);
  return {
    session: session.id,
    title: session.writer.titled.title,
    usage,
    auxiliaryUsage,
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    compressions: session.compressions,
    // Of the agent's own requests, as above the conversation: summary calls have a different prefix.
    cacheShare: usage.cacheRead / Math.max(1, promptTokens(usage)),
  };
}

/** What sub-agents have cost so far, for a conversation that is opened again; undefined where it had none. */
export async function costOfHelpers(
  { sessions }: AgentWorld,
  id: SessionId,
  messages: readonly Message[],
): Promise<number | null | undefined> {
  // The list may take seconds to read, and most conversations never delegate.
  if (!messages.some(isDelegating)) return undefined;
  const lines: readonly SessionLine[] = await sessions.list().catch(() => []);
  const { helpers = [], undone = [] } = groupConversations(lines).get(id) ?? {};
  const all = [...helpers, ...undone.filter(({ worksFor }) => worksFor !== null)];
  return all.length === 0 ? undefined : all.reduce<number | null>((sum, { costUsd }) => addCost(sum, costUsd), 0);
}

const isDelegating = (message: Message): boolean =>
  message.role === "assistant" && message.parts.some((part) => part.type === "tool-call" && part.name === "delegate");
