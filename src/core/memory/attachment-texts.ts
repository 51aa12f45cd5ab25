import type { TurnFacts } from "./turn-attachment";

/** About 10,000 tokens. What exceeds it is named, so that the model can read the rest where it needs it. */
const ATTACHED_CHARS = 40_000;

/** The texts of attachments as the model reads them, each within bounds. */
export const attachmentTexts = {
  file: (text: string): string => bounded(text, "Read the file for the rest."),

  lines: (path: string, range: { readonly first: number; readonly last: number }, text: string): string =>
    bounded(`${path}, lines ${range.first}-${range.last}:\n${text}`, "Read the file for the rest."),

  /** `listing` says whether the folder has more files than these. */
  folder: (paths: readonly string[], listing: "complete" | "cut"): string =>
    bounded(
      [...paths, ...(listing === "cut" ? ["[and more: use list_files]"] : [])].join("\n"),
      "Use list_files for the rest.",
    ),

  problems: (problems: NonNullable<TurnFacts["diagnostics"]>): string =>
    bounded(
      problems.map(({ path, line, severity, message }) => `${path}:${line}: ${severity}: ${message}`).join("\n"),
      "Use the diagnostics tool for the rest.",
    ),

  changes: (diffs: readonly string[], newFiles: readonly string[]): string =>
    bounded(
      [...diffs.filter((diff) => diff.trim() !== ""), ...newFiles.map((path) => `New file: ${path}`)].join("\n"),
      "Use git diff for the rest.",
    ),

  terminal: (text: string): string => bounded(text.trimEnd(), "The terminal shows the rest."),

  page: (text: string): string => bounded(text, "Use web_fetch for the rest."),

  output: (text: string, path: string): string => bounded(text, `Read ${path} for the rest.`),

  /** The end is kept: that is where the results are. */
  session(text: string): string {
    if (text.length <= ATTACHED_CHARS) return text;
    const from = text.indexOf("\n", text.length - ATTACHED_CHARS) + 1;
    return `[${from} earlier characters are left out. Use session_search to find them.]\n${text.slice(from)}`;
  },
};

/** The beginning of a text up to a line end, with a note on what was left out. */
function bounded(text: string, rest: string): string {
  if (text.length <= ATTACHED_CHARS) return text;
  const lineEnd = text.lastIndexOf("\n", ATTACHED_CHARS);
  const end = lineEnd > 0 ? lineEnd : ATTACHED_CHARS;
  return `${text.slice(0, end)}\n[${text.length - end} more characters. ${rest}]`;
}
