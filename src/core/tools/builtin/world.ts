import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { CallId, SessionId } from "../../conversation/ids";
import { findIgnored } from "../files/ignore-rules";
import type { WorkspacePaths } from "../files/workspace-paths";
import type { EditorProblems } from "../ports";

/** Shared by the built-in tools. */
export interface BuiltinWorld {
  readonly paths: WorkspacePaths;
  readonly ripgrepPath: string;
  /** Called before a tool changes a file, so that the turn can be undone. */
  readonly touched: TouchLog;
  /** "ask": files outside the workspace can be read and edited, each time with the user's consent. */
  readonly outsidePaths: "refuse" | "ask";
  /** True for a file with unsaved changes in an editor, which a write would put in conflict with the disk. */
  hasUnsavedChanges(path: string): boolean;
  readonly problems?: EditorProblems;
}

export interface TouchLog {
  /** Returns what to call when the file is written. With the id of its call, that one edit can be undone later. */
  beforeWrite(session: SessionId, path: string, call?: CallId): Promise<() => Promise<void>>;
  /** Returns a function to call when the command has ended. */
  beforeCommand(session: SessionId, command: string, cwd: string): Promise<() => Promise<void>>;
}

export type OpenedPath =
  | {
      readonly kind: "open";
      readonly path: string;
      readonly root: string | undefined;
      /** Of its workspace folder, where several are open; paths shown to the model begin with it. */
      readonly rootName?: string;
      readonly shown: string;
      /** The reason to ask the user first. */
      readonly careful?: Sentence;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Resolves a path that the model wrote to a path that a tool may use; no tool takes another way. */
export async function openPath(world: BuiltinWorld, path: string, purpose: "read" | "write"): Promise<OpenedPath> {
  const resolved = await world.paths.resolve(path);
  if (resolved.kind === "refused") return { kind: "refused", reason: resolved.reason };
  if (resolved.kind === "spill") {
    return purpose === "read"
      ? { kind: "open", path: resolved.path, root: undefined, shown: resolved.shown }
      : { kind: "refused", reason: "Persisted tool outputs and files of skills cannot be changed." };
  }
  const ignored = await findIgnored(resolved.root, resolved.path);
  return ignored === undefined
    ? { kind: "open", path: resolved.path, root: resolved.root, rootName: resolved.rootName, shown: resolved.shown }
    : { kind: "refused", reason: ignored };
}

/**
 * The folders that a tool looks through: the one that was named, or every folder of the workspace. "." means the whole
 * workspace, because the model knows no other way to say so.
 */
export async function openFolders(
  world: BuiltinWorld,
  path: string | undefined,
): Promise<readonly Extract<OpenedPath, { kind: "open" }>[] | Extract<OpenedPath, { kind: "refused" }>> {
  const names = world.paths.rootNames();
  const all = names.length > 1 && /^\.?[/\\]?$/.test(path ?? "");
  const opened: Extract<OpenedPath, { kind: "open" }>[] = [];
  for (const wanted of all ? names : [path ?? "."]) {
    const one = await openPath(world, wanted, "read");
    if (one.kind === "refused") return one;
    opened.push(one);
  }
  return opened;
}

/**
 * Like `openPath`, for tools whose preview passes `careful` on: the approval gate then asks the user about every path
 * outside the workspace, so that none is opened without consent.
 */
export async function openWithConsent(
  world: BuiltinWorld,
  path: string,
  purpose: "read" | "write",
): Promise<OpenedPath> {
  const opened = await openPath(world, path, purpose);
  if (opened.kind === "open" || world.outsidePaths === "refuse") return opened;
  const resolved = await world.paths.resolve(path);
  if (resolved.kind !== "refused" || resolved.outside === undefined) return opened;
  return {
    kind: "open",
    path: resolved.outside,
    root: undefined,
    shown: resolved.outside,
    careful: sentence("{path} is outside the workspace", { path: resolved.outside }),
  };
}
