/** The list of sessions that the chat shows in place of the conversation. */
export interface HistoryPicture {
  /** What was searched for; empty for all sessions. */
  readonly query: string;
  /** "searching": more lines may follow. */
  readonly state: "loading" | "searching" | "ready";
  /** Newest first; for a query, the best find first. */
  readonly lines: readonly HistoryLine[];
  /** Why not everything could be searched. */
  readonly problem: string | null;
  /** Sessions that only a search reaches. */
  readonly more: number;
  /** The session that was deleted last, while it can be brought back. */
  readonly deleted: { readonly id: string; readonly title: string } | null;
  /** "ask": the user has not said yet whether sessions of other agents are listed too. */
  readonly others: "ask" | "settled";
}

export interface HistoryLine {
  readonly id: string;
  /** The product that wrote it; null for Hermes. */
  readonly agent: string | null;
  readonly title: string;
  readonly lastUsedAt: number;
  /** "undone": the compressed copy that an undo left behind. */
  readonly state: "open" | "closed" | "undone";
  /** Null where only the session itself knows, which is not read for a list. */
  readonly figures: HistoryFigures | null;
  readonly found: FoundPassage | null;
}

/** What a conversation took, with its compressions and sub-agents. */
interface HistoryFigures {
  readonly engine: string;
  readonly messages: number;
  readonly tokens: number;
  readonly costUsd: number | null;
}

/** The passage that a search found in a session. */
export interface FoundPassage {
  /** Null where the message cannot be shown by itself. */
  readonly messageId: string | null;
  readonly text: string;
}
