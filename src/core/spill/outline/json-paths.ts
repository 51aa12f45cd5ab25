import type { OutputMark } from "./mark";

/** Deeper paths are data; their parents lead to them. */
const DEEPEST = 4;
const MOST_PATHS = 400;
/** A list of thousands has the same keys in each entry: its first entries show them. */
const LISTED_ENTRIES = 3;
const KEY_CHARS = 80;

interface Level {
  readonly path: string;
  readonly kind: "object" | "list";
  entries: number;
}

/** Reads the paths of an indented JSON text from its lines, one after the other. */
export interface JsonPaths {
  /** False once the text turns out to be something else, or there are enough. */
  read(line: string, number: number): boolean;
  found(): readonly OutputMark[];
}

/** Works on lines as serializers indent them: one key, one opening, or one closing bracket each. */
export function createJsonPaths(): JsonPaths {
  const marks: OutputMark[] = [];
  const levels: Level[] = [];

  const open = (path: string, bracket: string) =>
    levels.push({ path, kind: bracket === "{" ? "object" : "list", entries: 0 });

  const enter = (line: string, number: number): boolean => {
    const above = levels.at(-1);
    const pair = /^"((?:[^"\\]|\\.)*)"\s*:\s*(.*)$/.exec(line);
    if (above?.kind === "object" && pair !== null) {
      const path = `${above.path}.${(pair[1] ?? "").slice(0, KEY_CHARS)}`;
      const value = pair[2] ?? "";
      if (levels.length <= DEEPEST && isListed(levels)) marks.push({ line: number, kind: "path", text: path });
      if (value === "{" || value === "[") open(path, value);
      return true;
    }
    if (line === "{" || line === "[") {
      open(above === undefined ? "$" : `${above.path}[${above.entries++}]`, line);
      return true;
    }
    // A plain value in a list; anything else is no JSON.
    return above?.kind === "list" && /^(?:"|-?\d|true|false|null|\{.*\},?$|\[.*\],?$)/.test(line);
  };

  return {
    read(line, number) {
      if (marks.length >= MOST_PATHS) return false;
      const closing = /^[}\]]+,?$/.exec(line);
      if (closing === null) return enter(line.replace(/,$/, ""), number);
      levels.pop();
      return levels.length > 0;
    },
    found: () => marks,
  };
}

const isListed = (levels: readonly Level[]): boolean =>
  levels.every((level) => level.kind === "object" || level.entries <= LISTED_ENTRIES);
