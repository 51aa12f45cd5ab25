import type { SpillBounds } from "../spill/plan";
import { boundsWithin } from "../spill/plan";
import type { AgentWorld } from "./world";

/** The settings' bounds; under the adaptive policy no more than the window can bear. */
export function spillBounds(world: AgentWorld, windowTokens: number): SpillBounds {
  const { toolOutput, compression } = world.settings();
  return compression.policy === "adaptive" ? boundsWithin(toolOutput, windowTokens) : toolOutput;
}
