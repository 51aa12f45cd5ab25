import type { SpillBounds } from "../../spill/plan";
import { boundsThatFit, boundsWithin } from "../../spill/plan";
import type { ActiveSession } from "../session/active-session";
import { fixedTokens } from "../session/sizes/measure";
import type { AgentWorld } from "../world";

/** The limits from the settings, as far as they fit beside system prompt and tools; lower under the adaptive policy. */
export function spillBounds(world: AgentWorld, { engine, header, toolBox }: ActiveSession): SpillBounds {
  const { toolOutput, compression } = world.settings();
  const roomTokens = Math.max(0, engine.contextLength - fixedTokens(header.systemPrompt, toolBox.tools));
  return compression.policy === "adaptive"
    ? boundsWithin(toolOutput, roomTokens)
    : boundsThatFit(toolOutput, roomTokens);
}
