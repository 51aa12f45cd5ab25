import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * A short name for each workspace folder, with which paths of people and the model begin where several folders are
 * open: its own name, or as much of its path as tells it from the others. Empty for the only folder.
 */
export function nameRoots(roots: readonly string[]): readonly string[] {
  if (roots.length < 2) return roots.map(() => "");
  const parts = roots.map((root) => root.split(/[/\\]/).filter((part) => part !== ""));
  return parts.map((own) => {
    for (let length = 1; length < own.length; length++) {
      const name = own.slice(-length).join("/");
      if (parts.filter((other) => other.slice(-length).join("/") === name).length === 1) return name;
    }
    return own.join("/");
  });
}

/** The absolute path behind a path of the model or the user. Without a folder's name it lies in the first folder. */
export function locatePath(path: string, roots: readonly string[]): string {
  if (isAbsolute(path)) return resolve(path);
  const wanted = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const names = nameRoots(roots);
  const at = names.findIndex((name) => name !== "" && (wanted === name || wanted.startsWith(`${name}/`)));
  const named = roots[at];
  return named === undefined
    ? resolve(roots[0] ?? sep, path)
    : resolve(named, `.${wanted.slice(names[at]?.length ?? 0)}`);
}

/** How people and the model write a path below one of the folders: with `/`, after the name of its folder. */
export function showRootPath(roots: readonly string[], names: readonly string[], at: number, path: string): string {
  const inner = relative(roots[at] ?? sep, path)
    .split(sep)
    .join("/");
  const shown = [names[at] ?? "", inner].filter((part) => part !== "").join("/");
  return shown === "" ? "." : shown;
}
