/** Paths are told apart by their endings: a summary shortens them, and tools make them absolute. */
export function isSamePath(one: string, other: string): boolean {
  const [a, b] = [plainPath(one), plainPath(other)];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`) || isSpokenName(a, b) || isSpokenName(b, a);
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
