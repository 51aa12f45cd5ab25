import { join, relative, sep } from "node:path";
import type { Ignore } from "ignore";
import ignore from "ignore";
import type { FileRefusal } from "../../files/guarded-file";
import { readGuarded } from "../../files/guarded-file";

/** Hides files from the model entirely: no listing, no search, no read, no write. */
export const HERMES_IGNORE = ".hermesignore";
const GIT_IGNORE = ".gitignore";

/** Ignore lists have a few hundred lines; matching every path against a huge one would take minutes. */
const MAX_IGNORE_BYTES = 256 * 1024;
const MAX_IGNORE_LINES = 2_000;

/** The reason why the folder's `.hermesignore` excludes a path; undefined where it does not. */
export async function findIgnored(root: string, path: string): Promise<string | undefined> {
  const inner = relative(root, path).split(sep).join("/");
  const list = await loadList(root, HERMES_IGNORE);
  // Without its rules nobody knows what the user wanted to hide, so everything is hidden.
  if (list.kind === "refused") return `${inner} cannot be reached: ${HERMES_IGNORE} ${EXPLANATIONS[list.why]}.`;
  return list.kind === "rules" && hides(list.rules, inner)
    ? `${inner} is kept from the assistant by ${HERMES_IGNORE}.`
    : undefined;
}

/** True where the folder's `.hermesignore` hides a path, or a folder above it, from the model. */
export async function loadHermesIgnore(root: string): Promise<(path: string) => boolean> {
  const list = await loadList(root, HERMES_IGNORE);
  if (list.kind !== "rules") return () => list.kind === "refused";
  return (path) => hides(list.rules, relative(root, path).split(sep).join("/"));
}

const hides = (rules: Ignore, inner: string): boolean =>
  inner !== "" && !inner.startsWith("..") && rules.ignores(inner);

const EXPLANATIONS: Readonly<Record<FileRefusal, string>> = {
  link: "is a symbolic link, which is not followed. Ask the user to replace it with a regular file",
  special: "is not a regular file. Ask the user to replace it with one",
  "too-large": `is longer than ${MAX_IGNORE_LINES} lines or ${MAX_IGNORE_BYTES} bytes. Ask the user to shorten it`,
  unreadable: "cannot be opened. Ask the user to make it readable",
};

/** The rules of one folder: `.gitignore` files from the root down, nearest last, and the root's `.hermesignore`. */
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

/** A nearer `.gitignore` may include files that a farther one ignores; nothing overrules `.hermesignore`. */
export function isIgnored(folder: FolderRules, path: string, kind: "file" | "folder"): boolean {
  if (folder.hermes !== undefined && testLayer(folder.hermes, path, kind).ignored) return true;
  return folder.git.reduce((ignored, layer) => {
    const verdict = testLayer(layer, path, kind);
    return verdict.ignored || (ignored && !verdict.unignored);
  }, false);
}

const testLayer = ({ base, rules }: Layer, path: string, kind: "file" | "folder") =>
  rules.test(relative(base, path).split(sep).join("/") + (kind === "folder" ? "/" : ""));

/** Like git, which does not follow a `.gitignore` that is a link. */
async function loadLayer(base: string, name: string): Promise<Layer | undefined> {
  const list = await loadList(base, name);
  return list.kind === "rules" ? { base, rules: list.rules } : undefined;
}

type IgnoreList =
  | { readonly kind: "rules"; readonly rules: Ignore }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly why: FileRefusal };

async function loadList(root: string, name: string): Promise<IgnoreList> {
  const found = await readGuarded({ root, path: join(root, name) }, { maxBytes: MAX_IGNORE_BYTES, beyond: "refuse" });
  if (found.kind !== "text") return found;
  const lines = found.text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  return lines.length > MAX_IGNORE_LINES
    ? { kind: "refused", why: "too-large" }
    : { kind: "rules", rules: ignore().add(lines) };
}
