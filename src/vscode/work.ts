import type { Disposable } from "vscode";
import { createHermes, sessionId, subjectOf } from "../core/index";
import type { Hermes } from "../core/agent/compose";
import type { ViewMessage } from "../protocol";
import { createActions } from "./actions";
import { selectEngine } from "./engine-picker";
import type { CommandHandlers } from "./commands";
import { createFollowUp } from "./follow-up";
import { createHost, workspaceFolderOf } from "./host";
import { chooseMcpServers } from "./mcp-picker";
import type { Parts, Shell } from "./parts";
import type { DescribeSession } from "./outputs-tree";
import { createReceiver } from "./receive";

/** Everything behind the first click: loaded and built then, not at activation. */
export interface Work {
  readonly hermes: Hermes;
  readonly handlers: CommandHandlers;
  receive(message: ViewMessage): void;
  /** Takes up the session this window had. */
  greet(): Promise<void>;
  readonly describeSession: DescribeSession;
  readonly watching: Disposable;
}

export function createWork(shell: Shell, report: (error: unknown) => void): Work {
  const host = createHost(shell);
  const followUp = createFollowUp(shell, () => hermes);
  const hermes: Hermes = createHermes({ ...host, emit: (event) => (host.emit(event), followUp(event)) });
  const parts: Parts = { ...shell, hermes, workspaceFolder: workspaceFolderOf(shell) };
  const actions = createActions(parts);
  const changesRoute = [
    "hermes.provider",
    "hermes.model",
    "hermes.baseUrl",
    "hermes.contextLength",
    "hermes.maxOutputTokens",
  ];
  return {
    hermes,
    receive: createReceiver(parts, actions, report),
    greet: () => actions.greet(),
    describeSession: (session) => describeSession(hermes, session),
    watching: shell.settings.onDidChange((change) => {
      if (changesRoute.some((id) => change.affectsConfiguration(id))) hermes.agent.changeRoute().catch(report);
      if (change.affectsConfiguration("hermes.context.engine")) hermes.agent.changeEngine().catch(report);
    }),
    handlers: {
      "hermes.newSession": () => actions.newSession(),
      "hermes.resumeSession": (item) => actions.resumeSession(item),
      "hermes.searchSessions": () => actions.searchSessions(),
      "hermes.renameSession": (item) => actions.renameSession(item),
      "hermes.deleteSession": (item) => actions.deleteSession(item),
      "hermes.branchSession": () => actions.branchSession(),
      "hermes.exportSession": (item) => actions.exportSession(item),
      "hermes.importSession": () => actions.importSession(),
      "hermes.compress": () => actions.compress(),
      "hermes.compressWithFocus": (topic) => actions.compressWithFocus(topic),
      "hermes.previewCompression": () => actions.previewCompression(),
      "hermes.undoCompression": (id) => actions.undoCompression(id),
      "hermes.diffCompression": (id) => actions.diffCompression(id),
      "hermes.openInspector": () => shell.inspector.reveal(),
      "hermes.showUsage": () => actions.showUsage(),
      "hermes.openOutput": (item) => actions.openOutput(item),
      "hermes.searchOutputs": (item) => actions.searchOutputs(item),
      "hermes.putBackOutput": (item) => actions.putBackOutput(item),
      "hermes.deleteOutput": (item) => actions.deleteOutput(item),
      "hermes.cleanOutputs": () => actions.cleanOutputs(),
      "hermes.setApiKey": () => actions.setApiKey(),
      "hermes.selectModel": () => actions.selectModel(),
      "hermes.forgetLearntWindows": () => hermes.forgetLearntWindows(),
      "hermes.selectEngine": () => selectEngine(parts),
      "hermes.chooseMcpServers": () => chooseMcpServers(parts),
      "hermes.stop": () => actions.stop(),
      "hermes.addToChat": (target, targets) => actions.addToChat(target, targets),
      "hermes.addTerminalToChat": () => actions.addTerminalToChat(),
      "hermes.applyProposal": (shown) => shell.proposals.apply(shown),
      "hermes.discardProposal": (shown) => shell.proposals.discard(shown),
    },
  };
}

/** Outputs outlive their sessions; what was deleted is called by its id. */
async function describeSession({ sessions }: Hermes, id: string): ReturnType<DescribeSession> {
  const session = await sessions.read(sessionId(id)).catch(() => undefined);
  const parts = session?.messages.flatMap((message) => (message.role === "assistant" ? message.parts : [])) ?? [];
  return {
    title: session?.title ?? id,
    calls: new Map(
      parts.flatMap((part) =>
        part.type === "tool-call" ? [[part.callId, { tool: part.name, subject: subjectOf(part.inputJson) }]] : [],
      ),
    ),
  };
}
