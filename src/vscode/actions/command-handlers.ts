import { addTerminalToChat, addToChat } from "../attachments/add-to-chat";
import { reportProblem } from "../diagnostics/problem-report";
import { runSelfCheck } from "../diagnostics/self-check";
import { applyProposal } from "../editing/apply-proposal";
import { copyServerCommand } from "../foreign/door";
import {
  continueForeignSession,
  diffForeignCompaction,
  findForeignSessions,
  followForeignSession,
  inspectForeignSession,
  openForeignSession,
} from "../foreign/foreign-actions";
import { searchForeign } from "../foreign/foreign-search";
import { giveBackSession } from "../foreign/give-back";
import type { HostContext } from "../host/host-context";
import { openSessionFile } from "../web/session-file";
import type { CommandId } from "./command-table";
import { compress, compressWithFocus, diffCompression, undoCompression } from "./compression";
import { answerEdit } from "./editor";
import { showHistory } from "./history-actions";
import { selectModel, setApiKey, showUsage } from "./models";
import { cleanOutputs, deleteOutput, openOutput, putBackOutput, searchOutputs } from "./outputs";
import { selectEngine } from "./pickers/engine-picker";
import { chooseMcpServers } from "./pickers/mcp-picker";
import { addMcpServer } from "./pickers/mcp-wizard";
import { previewRange } from "./pickers/message-picker";
import { pinFromEditor } from "./pickers/pin-picker";
import { showSkills } from "./pickers/skill-picker";
import { emptyTrash, showTrash } from "./pickers/trash-picker";
import { startPlan } from "./review/plans";
import {
  branchSession,
  deleteSession,
  exportSession,
  importSessionFile,
  newSession,
  renameSession,
  resumeSession,
  searchSessions,
} from "./sessions";

type CommandHandlers = Readonly<Record<CommandId, (host: HostContext, ...args: readonly unknown[]) => unknown>>;

/** One function per command. Arguments come from menus, keybindings and other extensions, so their type is unknown. */
export const COMMAND_HANDLERS: CommandHandlers = {
  "hermes.newSession": (host) => newSession(host),
  "hermes.showHistory": (host) => showHistory(host),
  "hermes.resumeSession": (host, item) => resumeSession(host, item),
  "hermes.searchSessions": (host) => searchSessions(host),
  "hermes.renameSession": (host, item) => renameSession(host, item),
  "hermes.deleteSession": (host, item) => deleteSession(host, item),
  "hermes.showTrash": (host) => showTrash(host),
  "hermes.emptyTrash": (host) => emptyTrash(host),
  "hermes.branchSession": (host) => branchSession(host),
  "hermes.exportSession": (host, item) => exportSession(host, item),
  "hermes.importSession": (host) => importSessionFile(host),
  "hermes.openSessionFile": (host, file) => openSessionFile(host.readingPanels, file),
  "hermes.findForeignSessions": (host) => findForeignSessions(host),
  "hermes.openForeignSession": (host, item) => openForeignSession(host, item),
  "hermes.inspectForeignSession": (host, item) => inspectForeignSession(host, item),
  "hermes.diffForeignCompaction": (host, item) => diffForeignCompaction(host, item),
  "hermes.continueForeignSession": (host, item) => continueForeignSession(host, item),
  "hermes.giveBackSession": (host, item) => giveBackSession(host, item),
  "hermes.followForeignSession": (host, item) => followForeignSession(host, item),
  "hermes.stopFollowing": (host) => host.foreign.meter.stop(),
  "hermes.searchForeignSessions": (host) => searchForeign(host),
  "hermes.copyServerCommand": (host) => copyServerCommand(host),
  "hermes.compress": (host) => compress(host),
  "hermes.compressWithFocus": (host, topic) => compressWithFocus(host, topic),
  "hermes.compressUpTo": (host, id) => previewRange(host, "up-to", id),
  "hermes.compressFrom": (host, id) => previewRange(host, "from", id),
  "hermes.previewCompression": (host) => host.preview.open(),
  "hermes.undoCompression": (host, id) => undoCompression(host, id),
  "hermes.diffCompression": (host, id) => diffCompression(host, id),
  "hermes.openInspector": (host, section) => host.inspector.reveal(section === "context" ? "context" : undefined),
  "hermes.showAudit": (host) => host.inspector.reveal("audit"),
  "hermes.showUsage": (host) => showUsage(host),
  "hermes.openOutput": (host, item) => openOutput(host, item),
  "hermes.searchOutputs": (host, item) => searchOutputs(host, item),
  "hermes.putBackOutput": (host, item) => putBackOutput(host, item),
  "hermes.deleteOutput": (host, item) => deleteOutput(host, item),
  "hermes.cleanOutputs": (host) => cleanOutputs(host),
  "hermes.setApiKey": (host) => setApiKey(host),
  "hermes.selectModel": (host) => selectModel(host),
  "hermes.forgetLearntWindows": (host) => host.hermes.forgetLearnedWindows(),
  "hermes.selectEngine": (host) => selectEngine(host),
  "hermes.addMcpServer": () => addMcpServer(),
  "hermes.chooseMcpServers": (host) => chooseMcpServers(host),
  "hermes.showSkills": (host) => showSkills(host),
  "hermes.stop": (host) => host.hermes.agent.stop(),
  "hermes.addToChat": (host, target, targets) => addToChat(host, target, targets),
  "hermes.addTerminalToChat": (host) => addTerminalToChat(host),
  "hermes.pinToContext": (host, target, targets) => pinFromEditor(host, target, targets),
  "hermes.startPlan": (host, shown) => startPlan(host, shown),
  "hermes.acceptEdit": (host, shown) => answerEdit(host, shown, "accept"),
  "hermes.rejectEdit": (host, shown) => answerEdit(host, shown, "reject"),
  "hermes.applyProposal": (host, shown) => applyProposal(host.proposals, shown),
  "hermes.discardProposal": (host, shown) => host.proposals.discard(shown),
  "hermes.selfCheck": (host) => runSelfCheck(host),
  "hermes.reportProblem": (host) => reportProblem(host),
};
