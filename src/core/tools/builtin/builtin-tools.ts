import type { SessionId } from "../../conversation/ids";
import { createWorkspacePaths } from "../files/workspace-paths";
import type { EditorProblems, MemoryFiles, PastSessions, Plans, Recall, TodoItem } from "../ports";
import type { SandboxSettings } from "../shell/sandbox/find-sandbox";
import { createSandboxFinder } from "../shell/sandbox/find-sandbox";
import { createShellRunner } from "../shell/shell-process";
import type { TerminalRunner } from "../shell/terminal-runner";
import { withShownSchema } from "../shown-schema";
import type { Tool } from "../tool";
import { createBackgroundJobs } from "./background-jobs";
import { diagnosticsTool } from "./diagnostics";
import { listFilesTool } from "./list-files";
import { memoryTool } from "./memory";
import { patchTool } from "./patch";
import { readFileTool } from "./read-file";
import { recallTool } from "./recall";
import { searchFilesTool } from "./search-files";
import { sessionSearchTool } from "./session-search";
import { terminalTool } from "./terminal";
import { createTodoLists, todoTool } from "./todo";
import { webFetchTool } from "./web-fetch";
import type { BuiltinWorld, TouchLog } from "./world";
import { writeFileTool } from "./write-file";
import { writePlanTool } from "./write-plan";

export interface BuiltinOptions {
  /** Absolute paths of the workspace folders, read again for each call. */
  roots(): readonly string[];
  readonly spills?: { owns(path: string): boolean };
  readonly ripgrepPath: string;
  /** The environment of commands; provider keys are removed from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: child processes. */
  readonly terminal?: TerminalRunner;
  /** Default: commands run in no sandbox. */
  settings?(): { readonly sandbox: SandboxSettings };
  /** The to-do list as the conversation of a session records it. Without it the list is kept in memory only. */
  recordedTodos?(session: SessionId): readonly TodoItem[];
  readonly memory?: MemoryFiles;
  readonly past?: PastSessions;
  readonly recall?: Recall;
  readonly plans?: Plans;
  readonly problems?: EditorProblems;
  /** Called before files change, so that a turn can be undone. */
  readonly touched?: TouchLog;
  /** Default "refuse": tools reach only workspace and spill storage. "ask": the user may allow each other file. */
  readonly outsidePaths?: "refuse" | "ask";
  /** True for a file with unsaved changes in an editor. */
  hasUnsavedChanges?(path: string): boolean;
}

export interface BuiltinTools {
  /** In an order that never changes. */
  readonly tools: readonly Tool[];
  /** Ends background jobs. */
  dispose(): Promise<void>;
}

export function createBuiltinTools(options: BuiltinOptions): BuiltinTools {
  const world: BuiltinWorld = {
    paths: createWorkspacePaths(options),
    ripgrepPath: options.ripgrepPath,
    touched: options.touched ?? untouched,
    outsidePaths: options.outsidePaths ?? "refuse",
    hasUnsavedChanges: (path) => options.hasUnsavedChanges?.(path) ?? false,
    ...(options.problems !== undefined && { problems: options.problems }),
  };
  const jobs = createBackgroundJobs();
  const sandboxes = createSandboxFinder({
    settings: () => options.settings?.().sandbox ?? { commands: false, network: "allow" },
    roots: () => options.roots(),
  });
  const runner = options.terminal ?? createShellRunner({ env: options.env });
  const tools = [
    readFileTool(world),
    writeFileTool(world),
    patchTool(world),
    listFilesTool(world),
    searchFilesTool(world),
    terminalTool(world, { runner, jobs, sandboxes }),
    jobs.tool,
    webFetchTool(),
    todoTool(createTodoLists(options.recordedTodos)),
    ...(options.memory === undefined ? [] : [memoryTool(options.memory, world.touched)]),
    ...(options.plans === undefined ? [] : [writePlanTool(options.plans)]),
    ...(options.past === undefined ? [] : [sessionSearchTool(options.past)]),
    ...(options.recall === undefined ? [] : [recallTool(options.recall)]),
    ...(options.problems === undefined ? [] : [diagnosticsTool(world, options.problems)]),
  ];
  return {
    tools: tools.map(withShownSchema),
    async dispose() {
      await jobs.stopAll();
      await sandboxes.dispose();
    },
  };
}

/** For hosts that offer no checkpoints. */
const untouched: TouchLog = {
  beforeWrite: async () => async () => undefined,
  beforeCommand: async () => async () => undefined,
};
