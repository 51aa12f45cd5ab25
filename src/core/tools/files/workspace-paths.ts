import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The paths that tools may reach. Every path is judged after its symbolic links are resolved. */
export interface WorkspacePaths {
  /** Real paths of the workspace folders; the first is where relative paths start. */
  roots(): Promise<readonly string[]>;
  resolve(path: string): Promise<ResolvedPath>;
}

type ResolvedPath =
  | {
      readonly kind: "inside";
      readonly path: string;
      readonly root: string;
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
  return {
    roots,
    async resolve(path) {
      const problem = findBadForm(path) ?? findNetworkPath(path, options.roots());
      if (problem !== undefined) return { kind: "refused", reason: problem };
      const real = await roots();
      const wanted = locate(path, options.roots());
      if (options.spills !== undefined && (await isOwnSpill(options.spills, wanted)))
        return { kind: "spill", path: wanted, shown: wanted };
      const target = await resolveLinks(wanted).catch(() => undefined);
      const at = target === undefined ? -1 : real.findIndex((root) => isWithin(root, target));
      const root = real[at];
      if (root !== undefined && target !== undefined)
        return { kind: "inside", path: target, root, shown: showPath(real, root, target) };
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

/** With several folders open, a path may start with a folder's name. */
function locate(path: string, roots: readonly string[]): string {
  if (isAbsolute(path)) return resolve(path);
  const [first = "", ...rest] = path.split(/[/\\]/);
  const named = roots.length > 1 ? roots.find((root) => basename(root) === first) : undefined;
  return named === undefined ? resolve(roots[0] ?? sep, path) : resolve(named, ...rest);
}

function showPath(roots: readonly string[], root: string, target: string): string {
  const inner = relative(root, target).split(sep).join("/");
  return roots.length > 1
    ? [basename(root), inner].filter((part) => part !== "").join("/")
    : inner === ""
      ? "."
      : inner;
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
