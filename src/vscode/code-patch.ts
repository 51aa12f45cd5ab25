/** Applies the hunks of a unified diff by their lines; the numbers in it are not relied on, models miscount. Undefined where a hunk fits nowhere. */
export function applyHunks(file: readonly string[], diff: readonly string[]): readonly string[] | undefined {
  let lines = file;
  let from = 0;
  for (const hunk of splitHunks(diff)) {
    const before = hunk.filter((line) => !line.startsWith("+")).map(withoutMark);
    const after = hunk.filter((line) => !line.startsWith("-")).map(withoutMark);
    const at = findLines(lines, before, from);
    if (at === undefined) return undefined;
    lines = [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)];
    from = at + after.length;
  }
  return lines;
}

/** The file a diff is about, as its header names it. */
export function pathInDiff(diff: string): string | undefined {
  const path = /^\+\+\+ (?:b\/)?(\S+)/m.exec(diff)?.[1];
  return path === "/dev/null" ? undefined : path;
}

function splitHunks(diff: readonly string[]): readonly (readonly string[])[] {
  const hunks: string[][] = [[]];
  for (const line of diff) {
    if (line.startsWith("@@")) hunks.push([]);
    else if (!/^(?:---|\+\+\+|diff |index |new file|deleted file|\\ No newline)/.test(line)) hunks.at(-1)?.push(line);
  }
  return hunks.filter((hunk) => hunk.some((line) => /^[+-]/.test(line)));
}

const withoutMark = (line: string): string => (/^[ +-]/.test(line) ? line.slice(1) : line);

/** Exactly first, then without regard to white space around a line; nothing to find is at the end. */
function findLines(file: readonly string[], wanted: readonly string[], from: number): number | undefined {
  if (wanted.length === 0) return file.length;
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => a.trim() === b.trim()]) {
    const at = file.findIndex(
      (_, index) => index >= from && wanted.every((line, offset) => same(file[index + offset] ?? "", line)),
    );
    if (at >= 0) return at;
  }
  return undefined;
}
