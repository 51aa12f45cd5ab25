import type { ExtensionContext, LogOutputChannel } from "vscode";
import type { Hermes } from "../core/agent/compose";
import type { Interpret } from "../presenter/interpreter";
import type { ChatView } from "./chat-view";
import type { Documents } from "./documents";
import type { InspectorPanel } from "./inspector-panel";
import type { Proposals } from "./proposals";
import type { Questions } from "./questions";
import type { Registry } from "./registry";
import type { Secrets } from "./secrets";
import type { Settings } from "./settings";
import type { Stage } from "./stage";
import type { ViewHost } from "./view-host";

/** What `activate` builds once, without touching disk or network. */
export interface Shell {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly documents: Documents;
  readonly proposals: Proposals;
  readonly questions: Questions;
  readonly stage: Stage;
  readonly chat: ChatView;
  readonly chatPage: ViewHost;
  readonly inspector: InspectorPanel;
  readonly registry: Registry;
  readonly interpret: Interpret;
  /** The trees look at the disk again. */
  refreshTrees(): void;
}

/** The shell and the core at work in it. Commands and messages of the pages act on these and on nothing else. */
export interface Parts extends Shell {
  readonly hermes: Hermes;
  /** The first folder of the workspace, where relative paths begin. */
  readonly workspaceFolder: string;
}
