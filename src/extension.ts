import { Uri, l10n, window } from "vscode";
import type { ExtensionContext } from "vscode";
import { createInterpreter } from "./presenter/interpreter";
import { createPresenter } from "./presenter/presenter";
import { ChatView } from "./vscode/chat-view";
import { registerCommands } from "./vscode/commands";
import { Documents } from "./vscode/documents";
import { InspectorPanel } from "./vscode/inspector-panel";
import { Lifetime } from "./vscode/lifetime";
import { createLog, messageOf } from "./vscode/log";
import { Meter } from "./vscode/meter";
import { OutputFiles } from "./vscode/output-files";
import { OutputsTree } from "./vscode/outputs-tree";
import type { Shell } from "./vscode/parts";
import { Proposals } from "./vscode/proposals";
import { Questions } from "./vscode/questions";
import { LAST_SESSION, Registry } from "./vscode/registry";
import { Secrets } from "./vscode/secrets";
import { SessionsTree } from "./vscode/sessions-tree";
import { Settings } from "./vscode/settings";
import { Stage } from "./vscode/stage";
import { storageOf } from "./vscode/storage-folder";
import { ViewHost } from "./vscode/view-host";
import type { Work } from "./vscode/work";

/** What other extensions get. */
export interface HermesApi extends Pick<Registry, "registerContextEngine" | "registerTool"> {
  readonly version: string;
}

/** Builds each object once and wires them. The agent itself is loaded with the first click. */
export function activate(context: ExtensionContext): HermesApi {
  const life = new Lifetime();
  context.subscriptions.push(life);
  const log = life.own(createLog());
  const presenter = createPresenter();
  const interpret = createInterpreter(l10n.bundle ?? {});
  const [chatPage, inspectorPage] = [
    new ViewHost({ extension: context.extensionUri, view: "chat", presenter }),
    new ViewHost({ extension: context.extensionUri, view: "inspector", presenter }),
  ];
  const report = (error: unknown) => {
    log.error(messageOf(error));
    void window.showErrorMessage(`Hermes: ${interpret(messageOf(error))}`);
  };
  const sessionsTree = new SessionsTree(async () => (await work()).hermes.sessions.list());
  const outputsTree = new OutputsTree({
    list: async () => (await work()).hermes.spills.list(),
    describe: async (session) => (await work()).describeSession(session),
    retentionDays: () => shell.settings.current.toolOutput.retentionDays,
  });
  const outputFiles = new OutputFiles(Uri.joinPath(storageOf(context), "tool-results"));
  const shell: Shell = {
    context,
    log,
    chatPage,
    interpret,
    settings: life.own(new Settings(log)),
    secrets: new Secrets(context.secrets),
    documents: new Documents(),
    proposals: new Proposals(),
    questions: new Questions(),
    stage: new Stage(presenter, [chatPage, inspectorPage], life.own(new Meter()), interpret),
    chat: new ChatView(chatPage),
    inspector: life.own(new InspectorPanel(inspectorPage, context.extensionUri)),
    registry: new Registry((reason) => log.warn(reason)),
    refreshTrees: () => [sessionsTree, outputsTree].forEach((tree) => tree.refresh()),
  };

  let loaded: Promise<Work> | undefined;
  const work = (): Promise<Work> =>
    (loaded ??= import("./vscode/work").then(({ createWork }) => createWork(shell, report)));
  for (const page of [chatPage, inspectorPage])
    life.own(page.onDidReceive((message) => void work().then(({ receive }) => receive(message), report)));
  for (const view of [
    shell.chat,
    shell.inspector,
    shell.documents,
    shell.proposals,
    sessionsTree,
    outputsTree,
    outputFiles,
  ])
    life.own(view.register());
  life.own(registerCommands(async (id, args) => (await work()).handlers[id](...args), report));
  // A window that had a session shows its meter again without a click; a timer keeps that out of activation.
  if (context.workspaceState.get(LAST_SESSION) !== undefined)
    life.own(
      later(
        () =>
          void work()
            .then(({ greet }) => greet())
            .catch(report),
      ),
    );
  life.own({ dispose: () => void loaded?.then(({ hermes, watching }) => (watching.dispose(), hermes.close())) });

  return {
    registerContextEngine: shell.registry.registerContextEngine,
    registerTool: shell.registry.registerTool,
    version: context.extension.packageJSON.version,
  };
}

function later(deed: () => void): { dispose(): void } {
  const timer = setTimeout(deed, 0);
  return { dispose: () => clearTimeout(timer) };
}
