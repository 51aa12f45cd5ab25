import type { Wording } from "../wording";

/** The list of sessions. */
export const historyWords = {
  history: "History",
  historyBack: "Back to the chat",
  historySearch: "Search all sessions",
  historyCount: { one: "{count} session", other: "{count} sessions" },
  historyLoading: "Loading sessions…",
  historySearching: "Searching…",
  historyEmpty: "No sessions yet. Every conversation is listed here.",
  historyNothing: "No session contains “{query}”.",
  historyMore: {
    one: "{count} older session is found by searching.",
    other: "{count} older sessions are found by searching.",
  },
  historyOpen: "open now",
  historyUndone: "undone compression",
  historyMessages: { one: "{count} message", other: "{count} messages" },
  historyTokens: "{tokens} tokens",
  historyRename: "Rename (F2)",
  historyTitle: "Title of the session",
  historyDelete: "Delete (moves it to the trash)",
  historyDeleted: "“{title}” was moved to the trash.",
  historyUndo: "Undo",
  historyOthers: "Look for sessions of other agents…",
  historyWaiting: "Hermes waits for your approval in the chat.",
  day_today: "Today",
  day_yesterday: "Yesterday",
  day_week: "Last 7 days",
  day_month: "Last 30 days",
  day_older: "Older",
} as const satisfies Readonly<Record<string, Wording>>;
