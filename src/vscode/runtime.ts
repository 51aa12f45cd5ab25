import { Disposable, workspace } from "vscode";
import type { Hermes } from "../core/agent/compose";
import { createHermes, fingerprintOf } from "../core/host";
import { sayError } from "../presenter/words/say";
import type { ViewMessage } from "../protocol/messages";
import { COMMAND_HANDLERS } from "./actions/command-handlers";
import type { CommandId } from "./actions/command-table";
import { HistoryPage } from "./actions/history/history-page";
import { describeSession } from "./actions/outputs";
import { CompressionPreview } from "./actions/preview";
import { receive } from "./actions/receive";
import { SessionRestorer } from "./actions/restore-session";
import { Attachments } from "./attachments/attachments";
import { readMention } from "./attachments/read-mention";
import { say } from "./base/language";
import { FileFinder } from "./editing/file-finder";
import { PlanDocuments } from "./editing/plan-documents";
import { registerDoor } from "./foreign/door";
import { receiveFromForeign } from "./foreign/foreign-actions";
import { listOthers, windowOf } from "./foreign/foreign-list";
import { ForeignMeter } from "./foreign/foreign-meter";
import { ForeignPanels } from "./foreign/foreign-panels";
import { ForeignSessions } from "./foreign/foreign-sessions";
import { createHost, workspaceFolderOf } from "./host/create-host";
import { createEventHandler } from "./host/handle-events";
import type { ActivationContext, HostContext } from "./host/host-context";
import { Questions } from "./host/questions";
import { Secrets } from "./host/secrets";
import { readControls } from "./host/stored-state";
import { watchWorkspaceState } from "./host/window-state";
import { ContentConsent } from "./trust/content-consent";
import { ServerConsent } from "./trust/server-consent";
import { ServerFiles } from "./trust/server-files";
import { askToStart } from "./trust/server-question";
import type { OtherItem } from "./views/foreign-items";
import type { DescribeSession } from "./views/outputs-tree";
import { ReadingPanels } from "./views/reading-panels";

/** The agent and everything that acts on it: loaded and built at the first click, not at activation. */
export interface Runtime {
  readonly host: HostContext;
  receive(message: ViewMessage): Promise<void>;
  runCommand(id: CommandId, args: readonly unknown[]): unknown;
  readonly describeSession: DescribeSession;
  /** The rows of the sessions tree for other agents. */
  otherSessions(): Promise<readonly OtherItem[]>;
  dispose(): Promise<void>;
}

export function createRuntime(activation: ActivationContext, report: (error: unknown) => void): Runtime {
  const host = createHostContext(activation, report);
  const watching = Disposable.from(
    watchSettings(host, report),
    watchChangedFiles(host, report),
    watchWorkspaceState(host),
    registerDoor(host),
    host.foreign.panels,
    host.foreign.meter,
  );
  return {
    host,
    receive: (message) => receive(host, message),
    runCommand: (id, args) => COMMAND_HANDLERS[id](host, ...args),
    describeSession: (session) => describeSession(host, session),
    otherSessions: () => listOthers(host),
    dispose() {
      watching.dispose();
      return host.hermes.close();
    },
  };
}

function createHostContext(activated: ActivationContext, report: (error: unknown) => void): HostContext {
  // Events may arrive while the agent is built.
  let history: HistoryPage | undefined;
  const activation: ActivationContext = {
    ...activated,
    refreshTrees() {
      activated.refreshTrees();
      history?.refresh().catch(report);
    },
  };
  const secrets = new Secrets(activation.context.secrets);
  const { editReviews } = activation;
  const questions = new Questions({
    onAsked: (request) => void editReviews.show(request, "leave").catch(report),
    onSettled: (callId) => void editReviews.close(callId).catch(report),
  });
  const { workspaceState } = activation.context;
  const serverConsent = new ServerConsent({ state: workspaceState, fingerprint: fingerprintOf, ask: askToStart });
  const plans = new PlanDocuments();
  const emit = createEventHandler(activation, plans, () => hermes);
  const contentConsent = new ContentConsent(workspaceState);
  const serverFiles = new ServerFiles({
    folder: () => workspace.workspaceFolders?.[0]?.uri.fsPath,
    trust: () => (workspace.isTrusted ? "trusted" : "untrusted"),
    warn: (problem) => activation.log.warn(say(problem)),
  });
  const consents = { secrets, questions, serverConsent, serverFiles, contentConsent };
  const workspaceFolder = workspaceFolderOf(activation);
  const sessions = new ForeignSessions(activation.context, activation.settings, () => workspaceFolder);
  const hermes: Hermes = createHermes(createHost(activation, { ...consents, emit, foreignSessions: sessions }));
  const parts = { ...activation, hermes, plans, ...consents };
  history = new HistoryPage({ ...parts, others: sessions, folder: workspaceFolder });
  hermes.agent.controls.change(readControls(workspaceState));
  const host: HostContext = {
    ...parts,
    fileFinder: new FileFinder(),
    attachments: new Attachments(
      (mention) => readMention(hermes, mention),
      (error) => sayError(error, say),
    ),
    history,
    preview: new CompressionPreview(parts),
    sessionRestorer: new SessionRestorer(parts),
    workspaceFolder,
    readingPanels: new ReadingPanels(activation.context.extensionUri),
    foreign: {
      sessions,
      panels: new ForeignPanels(
        activation.context.extensionUri,
        (view, message) => void receiveFromForeign(host, view, message).catch(report),
      ),
      meter: new ForeignMeter(sessions, windowOf),
    },
  };
  return host;
}

/** What a user types in a changed file moves Hermes's changes, and may take some of them back. */
const watchChangedFiles = ({ hermes, views }: HostContext, report: (error: unknown) => void) =>
  workspace.onDidSaveTextDocument(({ uri }) => {
    const isListed = views.presenter.chat().changes.files.some(({ path }) => path === uri.fsPath);
    if (isListed) hermes.agent.review.refresh().catch(report);
  });

/** Settings that decide which model answers and how large its window is. */
const ROUTE_SETTINGS = [
  "hermes.provider",
  "hermes.model",
  "hermes.baseUrl",
  "hermes.contextLength",
  "hermes.maxOutputTokens",
];

const watchSettings = ({ settings, hermes }: HostContext, report: (error: unknown) => void) =>
  settings.onDidChange((change) => {
    if (ROUTE_SETTINGS.some((id) => change.affectsConfiguration(id))) hermes.agent.changeRoute().catch(report);
    if (change.affectsConfiguration("hermes.approval")) hermes.agent.controls.announce();
    if (change.affectsConfiguration("hermes.context.engine")) hermes.agent.changeEngine().catch(report);
  });
