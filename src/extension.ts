import type { ExtensionContext } from "vscode";
import { Uri, window } from "vscode";
import { createPresenter } from "./presenter/presenter";
import { sayError } from "./presenter/words/say";
import type { ViewMessage, ViewName } from "./protocol/messages";
import { say } from "./vscode/base/language";
import { Lifetime } from "./vscode/base/lifetime";
import { Log, messageOf } from "./vscode/base/log";
import { EditReviews } from "./vscode/editing/edit-reviews";
import { Proposals } from "./vscode/editing/proposals";
import type { ActivationContext } from "./vscode/host/host-context";
import { Registrations } from "./vscode/host/registrations";
import { Settings } from "./vscode/host/settings";
import { storageOf } from "./vscode/host/storage-folder";
import { readLastSession } from "./vscode/host/stored-state";
import { registerCommands } from "./vscode/register-commands";
import type { Runtime } from "./vscode/runtime";
import { ChatView } from "./vscode/views/chat-view";
import { Documents } from "./vscode/views/documents";
import { InspectorPanel } from "./vscode/views/inspector-panel";
import { Meter } from "./vscode/views/meter";
import { OutputFiles } from "./vscode/views/output-files";
import { OutputsTree } from "./vscode/views/outputs-tree";
import { SessionsTree } from "./vscode/views/sessions-tree";
import { ViewHost } from "./vscode/views/view-host";
import { ViewHub } from "./vscode/views/view-hub";

/** The API for other extensions. */
export interface HermesApi extends Pick<Registrations, "registerContextEngine" | "registerTool"> {
  readonly version: string;
}

/** Builds each object once and wires them. The agent itself is loaded with the first click. */
export function activate(context: ExtensionContext): HermesApi {
  const life = new Lifetime();
  context.subscriptions.push(life);
  const log = life.own(new Log());
  const hadSession = readLastSession(context.workspaceState) !== undefined;
  const presenter = createPresenter(say, hadSession ? "returning" : "ready");
  const report = (error: unknown) => {
    log.error(messageOf(error));
    void window.showErrorMessage(`Hermes: ${sayError(error, say)}`);
  };
  let loaded: Promise<Runtime> | undefined;
  const runtime = (): Promise<Runtime> => {
    loaded ??= import("./vscode/runtime").then(({ createRuntime }) => createRuntime(activation, report));
    return loaded;
  };
  life.own({ dispose: () => void loaded?.then((one) => one.dispose()) });

  const receive = (message: ViewMessage) =>
    void runtime()
      .then((one) => one.receive(message))
      .catch(report);
  const createPage = (view: ViewName) => new ViewHost({ extension: context.extensionUri, view, presenter, receive });
  const [chatPage, inspectorPage] = [createPage("chat"), createPage("inspector")];
  const sessionsTree = new SessionsTree(
    async () => (await runtime()).host.hermes.sessions.list(),
    async () => (await runtime()).otherSessions(),
  );
  const outputsTree = new OutputsTree({
    list: async () => (await runtime()).host.hermes.spills.list(),
    describe: async (session) => (await runtime()).describeSession(session),
    retentionDays: () => activation.settings.current.toolOutput.retentionDays,
  });
  const outputFiles = new OutputFiles(Uri.joinPath(storageOf(context), "tool-results"));
  const activation: ActivationContext = {
    context,
    log,
    chatPage,
    settings: life.own(new Settings(log)),
    documents: new Documents(),
    proposals: new Proposals(),
    editReviews: new EditReviews(),
    views: new ViewHub(presenter, [chatPage, inspectorPage], life.own(new Meter())),
    chat: new ChatView(chatPage),
    inspector: life.own(new InspectorPanel(inspectorPage, context.extensionUri)),
    registrations: new Registrations((reason) => log.warn(reason)),
    refreshTrees() {
      sessionsTree.refresh();
      outputsTree.refresh();
    },
  };

  const { chat, inspector, documents, proposals, editReviews, registrations } = activation;
  for (const view of [chat, inspector, documents, proposals, editReviews, sessionsTree, outputsTree, outputFiles])
    life.own(view.register());
  life.own(registerCommands(async (id, args) => (await runtime()).runCommand(id, args), report));
  const finishStart = async () => {
    if (activation.settings.current.chat.openOnStart) await chat.reveal();
    // A window that had a session shows its meter again without a click.
    if (hadSession) await (await runtime()).host.sessionRestorer.restore();
  };
  // The timer keeps this out of activation.
  const timer = setTimeout(() => void finishStart().catch(report), 0);
  life.own({ dispose: () => clearTimeout(timer) });
  const { registerContextEngine, registerTool } = registrations;
  return { registerContextEngine, registerTool, version: context.extension.packageJSON.version };
}
