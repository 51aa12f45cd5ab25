import type { Wording } from "../wording";

export const composerWords = {
  // Composer.
  commands: "Commands",
  composerLabel: "Message to Hermes",
  composerPlaceholder: "Ask anything — / commands, @ files",
  composerQueue: "Type your next message; it will be queued",
  addFile: "Mention a file",
  addImage: "Add an image",
  removeImage: "Remove image",
  stop: "Stop",
  send: "Send",
  sendToQueue: "Send after this turn",
  slash_compress: "Compress now, optionally with a focus",
  slash_preview: "Preview a compression",
  slash_undo: "Undo the last compression",
  slash_new: "New session",
  slash_resume: "Resume a session",
  slash_search: "Search all sessions",
  slash_branch: "Branch from here",
  slash_inspector: "Open context inspector",
  slash_usage: "Tokens and cost",
  slash_insights: "Usage by day, model, and session",
  slash_model: "Select model",
  slash_export: "Export this session",
  slash_import: "Import a session",
  slash_help: "Show what Hermes can do",
  slash_pin: "Pin an instruction",

  // Conversation and first run.
  conversation: "Conversation",
  toEnd: "Jump to latest",
  emptyTitle: "What would you like to build?",
  emptyText: "Hermes shows you what the model sees, tells you when it changes, and lets you undo the change.",
  rehearsalText:
    "No API key is set, so the built-in rehearsal model answers. It uses real tools on your workspace, " +
    "so you can see how the gauge, caching, and compression work.",
  starterExplain: "Explain how this project is structured",
  starterTests: "Run the tests and explain what fails",
  starterFix: "Find and fix a bug in the open file",
  hintSlash: "commands",
  hintFiles: "mention files",
  hintHistory: "earlier messages",
  openWalkthrough: "Take the tour",
  openSettings: "Settings",

  // Activity.
  goToApproval: "Go to request",
  queueLabel: "Queued messages",
  removeFromQueue: "Remove from queue",
  activity_idle: "Ready",
  activity_requesting: "Waiting for the model…",
  activity_thinking: "Thinking…",
  activity_replying: "Replying…",
  "activity_writing-call": {
    one: "Preparing a tool call ({count} character)…",
    other: "Preparing a tool call ({count} characters)…",
  },
  "activity_running-tool": "Running {name}…",
  "activity_waiting-approval": "Waiting for your approval",
  activity_compressing: "Compressing the context…",
  "activity_waiting-retry": "Retrying in {time} (attempt {attempt}): {reason}",
} as const satisfies Readonly<Record<string, Wording>>;
