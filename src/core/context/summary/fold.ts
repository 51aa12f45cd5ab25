import type { Message } from "../../conversation/message";
import type { FoldRange } from "../engine";

/** The range a summary replaces and the messages kept around it: the input for writing and checking a summary. */
export interface Fold {
  /** The whole conversation, without orphans and empty messages. */
  readonly legal: readonly Message[];
  /** Stays as it was, unless it alone is larger than the tail may be; then its tool output is pruned. */
  readonly head: readonly Message[];
  /** The messages the summary replaces, untouched, an earlier summary included, wherever it stood. */
  readonly folded: readonly Message[];
  readonly tail: readonly Message[];
  readonly previousSummary?: string;
  readonly restatedRequest?: string;
  /** Set where a person chose what to fold. */
  readonly range?: FoldRange;
  readonly foldedTokens: number;
  /** How long the summary should be. */
  readonly targetTokens: number;
}
