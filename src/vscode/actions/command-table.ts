/**
 * Every command, once. package.json repeats ids and icons for VS Code: `npm run contributions` writes them, and a test
 * keeps the two equal. The titles are in package.nls.json under `command.<name>`; `command-handlers.ts` has the code.
 */
export const COMMANDS = {
  "hermes.newSession": { icon: "add" },
  "hermes.resumeSession": { icon: "history" },
  "hermes.searchSessions": { icon: "search" },
  "hermes.renameSession": { icon: "edit" },
  "hermes.deleteSession": { icon: "trash" },
  "hermes.showTrash": {},
  "hermes.emptyTrash": {},
  "hermes.branchSession": { icon: "repo-forked" },
  "hermes.exportSession": { icon: "export" },
  "hermes.importSession": {},
  "hermes.compress": { icon: "fold" },
  "hermes.compressWithFocus": {},
  "hermes.previewCompression": { icon: "eye" },
  "hermes.undoCompression": { icon: "discard" },
  "hermes.diffCompression": { icon: "diff" },
  "hermes.openInspector": { icon: "dashboard" },
  "hermes.showAudit": { icon: "shield" },
  "hermes.showUsage": { icon: "graph" },
  "hermes.openOutput": { icon: "go-to-file" },
  "hermes.searchOutputs": { icon: "search" },
  "hermes.putBackOutput": { icon: "reply" },
  "hermes.deleteOutput": { icon: "trash" },
  "hermes.cleanOutputs": { icon: "clear-all" },
  "hermes.setApiKey": { icon: "key" },
  "hermes.selectModel": { icon: "server-environment" },
  "hermes.forgetLearntWindows": {},
  "hermes.selectEngine": { icon: "layers" },
  "hermes.chooseMcpServers": { icon: "plug" },
  "hermes.showSkills": { icon: "mortar-board" },
  "hermes.stop": { icon: "debug-stop" },
  "hermes.addToChat": { icon: "comment-discussion" },
  "hermes.addTerminalToChat": {},
  "hermes.acceptEdit": { icon: "check" },
  "hermes.rejectEdit": { icon: "close" },
  "hermes.applyProposal": { icon: "check" },
  "hermes.discardProposal": { icon: "discard" },
} as const satisfies Readonly<Record<`hermes.${string}`, { readonly icon?: string }>>;

export type CommandId = keyof typeof COMMANDS;
