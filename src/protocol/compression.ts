import type { LargestBlock } from "../core/agent/events";
import type { CompressionReport, FoldRange, ReportedClaim } from "../core/context/engine";

/** A claim of a summary that was corrected, or that nothing on record supports. */
export interface ClaimPicture {
  readonly text: string;
  readonly verdict: ReportedClaim["verdict"];
  /** What the record says instead. */
  readonly correction: string | null;
  /** The message that tells; null where the point is that there is none. */
  readonly messageId: string | null;
}

/** One compression; its id is the id of the session it created. */
export interface CompressionPicture extends Omit<CompressionReport, "claims"> {
  readonly claims: readonly ClaimPicture[];
  readonly id: string;
  readonly from: string;
  readonly state: "applied" | "undone";
  readonly outcome: "folded" | "fallback";
  readonly summaryId: string | null;
  readonly durationMs: number;
  readonly costUsd: number | null;
  /** 1 for the first in the chain; from the second on, accuracy may degrade, unless `originals` are recoverable. */
  readonly ordinal: number;
}

/** The part of the conversation that the user chose: everything before a message, or everything from it on. */
export interface ChosenRange {
  readonly kind: FoldRange["kind"];
  readonly messageId: string;
}

/** The plan of a compression that has not been applied. */
export interface PreviewPicture {
  readonly focusTopic: string | null;
  /** What the user chose to fold; null: the engine chooses. */
  readonly range: (ChosenRange & { readonly label: string }) | null;
  /** "unplanned": the engine does not say what it would do. */
  readonly state: "planned" | "drafting" | "drafted" | "nothing-to-compress" | "unplanned" | "failed";
  readonly reason: string | null;
  readonly beforeTokens: number;
  readonly projectedTokens: number;
  readonly thresholdTokens: number;
  readonly headMessages: number;
  readonly foldedMessages: number;
  readonly tailMessages: number;
  readonly prunedResults: number;
  readonly nextTurnCostUsd: number | null;
  readonly cacheRewriteUsd: number | null;
  readonly summaryCostUsd: number | null;
  readonly folds: readonly WithLabel<LargestBlock>[];
  readonly hiddenFolds: number;
  /** Present once drafted; the user may edit it before applying. */
  readonly draft: string | null;
  /** Claims that were corrected or marked in the draft. */
  readonly claims: readonly ClaimPicture[];
}

/** The same with its label in the language of the reader. */
export type WithLabel<Block extends { readonly label: unknown }> = Omit<Block, "label"> & { readonly label: string };
