import type { JsonObject } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { findSteering } from "../files/steering-files";

/** More texts than any honest call has. */
const MAX_TEXTS = 5_000;
/** Longer ones, and those of several lines, are contents; a path or a command is shorter. */
const MAX_PATH_CHARS = 1_000;
/** Patches name their files inside the text. */
const PATCHED_FILE = /^(?:\+\+\+|---|\*\*\* \w+ File:|rename to|copy to)[ \t]+(?:[ab]\/)?(.+)$/gm;

/**
 * Why a call of a server's tool is asked about singly: it names a file that controls tools. The server writes it, not
 * Hermes, so every text of its arguments counts that may be a path, a link to a file, or a command.
 */
export function findSteeringArgument(args: JsonObject): Sentence | undefined {
  const texts: string[] = [];
  if (!collectTexts(args, texts)) return TOO_MANY;
  const paths = texts.flatMap(pathsIn);
  if (paths.length > MAX_TEXTS) return TOO_MANY;
  for (const path of paths) {
    const reason = findSteering(path);
    if (reason !== undefined) return sentence("it names {path}, and {reason}", { path, reason });
  }
  return undefined;
}

const TOO_MANY = sentence("its arguments are too many to look for files that control tools");

/** Names count as well: some tools take a table from path to content. False where there are too many. */
function collectTexts(value: unknown, texts: string[]): boolean {
  if (texts.length > MAX_TEXTS) return false;
  if (typeof value === "string") texts.push(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => {
    if (!Array.isArray(value)) texts.push(name);
    return collectTexts(inner, texts);
  });
}

function pathsIn(text: string): readonly string[] {
  if (text.length > MAX_PATH_CHARS || text.includes("\n"))
    return takeFirst(text.matchAll(PATCHED_FILE)).map(([, path]) => (path ?? "").slice(0, MAX_PATH_CHARS));
  const plain = decoded(text);
  return [plain, ...plain.split(/[\s'"`<>|;&=,()]+/)].filter((piece) => piece !== "");
}

function takeFirst<Value>(values: Iterable<Value>): readonly Value[] {
  const taken: Value[] = [];
  for (const value of values) if (taken.push(value) > MAX_TEXTS) break;
  return taken;
}

/** `file:///w/%2evscode/tasks.json` */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replace(/^file:\/\/[^/]*/, "");
  } catch {
    return text; // A percent sign of its own.
  }
}
