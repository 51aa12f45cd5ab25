import type { ShellWord } from "./shell-word";

/** Folders a command may run in, relative to where the text starts or absolute; undefined where nobody can tell. */
export type Folders = readonly string[] | undefined;

export const START_FOLDER: Folders = ["."];

/** More than this is a walk through a tree, not a place. */
const MAX_FOLDERS = 8;

/** As on most systems. */
const MAX_PATH_CHARS = 4_096;

export function joinFolders(one: Folders, other: Folders): Folders {
  if (one === undefined || other === undefined) return undefined;
  const both = [...new Set([...one, ...other])];
  return both.length > MAX_FOLDERS ? undefined : both;
}

/** Where the shell is after a command that succeeded; the same folders unless it was `cd`. */
export function folderAfter(words: readonly ShellWord[], before: Folders): Folders {
  const [program, target, ...more] = words;
  if (program?.text === "pushd" || program?.text === "popd") return undefined;
  if (program?.text !== "cd") return before;
  if (target === undefined || more.length > 0 || target.yields !== "exact") return undefined;
  if (target.text === "" || target.text.startsWith("-")) return undefined;
  const after = before?.map((folder) => resolveFolder(folder, target.text));
  return after?.some((folder) => folder.length > MAX_PATH_CHARS) ? undefined : after;
}

/** As `cd` does it: by the text, links not followed. */
export function resolveFolder(from: string, to: string): string {
  const isAbsolute = to.startsWith("/") || from.startsWith("/");
  const steps: string[] = [];
  for (const step of (to.startsWith("/") ? to : `${from}/${to}`).split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== ".." || (!isAbsolute && (steps.length === 0 || steps.at(-1) === ".."))) steps.push(step);
    else steps.pop();
  }
  return isAbsolute ? `/${steps.join("/")}` : steps.join("/") || ".";
}

/** Relative folders are resolved before, so one that leads outside starts with `..` or is not below. */
export const isBelow = (folder: string, start: string): boolean =>
  folder === start || folder.startsWith(start === "/" ? "/" : `${start}/`);
