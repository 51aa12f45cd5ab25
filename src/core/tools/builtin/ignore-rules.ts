import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import ignore from "ignore";
import type { Ignore } from "ignore";

/** Keeps what it names away from the model entirely: no listing, no search, no read, no write. */
export const HERMES_IGNORE = ".hermesignore";
const GIT_IGNORE = ".gitignore";

/** Why a path is off limits by the folder's `.hermesignore`; undefined where it is not. */
export async function findIgnored(root: string, path: string): Promise<string | undefined> {
  const isKept = await loadHermesIgnore(root);
  return isKept(path)
    ? `${relative(root, path).split(sep).join("/")} is kept from the assistant by ${HERMES_IGNORE}.`
    : undefined;
}

/** Tells whether the folder's `.hermesignore` keeps a path, or a folder above it, from the model. */
export async function loadHermesIgnore(root: string): Promise<(path: string) => boolean> {
  const rules = await loadRules(join(root, HERMES_IGNORE));
  return (path) => {
    const inner = relative(root, path).split(sep).join("/");
    return inner !== "" && !inner.startsWith("..") && (rules?.ignores(inner) ?? false);
  };
}

/** The rules that hold in one folder: `.gitignore` files from the root down, nearest last, and the root's `.hermesignore`. */
export interface FolderRules {
  readonly git: readonly Layer[];
  readonly hermes: Layer | undefined;
  readonly gitIgnored: GitIgnored;
}

interface Layer {
  readonly base: string;
  readonly rules: Ignore;
}

export type GitIgnored = "left-out" | "included";

export async function rootRules(root: string, gitIgnored: GitIgnored): Promise<FolderRules> {
  return enterFolder({ git: [], hermes: await loadLayer(root, HERMES_IGNORE), gitIgnored }, root);
}

export async function enterFolder(outer: FolderRules, folder: string): Promise<FolderRules> {
  const layer = outer.gitIgnored === "included" ? undefined : await loadLayer(folder, GIT_IGNORE);
  return layer === undefined ? outer : { ...outer, git: [...outer.git, layer] };
}

/** A nearer `.gitignore` may take back what a farther one ignores; nothing takes back what `.hermesignore` says. */
export function isIgnored(folder: FolderRules, path: string, kind: "file" | "folder"): boolean {
  if (folder.hermes !== undefined && testLayer(folder.hermes, path, kind).ignored) return true;
  return folder.git.reduce((ignored, layer) => {
    const verdict = testLayer(layer, path, kind);
    return verdict.ignored || (ignored && !verdict.unignored);
  }, false);
}

const testLayer = ({ base, rules }: Layer, path: string, kind: "file" | "folder") =>
  rules.test(relative(base, path).split(sep).join("/") + (kind === "folder" ? "/" : ""));

async function loadLayer(base: string, name: string): Promise<Layer | undefined> {
  const rules = await loadRules(join(base, name));
  return rules === undefined ? undefined : { base, rules };
}

async function loadRules(file: string): Promise<Ignore | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : ignore().add(text);
}
