import { sentence } from "../../base/sentence";
import type { Pin } from "../../ledger/ledger";
import type { ActiveSession } from "../session/active-session";
import type { AgentWorld } from "../world";
import type { CompressionOrder } from "./order";

type Hooked =
  | { readonly kind: "vetoed" }
  /** The order with the focus of hooks, and the texts that they want kept verbatim this time. */
  | { readonly kind: "go"; readonly order: CompressionOrder; readonly keep: readonly Pin[] };

/** The words that hooks of other agents know. */
const triggerOf = ({ trigger }: CompressionOrder): "manual" | "auto" => (trigger === "manual" ? "manual" : "auto");

/**
 * Hooks may veto a compression, unless the request does not fit otherwise: then a veto would end the turn. A draft has
 * been written and read already, so a focus comes too late for it.
 */
export async function askCompressionHooks(
  world: AgentWorld,
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<Hooked> {
  const trigger = triggerOf(order);
  const wish = await world.hooks.run(
    {
      event: "PreCompact",
      names: [trigger],
      fields: { trigger, custom_instructions: order.focusTopic ?? "", prompt_tokens: session.size().tokens },
    },
    session.id,
    signal,
  );
  if (wish.blocked !== undefined && order.trigger !== "overflow") {
    world.emit({
      type: "compression-failed",
      session: session.id,
      reason: sentence("A hook asked not to compress now: {reason}", { reason: wish.blocked }),
      cause: "hook",
    });
    return { kind: "vetoed" };
  }
  const topics = [order.focusTopic, wish.focus].filter((topic) => topic !== undefined && topic !== "");
  return {
    kind: "go",
    order: topics.length === 0 || order.draft !== undefined ? order : { ...order, focusTopic: topics.join("; ") },
    keep: wish.keep.map((text): Pin => ({ kind: "instruction", text })),
  };
}

/** Tells hooks how the compression went; there is nothing left to decide. */
export async function reportToHooks(
  world: AgentWorld,
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<void> {
  const trigger = triggerOf(order);
  const summary = session.messages.find((message) => message.role === "summary");
  await world.hooks.run(
    {
      event: "PostCompact",
      names: [trigger],
      fields: {
        trigger,
        compact_summary: summary?.role === "summary" ? summary.text : "",
        prompt_tokens: session.size().tokens,
        messages: session.messages.length,
        compressions: session.compressions,
      },
    },
    session.id,
    signal,
  );
}
