import type { CompressionDraft, CompressOptions, EnginePlan } from "../../context/engine";
import { keptVerbatim } from "../../context/trigger/rereading";
import { withPins } from "../../ledger/add-to-ledger";
import { redactSecrets } from "../../redact/secrets";
import type { ActiveSession } from "../session/active-session";

export interface CompressionOrder {
  readonly trigger: CompressOptions["trigger"];
  readonly focusTopic?: string;
  /** "deterministic": no model call; offered to people after a failed one. */
  readonly summary?: "model" | "deterministic";
  /** From `draftCompression`; used if the messages it covers are unchanged. */
  readonly draft?: CompressionDraft;
  /** The plan a person saw; where the engine would do something else by now, nothing is done. */
  readonly plan?: EnginePlan;
}

export const optionsFor = (
  session: ActiveSession,
  { plan: _seen, ...order }: CompressionOrder,
  signal: AbortSignal,
): CompressOptions => ({
  ...order,
  ...(order.focusTopic === undefined ? {} : { focusTopic: redactSecrets(order.focusTopic) }),
  keepVerbatim: keptVerbatim(session.rereading),
  currentTokens: session.size().tokens,
  // Skills are carried by the agent: an engine would quote them in a summary that outlives their use.
  ledger: withPins(
    session.ledger,
    session.pins.filter((pin) => pin.kind !== "message" || pin.skill === undefined),
  ),
  signal,
});
