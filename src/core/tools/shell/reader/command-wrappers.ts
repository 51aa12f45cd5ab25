import type { Sentence } from "../../../base/sentence";
import { sentence } from "../../../base/sentence";
import { baseName } from "./base-name";
import { parseOptionList, readOptions } from "./option-list";
import type { ShellReading, SimpleCommand } from "./shell-reader";
import { readShell } from "./shell-reader";
import { MAX_NESTING } from "./shell-walk";
import type { ShellWord } from "./shell-word";

/** Reads shell text, and what its commands run in turn: `bash -c "…"`, `sudo …`, `xargs …`, `find -exec …`. */
export function readCommandLine(source: string): ShellReading {
  return withWrapped(readShell(source), 0);
}

function withWrapped(reading: ShellReading, depth: number): ShellReading {
  const wrapped = reading.commands.map((command) => unwrap(command, depth));
  const unclear = reading.unclear ?? wrapped.find((inner) => inner.unclear !== undefined)?.unclear;
  const unruly = reading.unruly ?? wrapped.find((inner) => inner.unruly !== undefined)?.unruly;
  return {
    ...reading,
    commands: reading.commands.flatMap((command, index) => [command, ...(wrapped[index]?.commands ?? [])]),
    ...(unclear === undefined ? {} : { unclear }),
    ...(unruly === undefined ? {} : { unruly }),
  };
}

type Inner = Omit<ShellReading, "pipelines">;

const NOTHING: Inner = { commands: [] };
const notSeen = (unclear: Sentence): Inner => ({ commands: [], unclear });

const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "mksh", "ash", "fish", "rbash"]);
/** Their language is another one. */
const FOREIGN_SHELLS = new Set([
  "cmd",
  "powershell",
  "pwsh",
  "wsl",
  "command.com",
  "csh",
  "tcsh",
  "nu",
  "xonsh",
  "elvish",
]);

/** Options of wrappers that may pass unasked where both programs are listed. */
export const CARRIER_OPTIONS = {
  xargs: "-0rt -n: -L: -P: -I: -d: -s: --null --no-run-if-empty --max-args= --max-procs= --delimiter= --max-lines?",
  timeout: "-v -k: -s: --preserve-status --foreground --signal= --kill-after= --verbose",
} as const;

/** Programs that run the rest of their arguments, with their options. */
const WRAPPERS: Readonly<Record<string, string>> = {
  ...CARRIER_OPTIONS,
  sudo: "-AbEeHnPSsikKlvV -u: -g: -h: -p: -C: -T: -R: -D: -r: -t: --user= --group= --prompt= --host= --chdir=",
  doas: "-ns -u: -C:",
  env: "-i0v -u: -C: --ignore-environment --unset= --chdir=",
  nohup: "",
  nice: "-# -n: --adjustment=",
  ionice: "-t -c: -n: -p:",
  time: "-pqva -f: -o: --portability",
  stdbuf: "-i: -o: -e: --input= --output= --error=",
  setsid: "-cfw",
  command: "-p",
  builtin: "",
  exec: "-cl -a:",
  watch: "-bcdeghtx -n: --interval=",
  busybox: "",
  unbuffer: "-p",
  caffeinate: "-dimsu -t: -w:",
  coproc: "",
};

function unwrap(command: SimpleCommand, depth: number): Inner {
  const [program, ...rest] = command.words;
  if (program === undefined) return NOTHING;
  if (program.yields !== "exact") return notSeen(sentence("it runs a program whose name is known only at run time"));
  if (depth > MAX_NESTING) return notSeen(sentence("it is nested too deeply"));
  const name = program.text.toLowerCase();
  if (FOREIGN_SHELLS.has(name)) return notSeen(sentence("it hands its text to {shell}", { shell: program.text }));
  if (SHELLS.has(name)) return unwrapShell(command, rest, depth);
  if (name === "eval" || name === "trap") return readScript(command, rest, depth);
  if (name === "source" || name === ".") return notSeen(sentence("it reads commands from a file"));
  if (name === "find" || name === "fd" || name === "fdfind") return unwrapFind(command, rest, depth);
  const splits = name === "env" ? rest.findIndex(({ text }) => /^-\w*S|^--s/.test(text)) : -1;
  if (splits >= 0) return readScript(command, splitStrings(rest.slice(splits)), depth);
  // A program may be named `constructor`.
  const options = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  return options === undefined ? NOTHING : unwrapRest(command, rest, options, depth);
}

/** `env -S 'rm -rf src'`, `env -iS'rm -rf' src`, `env --split-string=…`. */
const splitStrings = ([first, ...rest]: readonly ShellWord[]): readonly ShellWord[] =>
  first === undefined ? rest : [{ ...first, text: first.text.replace(/^-\w*?S|^--s[\w-]*=?/, "") }, ...rest];

