import type { JsonValue } from "../base/json";
import type { Sentence } from "../base/sentence";
import type { ContextEngine } from "../context/engine";
import type { AgentOffer } from "../delegation/find-kinds";
import type { Environment } from "../memory/system-prompt";
import type { TurnFacts } from "../memory/turn-attachment";
import type { LearnedLimits } from "../models/learned-limits";
import type { KeptApprovals } from "../tools/approval";
import type { OfferedServers } from "../tools/mcp/servers";
import type { EditorProblems, PastSessions } from "../tools/ports";
import type { TerminalRunner } from "../tools/shell/terminal-runner";
import type { AskApproval, Tool } from "../tools/tool";
import type { Ambient, OutsideEngineOptions, Route, SeenNotices, SessionSwitch } from "./world";

/** Creates an engine for one session; the options hold the summarizer and the window. */
export type CreateEngine = (options: OutsideEngineOptions) => ContextEngine;

/** The folder of an engine exists but provides none: it is broken, not allowed, or in an untrusted workspace. */
export interface EngineRefusal {
  /** For the user: the reason, and how to fix it. */
  readonly refusal: Sentence;
}

/** Everything the program around core provides: VS Code, or the headless host. */
export interface Host extends Ambient {
  /** Sessions, spilled outputs and checkpoints of this workspace. */
  readonly storageFolder: string;
  /** Memory shared by all workspaces. */
  readonly globalFolder: string;
  /** The user's home folder, whose `.hermes` holds skills for every workspace; absent: there are none. */
  readonly homeFolder?: string;
  roots(): readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ripgrepPath: string;
  readonly askApproval: AskApproval;
  readonly keptApprovals?: KeptApprovals;
  trust(): "trusted" | "untrusted";
  /** The key that was entered for a provider at one server (`https://host:port`), from the host's secret storage. */
  keyFor(provider: string, origin: string): Promise<string | undefined>;
  /** The editor's own language models, which only the host can reach; any of them where no model is named. */
  hostRoute?(model: string): Promise<Route | undefined>;
  /** Attached to the newest user message: date, branch, open editors, selection, problems. */
  turnFacts?(): Promise<TurnFacts>;
  /** Facts that hold for the whole session. */
  readonly environment: Pick<Environment, "platform" | "shell">;
  /** Windows learned from refusals; without a store they are lost when the process ends. */
  readonly learnedLimits?: LearnedLimits;
  /** Notices that are shown once; without a store they are shown once in every process. */
  readonly seenNotices?: SeenNotices;
  readonly terminal?: TerminalRunner;
  /** Whether the user is asked about each path outside the workspace; refused by default. */
  readonly outsidePaths?: "refuse" | "ask";
  readonly problems?: EditorProblems;
  hasUnsavedChanges?(path: string): boolean;
  /** Sent to MCP servers. */
  /** For memory that others keep: told whenever a session is replaced by another one. */
  onSessionSwitch?(change: SessionSwitch): void;
  readonly version: string;
  /** Sessions of other agents, where the user lets the model search them. */
  otherSessions?(): PastSessions | undefined;
  /** MCP servers that files of the workspace name, and the question about each. */
  readonly offeredServers?: OfferedServers;
  /** Whether agents that were written for other products may be used; absent: they are not. */
  confirmAgents?(offer: AgentOffer): Promise<"use" | "leave">;
  /** Hooks that a file of the workspace offers, once the user has allowed their content; undefined: none. */
  workspaceHooks?(): Promise<JsonValue | undefined>;
  /** Absent: every configured server is enabled. */
  isMcpServerOn?(server: string): boolean;
  /** A context engine that another extension registered. */
  registeredEngine?(name: string): CreateEngine | undefined;
  /** A context engine from a trusted `.hermes/context-engines` folder, confirmed by the user. */
  folderEngine?(name: string): Promise<CreateEngine | EngineRefusal | undefined>;
  /** Tools that other extensions registered. */
  registeredTools?(): readonly Tool[];
  readonly files?: {
    readonly sessionIndexWorker?: string;
    readonly tokenizerWorker?: string;
    readonly sqlWasm?: string;
  };
}
