import type { Sentence } from "../../base/sentence";
import type { DecidedBy, RunPlace, ToolCategory } from "../../tools/tool";

/** Why a call ran, or did not, in two parts: the decision, and how it ended. */
export type AuditRecord =
  | {
      readonly kind: "decided";
      readonly at: number;
      readonly callId: string;
      readonly tool: string;
      readonly category: ToolCategory;
      readonly title: Sentence;
      readonly subject: string;
      readonly verdict: "allowed" | "denied";
      readonly by: DecidedBy;
      /** Where a command ran, where that was not as usual. */
      readonly place?: Sentence;
    }
  | {
      readonly kind: "ended";
      readonly at: number;
      readonly callId: string;
      readonly failed: boolean;
      readonly exitCode: number | null;
      /** The user stopped it; it did not fail by itself. */
      readonly ending?: "stopped";
      /** Null in records of earlier versions. */
      readonly durationMs: number | null;
      /** Where a command ran, where that was not as usual, and whether it was refused anything there. */
      readonly ran?: { readonly words: Sentence; readonly refused: RunPlace["refused"] };
    };
