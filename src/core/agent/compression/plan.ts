import type { Reason } from "../../base/reason";
import { because } from "../../base/reason";
import { sentence } from "../../base/sentence";
import { cachingState } from "../../caching/caching-state";
import type { ProjectedCosts } from "../../caching/economics";
import { projectCompression } from "../../caching/economics";
import type { EnginePlan, PlannedFold } from "../../context/engine";
import type { Message } from "../../conversation/message";
import { labelMessages } from "../../conversation/text/label-messages";
import { redacting } from "../../redact/redacted-message";
import { estimateMessageTokens } from "../../tokens/estimate";
import { sumTokens } from "../../tokens/sizes";
import type { LargestBlock } from "../events";
import type { ActiveSession } from "../session/active-session";
import { fixedTokens, ownTokens } from "../session/sizes/measure";
import type { AgentWorld } from "../world";
import type { CompressionOrder } from "./order";
import { optionsFor, refuseRange } from "./order";

/** The engine's plan of a compression, in the tokens of the gauge and in dollars. */
export interface SessionPlan {
  readonly plan: EnginePlan;
  /** Whole requests: system prompt and tools are part of them. */
  readonly beforeTokens: number;
  readonly projectedTokens: number;
  readonly thresholdTokens: number;
  /** The folded messages, largest first, each with the size that the context list shows for it. */
  readonly folds: readonly LargestBlock[];
  /** Undefined where no price is known or nothing would be folded. */
  readonly costs?: ProjectedCosts;
}

/** What the engine of this session would do now, or why nobody can say. Changes nothing and asks no model. */
export async function planSession(
  world: AgentWorld,
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<SessionPlan | Reason> {
  const { engine } = session;
  const refusal = refuseRange(engine, order);
  if (refusal !== undefined) return because(refusal);
  if (engine.plan === undefined)
    return because(
      sentence(
        'The context engine "{name}" does not say what it would do. It can compress, and a compression can be undone.',
        { name: engine.name },
      ),
    );
  const plan = await engine.plan(session.messages.slice(), optionsFor(session, order, signal));
  return measurePlan(world, session, plan);
}

/** The same figures for a plan that is known already, such as that of a draft. */
export function measurePlan(world: AgentWorld, session: ActiveSession, plan: EnginePlan): SessionPlan {
  const { messages, gauge, route } = session;
  const { model } = route;
  const correct = (tokens: number) => gauge.correct(model, tokens);
  const beforeTokens = session.size().tokens;
  const { thresholdTokens } = session.engine;
  if (plan.kind === "nothing") return { plan, beforeTokens, projectedTokens: beforeTokens, thresholdTokens, folds: [] };
  const fixed = correct(fixedTokens(session.header.systemPrompt, session.toolBox.tools));
  const projectedTokens = fixed + correct(plan.afterTokens);
  const foldedIds = new Set(plan.foldedIds);
  const folded = messages.filter(({ id }) => foldedIds.has(id));
  const labelOf = labelMessages(messages, redacting);
  const folds = folded
    .map((message) => ({ messageId: message.id, label: labelOf(message), tokens: ownTokens(message) }))
    .toSorted((a, b) => b.tokens - a.tokens);
  const state = cachingState(model).state === "off" ? "none" : session.isCacheWarm(world.now()) ? "warm" : "cold";
  const costs =
    model.prices === undefined
      ? undefined
      : projectCompression(
          {
            fixedTokens: fixed + correct(sumTokens(unchangedHead(messages, plan), estimateMessageTokens)),
            foldedTokens: correct(plan.foldedTokens),
            summaryTokens: correct(plan.summaryTargetTokens),
            summarized: plan.range === undefined ? "on-prefix" : "alone",
            projectedTokens,
          },
          model.prices,
          { state, ttl: world.settings().promptCaching.cacheTtl },
        );
  return {
    plan,
    beforeTokens,
    projectedTokens,
    thresholdTokens,
    folds,
    ...(costs !== undefined && { costs }),
  };
}

/** The messages before the first one that the plan changes or removes: they stay in the provider's cache. */
function unchangedHead(messages: readonly Message[], { headIds, prunedIds }: PlannedFold): readonly Message[] {
  const changes = messages.findIndex(({ id }, at) => id !== headIds[at] || prunedIds.includes(id));
  return changes < 0 ? messages : messages.slice(0, changes);
}

/** Whether a plan that a person saw is still the one that would be carried out. */
export const isSamePlan = (seen: EnginePlan, now: EnginePlan): boolean =>
  seen.kind === now.kind &&
  (seen.kind === "nothing" ||
    now.kind === "nothing" ||
    (["headIds", "foldedIds", "tailIds"] as const).every((part) => seen[part].join() === now[part].join()));
