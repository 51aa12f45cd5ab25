import type { SessionId } from "../conversation/ids";
import type { ToolContext, ToolOutcome } from "./tool";

/** Built-in tools reach other parts of Hermes through these ports. A tool whose port the host lacks is not offered. */

export interface TodoItem {
  readonly text: string;
  readonly state: "open" | "doing" | "done";
}

export interface TodoLists {
  read(session: SessionId): readonly TodoItem[];
  write(session: SessionId, items: readonly TodoItem[]): void;
}

/** `MEMORY.md` holds facts learned about the work, `USER.md` facts about the user. */
export interface MemoryFiles {
  pathOf(file: MemoryFile): string;
  read(file: MemoryFile): Promise<string>;
  write(file: MemoryFile, text: string): Promise<void>;
}

export interface MemoryFile {
  readonly name: "MEMORY.md" | "USER.md";
  readonly scope: "workspace" | "global";
}

/** Plans as documents for the user. */
export interface Plans {
  /** True in plan mode; elsewhere the agent is to do the work instead of planning it. */
  areWanted(): boolean;
  write(session: SessionId, title: string, text: string): Promise<void>;
}

/** Past conversations, across compressions. */
export interface PastSessions {
  search(query: string, options: { readonly session: SessionId; readonly limit: number }): Promise<readonly PastHit[]>;
  /** Full text of a message; undefined where there is none with that id. */
  readMessage(id: string, session: SessionId): Promise<string | undefined>;
}

/** What this conversation established, in any of its sessions. */
export interface Recall {
  /** Lines that fit the words, best first; without words, the newest of the kind. */
  find(words: string, options: { readonly session: SessionId; readonly kind?: string }): Promise<readonly string[]>;
}

interface PastHit {
  readonly messageId: string;
  readonly session: string;
  readonly title: string;
  readonly role: string;
  readonly snippet: string;
}

/** Instructions for kinds of tasks, read when one comes up. */
export interface SkillShelf {
  /** One line per skill. */
  list(): Promise<string>;
  /** Undefined where there is no such skill. */
  read(name: string): Promise<string | undefined>;
  /** Names of the skills whose instructions are in the context. */
  inUse(session: SessionId): readonly string[];
}

/** Sub-agents with a context of their own. */
export interface Delegation {
  readonly kinds: readonly { readonly name: string; readonly description: string }[];
  run(
    order: { readonly task: string; readonly kind: string; readonly model?: string },
    context: ToolContext,
  ): Promise<ToolOutcome>;
}

/** Problems reported by the editor's language services. */
export interface EditorProblems {
  /** Of one file, by absolute path, or of the whole workspace. */
  list(path?: string): Promise<readonly EditorProblem[]>;
  /** Of a file that has just been written, once the language services have looked at it, or soon after. */
  afterWrite?(path: string, signal: AbortSignal): Promise<readonly EditorProblem[]>;
}

export interface EditorProblem {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly severity: "error" | "warning" | "info" | "hint";
  readonly message: string;
  readonly source?: string;
}
