import type { ExtensionContext } from "vscode";
import type { Hermes } from "../../core/agent/compose";
import type { HistoryPage } from "../actions/history/history-page";
import type { CompressionPreview } from "../actions/preview";
import type { SessionRestorer } from "../actions/restore-session";
import type { Attachments } from "../attachments/attachments";
import type { Log } from "../base/log";
import type { EditReviews } from "../editing/edit-reviews";
import type { FileFinder } from "../editing/file-finder";
import type { PlanDocuments } from "../editing/plan-documents";
import type { Proposals } from "../editing/proposals";
import type { ForeignMeter } from "../foreign/foreign-meter";
import type { ForeignPanels } from "../foreign/foreign-panels";
import type { ForeignSessions } from "../foreign/foreign-sessions";
import type { ContentConsent } from "../trust/content-consent";
import type { ServerConsent } from "../trust/server-consent";
import type { ServerFiles } from "../trust/server-files";
import type { ChatView } from "../views/chat-view";
import type { Documents } from "../views/documents";
import type { InspectorPanel } from "../views/inspector-panel";
import type { ReadingPanels } from "../views/reading-panels";
import type { ViewHost } from "../views/view-host";
import type { ViewHub } from "../views/view-hub";
import type { Questions } from "./questions";
import type { Registrations } from "./registrations";
import type { Secrets } from "./secrets";
import type { Settings } from "./settings";

/** Built once by `activate`, without touching disk or network. */
export interface ActivationContext {
  readonly context: ExtensionContext;
  readonly log: Log;
  readonly settings: Settings;
  readonly documents: Documents;
  readonly proposals: Proposals;
  readonly editReviews: EditReviews;
  readonly views: ViewHub;
  readonly chat: ChatView;
  readonly chatPage: ViewHost;
  readonly inspector: InspectorPanel;
  readonly registrations: Registrations;
  /** The trees read the disk again. */
  refreshTrees(): void;
}

/** Everything an action works with: the first argument of each. Built when the agent is loaded. */
export interface HostContext extends ActivationContext {
  readonly hermes: Hermes;
  readonly secrets: Secrets;
  readonly questions: Questions;
  readonly serverConsent: ServerConsent;
  readonly serverFiles: ServerFiles;
  readonly contentConsent: ContentConsent;
  readonly fileFinder: FileFinder;
  readonly plans: PlanDocuments;
  readonly attachments: Attachments;
  readonly preview: CompressionPreview;
  readonly history: HistoryPage;
  readonly sessionRestorer: SessionRestorer;
  /** Sessions of other agents: what is known of them, their pages, and the meter that follows one. */
  readonly foreign: {
    readonly sessions: ForeignSessions;
    readonly panels: ForeignPanels;
    readonly meter: ForeignMeter;
  };
  /** Pages of session files that are only looked at. */
  readonly readingPanels: ReadingPanels;
  /** The first folder of the workspace, where relative paths begin. */
  readonly workspaceFolder: string;
}
