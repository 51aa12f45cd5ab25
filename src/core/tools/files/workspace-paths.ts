import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { locatePath, nameRoots, showRootPath } from "./root-names";

/** The paths that tools may reach. Every path is judged after its symbolic links are resolved. */
export interface WorkspacePaths {
  /** Real paths of the workspace folders; the first is where relative paths start. */
  roots(): Promise<readonly string[]>;
  /** Their names, in the same order, as paths of the model begin with them; empty for the only folder. */
  rootNames(): readonly string[];
  resolve(path: string): Promise<ResolvedPath>;
  /** A real path as the model writes it: relative to its folder, with `/`; an outside path as it is. */
  show(path: string): Promise<string>;
}

type ResolvedPath =
  | {
      readonly kind: "inside";
      readonly path: string;
      readonly root: string;
      /** Of its folder; empty where only one folder is open. */
      readonly rootName: string;
      /** For the model: relative to its folder, with `/`. */
      readonly shown: string;
    }
  | { readonly kind: "spill"; readonly path: string; readonly shown: string }
  /** `outside` is the real path of a valid path outside the workspace, which the user may still allow. */
  | { readonly kind: "refused"; readonly reason: string; readonly outside?: string };

export interface PathOptions {
  roots(): readonly string[];
  /** Spilled outputs may be read although they are outside. */
  readonly spills?: { owns(path: string): boolean };
}

export function createWorkspacePaths(options: PathOptions): WorkspacePaths {
  const roots = (): Promise<readonly string[]> => Promise.all(options.roots().map(resolveLinks));
  const namedRoots = async () => ({ real: await roots(), names: nameRoots(options.roots()) });
  return {
    roots,
    rootNames: () => nameRoots(options.roots()),
    async show(path) {
      const { real, names } = await namedRoots();
      const at = real.findIndex((root) => isWithin(root, path));
      return at < 0 ? path : showRootPath(real, names, at, path);
    },
    async resolve(path) {
      const problem = findBadForm(path) ?? findNetworkPath(path, options.roots());
      if (problem !== undefined) return { kind: "refused", reason: problem };
      const { real, names } = await namedRoots();
      const wanted = locatePath(path, options.roots());
      if (options.spills !== undefined && (await isOwnSpill(options.spills, wanted)))
        return { kind: "spill", path: wanted, shown: wanted };
      const target = await resolveLinks(wanted).catch(() => undefined);
      const at = target === undefined ? -1 : real.findIndex((root) => isWithin(root, target));
      const root = real[at];
      if (root !== undefined && target !== undefined)
        return {
          kind: "inside",
          path: target,
          root,
          rootName: names[at] ?? "",
          shown: showRootPath(real, names, at, target),
        };
      return {
        kind: "refused",
        reason: describeOutside(path, wanted, options.roots()),
        ...(target === undefined || real.length === 0 ? {} : { outside: target }),
      };
    },
  };
}

export const isWithin = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

function findBadForm(path: string): string | undefined {
  if (path.includes("\0")) return "The path contains a NUL character.";
  if (/^~(?:[/\\]|$)/.test(path))
    return `${path} lies in the home folder, outside the workspace. Only files inside the workspace can be reached.`;
  return undefined;
}

/** Windows connects to the named machine, with the user's credentials, as soon as such a path is looked at. */
function findNetworkPath(path: string, roots: readonly string[]): string | undefined {
  if (!/^[\\/]{2}/.test(path) || roots.some((root) => /^[\\/]{2}/.test(root) && isWithin(root, resolve(path))))
    return undefined;
  return `${path} is a network path outside the workspace. Only files inside the workspace can be reached.`;
}

/** No part of the way below the spill folder may be a link: it would lead to a file that is no spill. */
async function isOwnSpill(spills: { owns(path: string): boolean }, path: string): Promise<boolean> {
  if (!spills.owns(path)) return false;
  for (let at = path; spills.owns(at); at = dirname(at)) if (await isLink(at)) return false;
  return true;
}

function describeOutside(path: string, wanted: string, roots: readonly string[]): string {
  if (roots.length === 0) return "No folder is open, so there are no files to reach.";
  const how = roots.some((root) => isWithin(resolve(root), wanted))
    ? "leads outside the workspace through a symbolic link"
    : "lies outside the workspace";
  return `${path} ${how}. Only files inside the workspace can be reached: use a path relative to ${roots[0]}.`;
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );

/** Dangling links are followed too, or a write through one would land outside. */
const MAX_LINKS = 40;

/** Like `realpath`, but for targets that do not exist yet: the existing part is resolved, the rest appended. */
async function resolveLinks(path: string, links = 0): Promise<string> {
  if (links > MAX_LINKS) throw new Error("too many symbolic links");
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await isLink(path)) return resolveLinks(resolve(dirname(path), await readlink(path)), links + 1);
    const parent = dirname(path);
    return parent === path ? path : join(await resolveLinks(parent, links), basename(path));
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

/**
 * Tells a file by what it is: hard links, and letter case where the disk ignores it, give one file several names.
 * Undefined where there is none.
 */
export async function fileIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isFile() === true ? `${found.dev}:${found.ino}` : undefined;
}
