import type { LearntLimits } from "../models/registry";
import type { Environment } from "../memory/system-prompt";
import type { TurnFacts } from "../memory/turn-attachment";
import type { AskApproval, Tool } from "../tools/tool";
import type { KeptApprovals } from "../tools/approval";
import type { EditorProblems } from "../tools/ports";
import type { TerminalRunner } from "../tools/terminal-runner";
import type { EngineFactory, EngineRefusal } from "./engine-choice";
import type { Ambient, Route, ToldNotices } from "./world";

/** What the program around the core provides: VS Code, or the headless host. */
export interface Host extends Ambient {
  /** Sessions, spilled outputs and checkpoints of this workspace. */
  readonly storageFolder: string;
  /** Memory that is not bound to a workspace. */
  readonly globalFolder: string;
  roots(): readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ripgrepPath: string;
  readonly askApproval: AskApproval;
  readonly keptApprovals?: KeptApprovals;
  trust(): "trusted" | "untrusted";
  /** The key for a provider, from wherever the host keeps secrets. */
  keyFor(provider: string): Promise<string | undefined>;
  /** A route only the host can offer: the editor's own language models. Any of them where no model is named. */
  hostRoute?(model: string): Promise<Route | undefined>;
  /** What rides in the newest user turn: date, branch, open editors, selection, problems. */
  turnFacts?(): Promise<TurnFacts>;
  /** Facts that hold for the whole session. */
  readonly environment: Pick<Environment, "platform" | "shell">;
  /** Windows learnt from refusals; without it they are forgotten with the process. */
  readonly learntLimits?: LearntLimits;
  /** Notices that are told once; without it they are told once in every process. */
  readonly toldNotices?: ToldNotices;
  readonly terminal?: TerminalRunner;
  /** Whether a person may allow a path outside the workspace, each time; refused by default. */
  readonly outsidePaths?: "refuse" | "ask";
  readonly problems?: EditorProblems;
  hasUnsavedChanges?(path: string): boolean;
  /** Told to MCP servers. */
  readonly version: string;
  /** Absent: every configured server is on. */
  isMcpServerOn?(server: string): boolean;
  /** A context engine another extension registered. */
  registeredEngine?(name: string): EngineFactory | undefined;
  /** A context engine from a trusted `.hermes/context-engines` folder, confirmed by the user. */
  folderEngine?(name: string): Promise<EngineFactory | EngineRefusal | undefined>;
  /** Tools other extensions registered. */
  registeredTools?(): readonly Tool[];
  readonly files?: {
    readonly sessionIndexWorker?: string;
    readonly tokenizerWorker?: string;
    readonly sqlWasm?: string;
  };
}
