import type { SpillBounds } from "../../spill/plan";
import { boundsWithin } from "../../spill/plan";
import type { AgentWorld } from "../world";

/** The limits from the settings; under the adaptive policy lowered to suit the window. */
export function spillBounds(world: AgentWorld, windowTokens: number): SpillBounds {
  const { toolOutput, compression } = world.settings();
  return compression.policy === "adaptive" ? boundsWithin(toolOutput, windowTokens) : toolOutput;
}
