/**
 * Paths are told apart by their endings: a summary shortens them, and tools make them absolute. A file at the root is
 * not the file of the same name in a folder.
 */
export function isSamePath(recorded: string, told: string): boolean {
  const [a, b] = [plainPath(recorded), plainPath(told)];
  if (a === b || a.endsWith(`/${b}`) || isSpokenName(a, b) || isSpokenName(b, a)) return true;
  return b.endsWith(`/${a}`) && (a.includes("/") || /^(?:[a-z]:)?\/|^~/.test(b));
}

/** "the README" is README.md. */
const isSpokenName = (spoken: string, path: string): boolean =>
  /^(?:.*\/)?(?:readme|changelog|contributing|license|codeowners)$/.test(spoken) &&
  new RegExp(`(?:^|/)${spoken.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\.\\w+$`).test(path);

/** Whether `folder` (or a pattern in it) may hold `path`. */
export function mayHold(folder: string, path: string): boolean {
  const [outer, inner] = [plainPath(folder).replace(/\/?\*.*$/, ""), plainPath(path)];
  return outer === "" || outer === "." || inner.startsWith(`${outer}/`) || inner.includes(`/${outer}/`);
}

export const baseName = (path: string): string => plainPath(path).split("/").at(-1) ?? "";

const plainPath = (path: string): string =>
  path
    .trim()
    .replace(/^file:\/\//, "")
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "")
    .toLowerCase();
