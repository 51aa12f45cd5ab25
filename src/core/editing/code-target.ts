import { pathInDiff } from "./unified-diff";

/** A block of code and the file it names. */
export interface NamedCode {
  readonly form: "code" | "diff";
  /** As the model wrote it, without line numbers; undefined if the block names no file. */
  readonly path: string | undefined;
  /** Without the comment that named the path. */
  readonly code: string;
}

/** Well-known files without an extension. */
const KNOWN_NAME = /^(?:(?:Make|Docker|Container|Jenkins|Proc|Gem|Rake)file|LICENSE|CODEOWNERS)$/;

/** Text in which a line after "#" is a heading, not a comment. */
const HEADED: ReadonlySet<string> = new Set(["md", "markdown", "mdx"]);

const DIFFS: ReadonlySet<string> = new Set(["diff", "patch"]);

const PATH_COMMENT =
  /^\s*(?:\/\/|--|;|%|\/\*+|<!--|#(?=\s))\s*(?:(?:file ?(?:path|name)?|path)\s*[:=]\s*)?(\S+?)\s*(?:\*+\/|-->)?\s*$/i;

/**
 * Reads the path from the text after the backticks ("ts src/a.ts", "ts:src/a.ts", "ts title=src/a.ts"), or else from a
 * first line that is only a comment with a path.
 */
export function readTarget(info: string, code: string): NamedCode {
  const named = pathInInfo(info);
  if (DIFFS.has(languageOf(info))) return { form: "diff", path: named ?? pathInDiff(code), code };
  const comment = HEADED.has(languageOf(info)) ? undefined : pathInComment(code);
  if (comment === undefined || (named !== undefined && named !== comment)) return { form: "code", path: named, code };
  return { form: "code", path: comment, code: code.slice(code.indexOf("\n") + 1) };
}

const languageOf = (info: string): string => (info.trim().split(/[\s:]/)[0] ?? "").toLowerCase();

function pathInInfo(info: string): string | undefined {
  const words = info
    .trim()
    .split(/\s+/)
    .flatMap((word) => word.replace(/^\w+=/, "").replace(/^(["'])(.*)\1$/, "$2"));
  const [first = "", ...rest] = words;
  return [...rest, first]
    .map((word) => toPath(word) ?? toPath(word.replace(/^[\w+#-]{2,}:/, "")))
    .find((path) => path !== undefined);
}

function pathInComment(code: string): string | undefined {
  const end = code.indexOf("\n");
  return end < 0 ? undefined : toPath(PATH_COMMENT.exec(code.slice(0, end))?.[1] ?? "");
}

/** Undefined for a word that is not a path: a URL, a language, a list of line numbers. */
function toPath(word: string): string | undefined {
  const path = word.replace(/^\d+:\d+:/, "").replace(/(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/, "");
  if (!/^(?:[A-Za-z]:)?[\w@.()[\]$+\-\\/]+$/.test(path) || path.startsWith("//")) return undefined;
  const name = path.split(/[\\/]/).at(-1) ?? "";
  if (name !== path && name !== "") return path;
  return (/^\.?[\w@()[\]$+-]+(?:\.[\w-]+)+$|^\.[\w-]{2,}$/.test(name) && /[A-Za-z]/.test(name)) || KNOWN_NAME.test(name)
    ? path
    : undefined;
}
