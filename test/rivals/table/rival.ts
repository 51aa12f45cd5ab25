import type { ReplyPart } from "../../support/model-server/reply";

/** A command-line agent that runs as a test partner: where it comes from, how it is set up, and how it is driven. */
export interface Rival {
  readonly id: string;
  readonly name: string;
  /** The npm package, at the pinned version. */
  readonly packageName: string;
  readonly version: string;
  /** What else a reader of its results has to know. */
  readonly remark?: string;
  /** Disk space after the installation, announced before the download. */
  readonly megabytes: number;
  /** The program in the installed folder. Install scripts are not run, so a platform package is started directly. */
  readonly program: (installed: string) => readonly [command: string, ...args: readonly string[]];
  /** Files to write before the first run, and the environment of every run. */
  readonly setUp: (place: RivalPlace) => RivalSetUp;
  /** The arguments that make the agent perform one turn and end. */
  readonly turn: (turn: RivalTurn) => readonly string[];
  /** "first-turn": the agent resumes in a terminal only, so that its recording ends with the first turn. */
  readonly records?: "first-turn";
  /** The agent's own call for an action, as the scripted model has to make it. */
  readonly call: (action: RivalAction) => ReplyPart;
  /** A window so small that the next turn starts with a compaction, for agents that compact in no other way. */
  readonly compactWindowTokens?: number;
  /** The folder below the home folder in which the agent keeps its sessions. */
  readonly sessions: string;
  /** The SQLite database below the home folder, for agents that keep their sessions in one. */
  readonly database?: string;
}

export interface RivalPlace {
  /** The agent's own, empty home folder. */
  readonly home: string;
  readonly workspace: string;
  /** Address of the model server on loopback. */
  readonly modelUrl: string;
  readonly windowTokens: number;
}

interface RivalSetUp {
  /** Text by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

export type RivalTurn =
  | { readonly kind: "new"; readonly prompt: string }
  | { readonly kind: "continue"; readonly prompt: string }
  | { readonly kind: "resume"; readonly sessionId: string; readonly prompt: string }
  /** Asks the agent to compact its conversation. */
  | { readonly kind: "compact" };

export type RivalAction =
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "delegate"; readonly prompt: string };

/** A key that opens nothing: the model server is the only address that a rival can reach. */
export const FAKE_KEY = "sk-ant-fake-000000000000000000000000";
export const RIVAL_MODEL = "claude-sonnet-4-5";

/** The prompt of a turn that only exists to compact, for agents without a command for it. */
export const COMPACT_PROMPT = "Compact the conversation.";
