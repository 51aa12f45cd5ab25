import type { Hermes } from "../../core/agent/compose";
import { presentKnowledge } from "../../presenter/inspector/knowledge";
import type { ActivationContext } from "../host/host-context";

/** Reads what Hermes knows for an open inspector; without one, nobody would see it. */
export function showKnowledge({ views, inspector }: ActivationContext, { agent }: Hermes): void {
  if (inspector.isOpen) views.answer({ kind: "known", known: presentKnowledge(agent.knowledge.entries()) });
}
