import fuzzysort from "fuzzysort";

/** Paths that a few letters name, best first: with either slash, in any case, with a leading `./` or `/`. */
export function matchPaths(query: string, paths: readonly string[], limit: number): readonly string[] {
  const wanted = query
    .replaceAll("\\", "/")
    .replace(/\/{2,}/g, "/")
    .replace(/^(?:\.?\/)+/, "");
  if (wanted === "") return paths.slice(0, limit);
  return fuzzysort.go(wanted, paths, { limit, threshold: 0 }).map(({ target }) => target);
}
