import { window } from "vscode";
import type { Hermes } from "../../core/agent/compose";
import type { AgentEvent } from "../../core/agent/events";
import { isLosslessEngine } from "../../core/host";
import { presentLosslessGraph } from "../../presenter/inspector/lossless-graph";
import { Attention } from "../../presenter/words/attention";
import { sayInEnglish } from "../../presenter/words/say";
import type { PlanDocuments } from "../editing/plan-documents";
import { showKnowledge } from "../views/known-view";
import type { ActivationContext } from "./host-context";
import { storeControls, storeLastSession } from "./stored-state";
import { callBack } from "./window-state";

/** Shows every event of the agent and starts the work that some require. Events may arrive while `hermes` is built. */
export function createEventHandler(
  activation: ActivationContext,
  plans: PlanDocuments,
  hermes: () => Hermes,
): (event: AgentEvent) => void {
  const { views, log } = activation;
  const attention = new Attention(Date.now);
  let tidied = false;
  let drawn = false;

  /** An engine without a graph removes the picture of the engine before it. */
  const drawGraph = () => {
    const { engine, messages } = hermes().agent;
    const lcm = isLosslessEngine(engine) ? presentLosslessGraph(engine.items(messages), engine.store.nodes()) : null;
    if (lcm === null && !drawn) return;
    drawn = lcm !== null;
    views.answer({ kind: "lcm", lcm });
  };

  /** Once per window, and only after a session was opened: opening a folder must not delete anything. */
  const tidy = () => {
    if (tidied) return;
    tidied = true;
    hermes()
      .tidy()
      .catch((error: unknown) => log.warn(`Old outputs were not cleaned up: ${String(error)}`));
  };

  const refreshReview = () =>
    hermes()
      .agent.review.refresh()
      .catch((error: unknown) => log.warn(`The changed files could not be read: ${String(error)}`));

  return (event) => {
    showEvent(activation, event);
    const call = attention.take(event, window.state.focused ? "here" : "elsewhere");
    if (call !== undefined) callBack(call, () => activation.chat.reveal());
    const { type } = event;
    if (type === "plan-written")
      plans.show(event.path).then(undefined, (error: unknown) => log.warn(`The plan did not open: ${String(error)}`));
    if (CHANGES_KNOWLEDGE.has(type))
      queueMicrotask(() => {
        drawGraph();
        showKnowledge(activation, hermes());
      });
    if (type !== "session-opened") return;
    // Once everything that opening the session emits has been shown.
    setImmediate(() => {
      drawGraph();
      showKnowledge(activation, hermes());
      tidy();
      void refreshReview();
    });
  };
}

function showEvent({ views, context, log, refreshTrees }: ActivationContext, event: AgentEvent): void {
  views.take(event);
  if (event.type === "turn-ended" && event.outcome === "failed" && event.reason)
    log.error(`A turn failed: ${sayInEnglish(event.reason)}`);
  if (event.type === "compression-failed") log.warn(`A compression failed: ${sayInEnglish(event.reason)}`);
  // The plan has been carried out, or no longer describes the conversation.
  if (event.type === "compressed" || event.type === "session-opened") views.answer({ kind: "preview", preview: null });
  if (event.type === "controls-changed") void storeControls(context.workspaceState, event.controls);
  if (event.type === "session-opened") void storeLastSession(context.workspaceState, event.session);
  if (CHANGES_TREES.has(event.type)) refreshTrees();
}

/** A restore changes no message, but it does change what is true of its files. */
const CHANGES_KNOWLEDGE: ReadonlySet<AgentEvent["type"]> = new Set([
  "turn-ended",
  "compressed",
  "compression-undone",
  "checkpoint-restored",
]);

const CHANGES_TREES: ReadonlySet<AgentEvent["type"]> = new Set([
  "session-opened",
  "title-changed",
  "spilled",
  "turn-ended",
]);
