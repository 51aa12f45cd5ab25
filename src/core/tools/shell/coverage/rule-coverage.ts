import { baseName } from "../reader/base-name";
import { isBelow, resolveFolder } from "../reader/command-folder";
import { readOptions } from "../reader/option-list";
import type { SimpleCommand } from "../reader/shell-reader";
import type { ShellWord } from "../reader/shell-word";
import type { KnownCommand } from "./harmless-commands";
import { findKnown, hasSubcommands } from "./harmless-commands";

/**
 * What a rule lets pass unasked: the words it spells out, and behind them only arguments that add nothing to what these
 * say. A variable in front, a file written, input redirected to a program that may obey it, or another folder is not
 * what the rule's author had in mind.
 */
export function isCovered(command: SimpleCommand, rule: readonly string[], cwd: string | undefined): boolean {
  if (rule.length === 0 || command.assignments.length > 0 || command.writes.length > 0) return false;
  if (command.words[0]?.yields !== "exact" || command.words.some(({ yields }) => yields === "anything")) return false;
  const words = withoutPager([{ ...command.words[0], text: ruleName(command.program) }, ...command.words.slice(1)]);
  const isSpelledOut = rule.every((text, index) => words[index]?.yields === "exact" && words[index]?.text === text);
  if (!isSpelledOut) return false;
  if (OBEYS_ARGUMENTS.has(rule[0] ?? "") || OBEYS_ARGUMENTS.has(rule.join(" "))) return words.length === rule.length;
  const exact = words.map(({ text, yields }) => (yields === "exact" ? text : ""));
  const found = findKnown(exact);
  if (found === undefined) return coversUnknown(command, words, rule, cwd);
  return coversKnown(command, { ...found, words, rule, cwd });
}

/** True for a command that is known to look at files and nothing else. */
export function isReading(command: SimpleCommand): boolean {
  const texts = command.words.map(({ text }) => text);
  const found = findKnown(texts);
  return found?.known.kind === "reads" && isCovered(command, texts.slice(0, found.length), undefined);
}

/** `/usr/bin/ls` is `ls`, but `./ls` or `/bin/../x/ls` is whatever is there, and passes only by a rule that says so. */
const ruleName = (program: string): string =>
  /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[^/]+$/.test(program)
    ? program.slice(program.lastIndexOf("/") + 1)
    : program;

/** Output is never paged here, so saying so changes nothing. */
const withoutPager = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words[0]?.text === "git" && words[1]?.yields === "exact" && words[1].text === "--no-pager"
    ? words.filter((_, index) => index !== 1)
    : words;

/**
 * The shell's own commands that run text or change what later commands mean, and programs that run what follows. A rule
 * for one of these covers its own words and no others.
 */
const OBEYS_ARGUMENTS: ReadonlySet<string> = new Set([
  ..."eval source . exec builtin trap coproc let read mapfile readarray declare typeset local readonly export".split(
    " ",
  ),
  ..."unset getopts hash alias unalias enable shopt set bind complete compgen wait sudo doas nohup nice ionice".split(
    " ",
  ),
  ..."time stdbuf setsid watch busybox unbuffer caffeinate cmd powershell pwsh wsl ssh su script parallel".split(" "),
  ..."flock strace".split(" "),
  ...["git bisect", "git submodule", "git difftool", "git mergetool", "git filter-branch", "git rebase", "go run"],
  ...["npm exec", "pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "uv run", "poetry run", "bundle exec"],
  ...["docker run", "docker exec", "docker compose", "kubectl exec"],
]);

/** Programs whose operands are tasks: a rule that names one covers no other. */
const TAKES_TASKS: ReadonlySet<string> = new Set(
  "gradle gradlew mvn mvnw just task rake ant ninja invoke doit mage nx turbo lerna".split(" "),
);

/** A file of further arguments, which compilers and test runners read: `tsc @options`. */
const isArgumentFile = ({ text }: ShellWord): boolean => text.startsWith("@");

/**
 * Nothing is known about its options, so none may follow; names of files and targets may. `NAME=…` assigns, `+…` may be
 * an option, and `ext::…` names a program to git.
 */
function coversUnknown(
  command: SimpleCommand,
  words: readonly ShellWord[],
  rule: readonly string[],
  cwd: string | undefined,
): boolean {
  const more = words.slice(rule.length);
  if (hasSubcommands(rule[0] ?? "") && rule.length === 1 && more.length > 0) return false;
  if (more.some(({ leads, text }) => leads !== "operand" || /^\+|^\w+=|^\w+::/.test(text))) return false;
  if (!hasSubcommands(rule[0] ?? "") && more.some(isArgumentFile)) return false;
  if (rule.length > 1 && more.length > 0 && TAKES_TASKS.has(baseName(rule[0] ?? ""))) return false;
  return command.inputs.length === 0 && isAtHome(command, rule, cwd);
}

interface Coverage {
  readonly known: KnownCommand;
  /** Words that the known command's name has. */
  readonly length: number;
  readonly words: readonly ShellWord[];
  readonly rule: readonly string[];
  readonly cwd: string | undefined;
}

function coversKnown(command: SimpleCommand, { known, length, words, rule, cwd }: Coverage): boolean {
  const args = words.slice(length);
  const vouched = Math.max(0, rule.length - length);
  const reading =
    typeof known.options === "string"
      ? { operands: args, options: [], rest: [] }
      : readOptions(args, { list: known.options, vouched, until: known.until });
  if (reading.stray !== undefined || !known.check(reading, args.slice(vouched))) return false;
  if (known.inner !== undefined && readOptions(reading.rest, { list: known.inner }).stray !== undefined) return false;
  // Which repository it is decides what git runs.
  if (known.kind === "reads") return rule[0] !== "git" || command.folders !== undefined;
  if (known.until === "end" && [...reading.operands, ...reading.rest].some((word) => leadsAway(word, command, cwd)))
    return false;
  return command.inputs.length === 0 && isAtHome(command, rule, cwd);
}

/** Tests, checks and builds of another project are other code; what an argument file says is not on the card. */
const leadsAway = (word: ShellWord, { folders = [] }: SimpleCommand, cwd: string | undefined): boolean =>
  isArgumentFile(word) ||
  word.text.startsWith("~") ||
  (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(word.text) &&
    folders.some((folder) => isOutside(resolveFolder(folder, word.text), cwd)));

/** In another project the same words run other code, and in another folder `./gradlew` is another program. */
function isAtHome({ folders }: SimpleCommand, rule: readonly string[], cwd: string | undefined): boolean {
  if (folders === undefined) return false;
  if (rule[0]?.includes("/")) return folders.every((folder) => folder === ".");
  return !folders.some((folder) => isOutside(folder, cwd));
}

/** Outside the folder that the text starts in; without knowing that folder, everything absolute is. */
const isOutside = (path: string, cwd: string | undefined): boolean =>
  cwd === undefined ? path.startsWith("/") || path.startsWith("..") : !isBelow(resolveFolder(cwd, path), cwd);
