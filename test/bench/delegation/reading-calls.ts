import type { ToolCallPart } from "../../../src/core/conversation/message";
import { readIntent } from "../../../src/core/ledger/intent";
import { onlyReads } from "../../../src/core/tools/shell/command-footprint";
import { readCommandLine } from "../../../src/core/tools/shell/reader/command-wrappers";
import type { SimpleCommand } from "../../../src/core/tools/shell/reader/shell-reader";

/**
 * Whether a recorded call only looks at something, by the tool names of the recorded agents. "vouched": the product
 * would let it pass unasked. "looks": it changes nothing, but the product asks, since substitutions, loops or the
 * network are involved; what counts here is what the agent did, not what may pass. "aside": the agent's own lists and
 * thoughts, which neither read nor change anything.
 */
export type CallKind = "vouched" | "looks" | "aside" | "acts";

const ASIDE =
  /^(?:think|todo|todo_?(?:write|read)|update_plan|task(?:create|update|list|get)|enterplanmode|report_intent)$/i;

const LOOKING_TOOLS = new RegExp(
  [
    "^(?:grep|glob|ls|list|list_files|list_dir|list_directory|search|search_files|search_file_content|search_dir",
    "|search_file|search_code|codebase_search|file_search|grep_search|find|find_file|rg|read_files?|read_many_files",
    "|view|scroll_(?:up|down)|goto|open|notebook_?read|get_errors|web_?search|web_?fetch|fetch|toolsearch|tool_search",
    "|mcp__.+__(?:read|get|list|find|search|fetch|preview_logs)(?:_\\w+)?)$",
  ].join(""),
  "i",
);

export function kindOf({ name, inputJson }: ToolCallPart): CallKind {
  if (ASIDE.test(name)) return "aside";
  const { files, command } = readIntent(name, inputJson);
  if (command !== undefined) return onlyReads(command) ? "vouched" : looks(command) ? "looks" : "acts";
  if (files.length > 0 && files.every(({ operation }) => operation === "read")) return "vouched";
  return files.length === 0 && LOOKING_TOOLS.test(name) ? "vouched" : "acts";
}

function looks(command: string): boolean {
  const { commands } = readCommandLine(command);
  return commands.length > 0 && commands.every(looksOnly) && commands.some(({ program }) => program !== "");
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Programs that change nothing, whatever their arguments; `tee`, `sed` and `curl` are judged below. */
const LOOKING_PROGRAMS = words(
  "ls cat head tail less more nl wc grep egrep fgrep rg ag ack find fd tree file stat du df pwd cd echo printf true " +
    "false test [ sort uniq cut tr awk gawk column paste comm diff cmp jq yq base64 basename dirname realpath " +
    "readlink which type command whereis date env printenv uname whoami id hostname ps pgrep seq expr sleep for in " +
    "do done if then else fi while read xargs strings xxd od hexdump md5sum sha256sum exit set unset export local " +
    "shift break continue return : bat tac rev fold fmt",
);
const LOOKING_GIT = words(
  "log show diff status blame grep ls-files ls-tree ls-remote rev-parse rev-list merge-base cat-file describe " +
    "shortlog reflog name-rev for-each-ref count-objects diff-tree show-ref whatchanged range-diff cherry",
);
const LOOKING_GH = words("view list diff status checks search browse");

function looksOnly({ words: all, writes }: SimpleCommand): boolean {
  const [program = "", ...args] = all.map(({ text }) => text);
  if (writes.length > 0) return false;
  if (program === "" || LOOKING_PROGRAMS.has(program)) return !isActing(program, args);
  switch (program) {
    case "sed":
      return !args.some((arg) => /^(?:-[a-zA-Z]*i|--in-place)/.test(arg));
    case "curl":
      return !args.some((arg) => /^(?:-[a-zA-Z]*[XdoOTF]|--(?:request|data|output|upload|form|json|remote))/.test(arg));
    case "git":
      return LOOKING_GIT.has(afterOptions(args)) ||
        /^(?:branch|tag|remote|stash|worktree|config)$/.test(afterOptions(args))
        ? listsOnly(args)
        : false;
    case "gh":
      return args[0] === "api" ? isGet(args) : LOOKING_GH.has(args[1] ?? "") || LOOKING_GH.has(args[0] ?? "");
    default:
      return false;
  }
}

const isActing = (program: string, args: readonly string[]): boolean =>
  (program === "find" && args.some((arg) => /^-(?:delete|exec|execdir|ok|fprint)/.test(arg))) ||
  (program === "sort" && args.some((arg) => /^-o|^--output/.test(arg))) ||
  (/awk$/.test(program) && args.some((arg) => /\bsystem\(|>\s*"/.test(arg)));

const isGet = (args: readonly string[]): boolean =>
  !args.some((arg) => /^(?:-[XfF]|--(?:method|field|raw-field|input))/.test(arg));

/** The subcommand of git, behind `-C folder` and the like. */
function afterOptions(args: readonly string[]): string {
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && !/^-[Cc]$/.test(args[index - 1] ?? ""));
  return args[at] ?? "";
}

/** `git branch --list` looks, `git branch name` makes one. */
function listsOnly(args: readonly string[]): boolean {
  const subcommand = afterOptions(args);
  if (LOOKING_GIT.has(subcommand)) return !args.some((arg) => arg.startsWith("--output"));
  const rest = args.slice(args.indexOf(subcommand) + 1);
  if (/^(?:stash|worktree)$/.test(subcommand)) return /^(?:list|show)$/.test(rest[0] ?? "");
  if (subcommand === "config") return rest.some((arg) => /^(?:--get|--list|-l|get|list)/.test(arg));
  if (subcommand === "remote") return rest.length === 0 || /^(?:-v|show|get-url)$/.test(rest[0] ?? "");
  return (
    rest.every((arg, index) => arg.startsWith("-") || rest[index - 1]?.startsWith("-") === true) &&
    !rest.some((arg) => /^-(?:[dDmMcCfu]|-(?:delete|move|copy|force|set|unset|edit|track))/.test(arg))
  );
}
