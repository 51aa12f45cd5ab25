import type { AgentEvent } from "../core/agent/events";
import type { Hermes } from "../core/agent/compose";
import { isLosslessEngine } from "../core/index";
import { presentLcm } from "../presenter/lcm";
import type { Shell } from "./parts";

/** What an event sets going besides being shown. `hermes` is asked for late: events may come while it is being built. */
export function createFollowUp({ stage, log }: Shell, hermes: () => Hermes): (event: AgentEvent) => void {
  let tidied = false;
  let drawn = false;

  /** An engine without a graph leaves no picture behind from the one before it. */
  const drawGraph = () => {
    const { engine, messages } = hermes().agent;
    const lcm = isLosslessEngine(engine) ? presentLcm(engine.items(messages), engine.store.nodes()) : null;
    if (lcm === null && !drawn) return;
    drawn = lcm !== null;
    stage.answer({ kind: "lcm", lcm });
  };

  /** Once per window and only where somebody works: looking at a folder must not delete anything. */
  const tidy = () => {
    if (tidied) return;
    tidied = true;
    hermes()
      .tidy()
      .catch((error: unknown) => log.warn(`Old outputs were not cleaned up: ${String(error)}`));
  };

  return ({ type }) => {
    if (type === "turn-ended" || type === "compressed" || type === "compression-undone") queueMicrotask(drawGraph);
    // The agent takes the session in hand after it told about it.
    if (type === "session-opened") setImmediate(() => (drawGraph(), tidy()));
  };
}
