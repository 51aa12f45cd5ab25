import { createCompressor } from "../../context/compressor/compressor";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { ledgerOf } from "../../ledger/add-to-ledger";
import { pinMessage } from "../../ledger/pins";
import { estimateMessagesTokens } from "../../tokens/estimate";
import type { ForeignSession } from "../session";
import { givenMessages } from "./give-back";

/** The result is for a model that Hermes does not know: it has to fit a common window. */
const COMPRESSED_WINDOW_TOKENS = 60_000;
/** A shorter session is folded as if it filled its window; below this, a summary is as long as what it replaces. */
const SMALLEST_WINDOW_TOKENS = 10_000;

/**
 * Everything that was said, folded into one summary that is checked against the record; no model is asked. The text of
 * pinned messages is carried word for word. Undefined where the session is too short to be folded.
 */
export async function compressGiven(
  session: ForeignSession,
  pinned: readonly MessageId[],
  signal: AbortSignal,
): Promise<readonly Message[] | undefined> {
  const everything = givenMessages(session, "uncompacted");
  const pins = pinned.flatMap((id) => pinMessage(everything, id) ?? []);
  const engine = createCompressor({
    contextLength: Math.min(
      COMPRESSED_WINDOW_TOKENS,
      Math.max(SMALLEST_WINDOW_TOKENS, estimateMessagesTokens(everything)),
    ),
    policy: { threshold: 0.5, protectLastN: 4 },
    // Not called: the summary is deterministic.
    summarize: () => Promise.resolve(""),
  });
  const compressed = await engine.compress(everything, {
    trigger: "manual",
    summary: "deterministic",
    ledger: { ...ledgerOf(everything), pins },
    signal,
  });
  return compressed.some(({ role }) => role === "summary") ? compressed : undefined;
}
