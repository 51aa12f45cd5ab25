import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import { sentence } from "../../base/sentence";
import { describeMatches } from "../../conversation/text/call-topic";
import { HERMES_IGNORE, loadHermesIgnore } from "../files/ignore-rules";
import { findSpecialIgnore } from "../files/special-ignore";
import type { Tool, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { integerOf, isSet, optionalTextOf, textOf } from "../values";
import type { BuiltinWorld, OpenedPath } from "./world";
import { openFolders } from "./world";

const DEFAULT_LIMIT = 200;
/** A pattern with more matches is too wide to be useful; the count then says "more than". */
const MAX_MATCHES = 10_000;
const MAX_LINE_CHARS = 300;

export const searchFilesTool = (world: BuiltinWorld): Tool => ({
  name: "search_files",
  description: "Search files or a persisted output with ripgrep, in pages.",
  parameters: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1 },
      path: { type: "string" },
      glob: { type: "string", description: "`*.ts`, `!test/**`" },
      literal: { type: "boolean" },
      ignoreCase: { type: "boolean" },
      includeIgnored: { type: "boolean" },
      offset: { type: "integer", minimum: 1 },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 2_000,
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  category: "read",
  order: "parallel",
  secrets: "redact",
  preview: async (args) => ({
    kind: "ready",
    title: sentence("Search for {pattern}", { pattern: textOf(args, "pattern") }),
    detail: optionalTextOf(args, "path") ?? "",
  }),
  async run(args, context) {
    const folders = await openFolders(world, optionalTextOf(args, "path"));
    if ("kind" in folders) return failedOutcome(folders.reason);
    const matches: Match[] = [];
    for (const opened of folders) {
      if ((await stat(opened.path).catch(() => undefined)) === undefined)
        return failedOutcome(`${opened.shown} does not exist.`);
      const found = await runRipgrep(
        world.ripgrepPath,
        [...flagsFor(args), "--", textOf(args, "pattern"), opened.path],
        cwdOf(opened),
        context.signal,
      );
      if (found.kind === "broken") return failedOutcome(`The search failed: ${found.reason}`);
      // A glob makes ripgrep overrule every ignore file, so hidden files are filtered out here.
      const isHidden = await loadHermesIgnore(cwdOf(opened));
      for (const match of found.matches) {
        if (isAbsolute(match.path)) matches.push(match);
        else if (!isHidden(join(cwdOf(opened), match.path))) matches.push(inFolder(opened, match));
      }
    }
    return showMatches(matches, textOf(args, "pattern"), {
      offset: integerOf(args, "offset", 1),
      limit: integerOf(args, "limit", DEFAULT_LIMIT),
    });
  },
});

/** With several folders open, a path that does not name its folder would be looked up in the first one. */
const inFolder = ({ rootName = "" }: Extract<OpenedPath, { kind: "open" }>, match: Match): Match =>
  rootName === "" ? match : { ...match, path: `${rootName}/${match.path}` };

/** Patterns of `.hermesignore` count from the folder ripgrep runs in. */
const cwdOf = (opened: Extract<OpenedPath, { kind: "open" }>): string => opened.root ?? dirname(opened.path);

function flagsFor(args: Parameters<Tool["run"]>[0]): readonly string[] {
  const glob = optionalTextOf(args, "glob");
  return [
    "--no-config",
    "--line-number",
    "--no-heading",
    "--with-filename",
    "--null",
    "--color=never",
    "--sort=path",
    "--hidden",
    "--no-require-git",
    "--no-messages",
    `--max-columns=${MAX_LINE_CHARS}`,
    "--max-columns-preview",
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
    "--glob=!.git",
    `--ignore-file=${HERMES_IGNORE}`,
    ...(isSet(args, "includeIgnored") ? ["--no-ignore-vcs"] : []),
    ...(isSet(args, "literal") ? ["--fixed-strings"] : []),
    ...(isSet(args, "ignoreCase") ? ["--ignore-case"] : []),
  ];
}

interface Match {
  readonly path: string;
  readonly text: string;
}

type Found =
  | { readonly kind: "found"; readonly matches: readonly Match[] }
  | { readonly kind: "broken"; readonly reason: string };

function runRipgrep(program: string, args: readonly string[], cwd: string, signal: AbortSignal): Promise<Found> {
  return new Promise((resolve) => {
    const [file, ...words] = limitMemory(program, args);
    const child = spawn(file, words, { cwd, signal, stdio: ["ignore", "pipe", "pipe"] });
    const matches: Match[] = [];
    let complaint = "";
    const over = new AbortController();
    const stuck = setTimeout(async () => {
      const path = await findSpecialIgnore(cwd, over.signal);
      if (path === undefined || over.signal.aborted) return;
      complaint = `${showFile(path, cwd)} is not a regular file. Ask the user to replace or remove it.`;
      child.kill("SIGKILL");
    }, PATIENCE_MS);
    child.once("close", () => {
      clearTimeout(stuck);
      over.abort();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(0, 2_000)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (matches.length >= MAX_MATCHES) return void child.kill();
      const end = line.indexOf("\0");
      if (end > 0) matches.push({ path: showFile(line.slice(0, end), cwd), text: line.slice(end + 1) });
    });
    child.on("error", (error) => resolve({ kind: "broken", reason: error.message }));
    // ripgrep exits with 1 for "no match", with 2 for an error, and with a signal if it ran out of memory.
    child.on("close", (code, signal) =>
      resolve(
        (code ?? 2) >= 2 && matches.length === 0
          ? { kind: "broken", reason: complaint.trim() || `ripgrep ended with ${signal ?? code}` }
          : { kind: "found", matches },
      ),
    );
  });
}

/** Most searches have ended by then; a longer one may be waiting for something that never comes. */
const PATIENCE_MS = 2_000;

/** Plenty for a search. */
const RIPGREP_KB = 4_000_000;

/**
 * ripgrep follows a `.gitignore` that is a link and reads it whole: one to `/dev/zero` would take all memory of the
 * machine. Only Linux enforces such a limit.
 */
const limitMemory = (program: string, args: readonly string[]): readonly [string, ...string[]] =>
  process.platform === "linux"
    ? ["/bin/sh", "-c", `ulimit -v ${RIPGREP_KB}; exec "$0" "$@"`, program, ...args]
    : [program, ...args];

function showFile(path: string, cwd: string): string {
  const inner = relative(cwd, isAbsolute(path) ? path : join(cwd, path));
  return inner.startsWith("..") ? path : inner.split(sep).join("/");
}

function showMatches(
  matches: readonly Match[],
  pattern: string,
  page: { readonly offset: number; readonly limit: number },
): ToolOutcome {
  const files = new Set(matches.map((match) => match.path)).size;
  const found = describeMatches(matches.length, files, MAX_MATCHES);
  const head = `[${found} for ${JSON.stringify(pattern)}`;
  if (matches.length === 0) return textOutcome(`${head}]`);
  const part = matches.slice(page.offset - 1, page.offset - 1 + page.limit);
  const last = page.offset - 1 + part.length;
  const range =
    part.length === matches.length
      ? ""
      : part.length === 0
        ? `; offset ${page.offset} is beyond the last`
        : `; showing ${page.offset}-${last}${last < matches.length ? `, continue with offset ${last + 1}` : ""}`;
  return textOutcome(
    [`${head}${range}]`, ...part.map((match) => `${match.path}:${match.text.replace(/^(\d+):/, "$1: ")}`)].join("\n"),
  );
}