/** Any cluster of letters with a `c` in it makes the first operand a script, wherever it stands. */
function unwrapShell(command: SimpleCommand, args: readonly ShellWord[], depth: number): Inner {
  const shell = command.words[0]?.text ?? "";
  const operands = args.filter(
    (word, at) => !/^[-+]/.test(word.text) && !/^[-+]\w*[oO]$/.test(args[at - 1]?.text ?? ""),
  );
  const isInline = args.some(({ text, yields }) => yields === "exact" && /^[-+]\w*c/.test(text));
  const [script] = operands;
  if (script !== undefined && isInline) return readScript(command, [script], depth);
  const isOdd = args.some(
    ({ text, leads }) => leads === "any" && !/^-[euxo]+$|^--(?:version|help|norc|noprofile|posix)?$/.test(text),
  );
  return script === undefined || isOdd ? notSeen(sentence("it hands its input to {shell}", { shell })) : NOTHING;
}

function readScript(command: SimpleCommand, words: readonly ShellWord[], depth: number): Inner {
  const reading = withWrapped(readShell(words.map(({ text }) => text).join(" ")), depth + 1);
  const inner = reading.commands.map((one) => ({ ...one, inputs: command.inputs, folders: undefined }));
  return words.every(({ yields }) => yields === "exact")
    ? { ...reading, commands: inner }
    : { ...reading, commands: inner, unclear: reading.unclear ?? sentence("it runs text known only at run time") };
}

function unwrapFind(command: SimpleCommand, args: readonly ShellWord[], depth: number): Inner {
  const found = args.flatMap((word, index) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(word.text)) return [];
    const end = findExecEnd(args, index);
    const inner = args.slice(index + 1, end < 0 ? undefined : end);
    return [readWords(command, inner.map(fillIn), depth)];
  });
  return joinInner(found);
}

/** Where the command of an `-exec` ends: at `;`, or at a `+` right behind `{}`; any other `+` is an argument of it. */
export const findExecEnd = (words: readonly ShellWord[], start: number): number =>
  words.findIndex(
    ({ text }, at) => at > start && (text === ";" || (text === "+" && at > start + 1 && words[at - 1]?.text === "{}")),
  );

/** `{}` stands for what was found. */
const fillIn = (word: ShellWord): ShellWord => (word.text.includes("{}") ? { ...PASSED_ON, text: word.text } : word);

/** Behind an option that is not known any word may be the program: each is taken for it, as it stands. */
function unwrapRest(command: SimpleCommand, args: readonly ShellWord[], options: string, depth: number): Inner {
  const { rest, stray } = readOptions(skipAssignments(args), {
    list: parseOptionList(options),
    until: "first-operand",
  });
  const name = command.words[0]?.text ?? "";
  if (stray !== undefined)
    return { commands: args.slice(0, MAX_STARTS).map((_, from) => commandOf(command, args.slice(from))) };
  const words = skipAssignments(name === "timeout" ? rest.slice(1) : rest);
  return readWords(command, name === "xargs" && words.length > 0 ? [...words, PASSED_ON] : words, depth);
}

/** Words past this are arguments. */
const MAX_STARTS = 30;

/** What `xargs` and `find` add: as many words as there are, file names or options. */
const PASSED_ON: ShellWord = { text: "…", yields: "many", leads: "any", candidates: [] };

function skipAssignments(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex(({ text }) => !/^\w+\+?=/.test(text));
  return first < 0 ? [] : words.slice(first);
}

function readWords(outer: SimpleCommand, words: readonly ShellWord[], depth: number): Inner {
  if (words.length === 0) return NOTHING;
  const command = commandOf(outer, words);
  return joinInner([{ commands: [command] }, unwrap(command, depth + 1)]);
}

function commandOf(outer: SimpleCommand, words: readonly ShellWord[]): SimpleCommand {
  const program = words[0]?.text ?? "";
  const named = words.map((word, index) => (index === 0 ? { ...word, text: baseName(program) } : word));
  return { ...outer, program, words: named, assignments: [], writes: [] };
}

function joinInner(all: readonly Inner[]): Inner {
  const unclear = all.find((inner) => inner.unclear !== undefined)?.unclear;
  const unruly = all.find((inner) => inner.unruly !== undefined)?.unruly;
  return {
    commands: all.flatMap(({ commands }) => commands),
    ...(unclear === undefined ? {} : { unclear }),
    ...(unruly === undefined ? {} : { unruly }),
  };
}
