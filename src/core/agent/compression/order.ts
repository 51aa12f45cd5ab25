import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { CompressionDraft, CompressOptions, ContextEngine, EnginePlan, FoldRange } from "../../context/engine";
import { keptVerbatim } from "../../context/trigger/rereading";
import { withPins } from "../../ledger/add-to-ledger";
import { redactSecrets } from "../../redact/secrets";
import type { ActiveSession } from "../session/active-session";

/** What a person chooses before a compression. */
export interface ChosenCompression {
  readonly focusTopic?: string;
  /** What to fold; absent: the engine chooses. */
  readonly range?: FoldRange;
}

export interface CompressionOrder extends ChosenCompression {
  readonly trigger: CompressOptions["trigger"];
  readonly moment?: "cold-cache";
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

/** Why the engine cannot do what the user chose; undefined where it can. */
export function refuseRange({ name, ranges = [] }: ContextEngine, { range }: CompressionOrder): Sentence | undefined {
  if (range === undefined || ranges.includes(range.kind)) return undefined;
  return range.kind === "up-to"
    ? sentence('The context engine "{name}" cannot compress up to a chosen message, only the whole conversation.', {
        name,
      })
    : sentence('The context engine "{name}" cannot compress from a chosen message on.', { name });
}
