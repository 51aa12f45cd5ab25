import { decideTrigger, needsHygiene } from "../../context/trigger/trigger";
import type { ActiveSession } from "../session/active-session";
import type { AgentWorld } from "../world";

/**
 * The safety net before the agent handles a message; a rough estimate is enough for it. A pause of automatic
 * compression ends early only where the request would not fit.
 */
export function isHygieneDue(world: AgentWorld, session: ActiveSession): boolean {
  const size = session.size();
  const { windowTokens } = session.route.model;
  const isPaused = session.engine.status().paused !== undefined && size.tokens < windowTokens;
  return world.settings().compression.enabled && !isPaused && needsHygiene(size, windowTokens, session.messages.length);
}

/**
 * The check before the first request of a turn: only where there is something between the protected ends. Here an
 * engine may ask for a compression that it would not interrupt a turn for.
 */
export function isPreflightDue(world: AgentWorld, session: ActiveSession): boolean {
  const { engine, messages } = session;
  if (!isOverThreshold(world, session)) return false;
  const due = engine.shouldCompress(session.size().tokens) || (engine.shouldCompressPreflight?.(messages) ?? false);
  return due && (engine.hasContentToCompress?.(messages) ?? true);
}

/** Whether an expired cache makes a compression worthwhile that is not due yet: after a pause, or a long approval. */
export function isColdMoment(world: AgentWorld, session: ActiveSession): boolean {
  const { engine, messages } = session;
  return (
    world.settings().compression.enabled &&
    session.isCacheExpired(world.now()) &&
    (engine.shouldCompressCold?.(session.size().tokens) ?? false) &&
    (engine.hasContentToCompress?.(messages) ?? true)
  );
}

/** The check before every later request of a turn. */
export const isCompressionDue = (world: AgentWorld, session: ActiveSession): boolean =>
  isOverThreshold(world, session) && session.engine.shouldCompress(session.size().tokens);

/**
 * Whether the request would be refused for its size: sending it would cost a round trip and bring nothing. A provider
 * that has taken as much refutes the window.
 */
export const isTooLarge = (world: AgentWorld, session: ActiveSession): boolean =>
  world.settings().compression.enabled &&
  session.size().tokens > session.route.model.windowTokens &&
  session.gauge.lastReportedTokens <= session.route.model.windowTokens;

/** While there is only a rough estimate, the decision waits one request for a reported figure. */
function isOverThreshold(world: AgentWorld, session: ActiveSession): boolean {
  if (!world.settings().compression.enabled) return false;
  const { lastReportedTokens, usageReports } = session.gauge;
  return (
    decideTrigger({
      pressure: session.size(),
      thresholdTokens: session.engine.thresholdTokens,
      contextTokens: session.route.model.windowTokens,
      lastReportedTokens,
      usageReports,
      estimateBasis: session.gauge.estimateBasis(session.route),
    }) === "compress"
  );
}
