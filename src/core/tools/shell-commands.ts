import { lexShell, ShellSyntaxError } from "./shell-lexer";
import type { ShellToken, ShellWord } from "./shell-lexer";

/** One program run, wherever in the text it hides: behind `&&`, in `$(…)`, in `bash -c "…"`, after `sudo` or `xargs`. */
export interface SimpleCommand {
  /** The program as written, e.g. `./gradlew`; empty for assignments alone. */
  readonly program: string;
  /** Program first, by its base name; arguments as the program would see them. */
  readonly words: readonly ShellWord[];
  /** `NAME=value` in front of the program. */
  readonly assignments: readonly string[];
  /** Files written by redirection, `/dev/null` left out. */
  readonly writes: readonly string[];
}

export interface CommandLine {
  readonly commands: readonly SimpleCommand[];
  /** Why the commands found may not be all there is; absent when the text was understood completely. */
  readonly unclear?: string;
}

export function readCommandLine(source: string): CommandLine {
  return readNested(source, 0);
}

/** Nesting deeper than this is obfuscation, not work. */
const MAX_NESTING = 8;

function readNested(source: string, depth: number): CommandLine {
  if (depth > MAX_NESTING) return { commands: [], unclear: "is nested too deeply" };
  try {
    return joinLines(splitCommands(lexShell(source)).map((part) => readPart(part, depth)));
  } catch (error) {
    // Quotes within substitutions within quotes, thousands deep, exhaust the stack.
    if (error instanceof RangeError) return { commands: [], unclear: "is nested too deeply" };
    if (!(error instanceof ShellSyntaxError)) throw error;
    return { commands: [], unclear: error.message };
  }
}

function splitCommands(tokens: readonly ShellToken[]): readonly (readonly ShellToken[])[] {
  const parts: ShellToken[][] = [[]];
  let open = 0;
  for (const token of tokens) {
    if (token.type !== "operator") parts.at(-1)?.push(token);
    else {
      if (token.text === "(" && parts.at(-1)?.some((before) => before.type === "word"))
        throw new ShellSyntaxError("defines a function");
      open += token.text === "(" ? 1 : token.text === ")" ? -1 : 0;
      if (open < 0) throw new ShellSyntaxError("has an unexpected closing parenthesis");
      parts.push([]);
    }
  }
  if (open > 0) throw new ShellSyntaxError("has an unclosed parenthesis");
  return parts.filter((part) => part.length > 0);
}

/** Words of the shell's own grammar that stand where a program would; a command may follow directly. */
const GRAMMAR_WORDS = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "while",
  "until",
  "do",
  "done",
  "!",
  "{",
  "}",
  "coproc",
]);

function readPart(tokens: readonly ShellToken[], depth: number): CommandLine {
  const words = tokens.flatMap((token) => (token.type === "word" ? [token.word] : []));
  const redirects = tokens.flatMap((token) =>
    token.type === "redirect" && token.target !== undefined
      ? [{ direction: token.direction, target: token.target }]
      : [],
  );
  const inner = [...words, ...redirects.map(({ target }) => target)]
    .flatMap((word) => word.inner)
    .map((source) => readNested(source, depth + 1));
  const first = words.findIndex((word) => !GRAMMAR_WORDS.has(word.text));
  const bare = first < 0 ? [] : words.slice(first);
  const start = bare.findIndex((word) => !/^\w+\+?=/.test(word.text));
  const program = start < 0 ? [] : bare.slice(start);
  const command: SimpleCommand = {
    program: program[0]?.text ?? "",
    words: program.map((word, index) => (index === 0 ? { ...word, text: baseName(word.text) } : word)),
    assignments: (start < 0 ? bare : bare.slice(0, start)).map((word) => word.text),
    writes: redirects.flatMap(({ direction, target }) =>
      direction === "out" && target.text !== "/dev/null" ? [target.text] : [],
    ),
  };
  const empty = bare.length === 0 && command.writes.length === 0;
  return joinLines([
    { commands: empty ? [] : [command] },
    ...inner,
    ...(command.words.length > 0 ? [unwrap(command.words, depth)] : []),
  ]);
}

const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish"]);

/** Programs that run the rest of their arguments, with the options of theirs that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugphCTRD]$|^--(?:user|group|prompt|host|chdir)$/,
  doas: /^-[uC]$/,
  env: /^-[uCS]$|^--(?:unset|chdir)$/,
  nohup: /^$/,
  nice: /^-n$/,
  ionice: /^-[cnp]$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$/,
  stdbuf: /^-[ioe]$/,
  setsid: /^$/,
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  xargs: /^-[IiLlnPsEead]$|^--(?:max-args|max-procs|arg-file|delimiter|replace)$/,
  watch: /^-[n]$/,
  busybox: /^$/,
  unbuffer: /^$/,
  caffeinate: /^-[tw]$/,
};

/** What runs inside a command that runs others. */
function unwrap(words: readonly ShellWord[], depth: number): CommandLine {
  const program = words[0];
  if (program === undefined) return { commands: [] };
  const rest = words.slice(1);
  if (program.dynamic && program.text !== "[")
    return { commands: [], unclear: "runs a program whose name is known only at run time" };
  if (SHELLS.has(program.text)) return unwrapShell(program.text, rest, depth);
  if (program.text === "eval" || program.text === "trap")
    return readScript(rest.map((word) => word.text).join(" "), rest, depth);
  if (program.text === "source" || program.text === ".") return { commands: [], unclear: "reads commands from a file" };
  if (program.text === "find" || program.text === "fd") return unwrapFind(rest, depth);
  const withValue = WRAPPERS[program.text];
  return withValue === undefined ? { commands: [] } : unwrapWrapper(program.text, rest, withValue, depth);
}

function unwrapShell(shell: string, args: readonly ShellWord[], depth: number): CommandLine {
  const flag = args.findIndex((word) => /^-\w*c$/.test(word.text));
  const script = flag < 0 ? undefined : args.slice(flag + 1).find((word) => word.text !== "--");
  if (script !== undefined) return readScript(script.text, [script], depth);
  return args.some((word) => !word.text.startsWith("-"))
    ? { commands: [] }
    : { commands: [], unclear: `hands its input to ${shell}` };
}

function readScript(source: string, words: readonly ShellWord[], depth: number): CommandLine {
  if (words.some((word) => word.dynamic && word.inner.length > 0))
    return { commands: [], unclear: "runs text that another command produces" };
  const line = readNested(source, depth + 1);
  return words.some((word) => word.dynamic)
    ? { ...line, unclear: line.unclear ?? "runs text known only at run time" }
    : line;
}

function unwrapFind(args: readonly ShellWord[], depth: number): CommandLine {
  const lines: CommandLine[] = [];
  args.forEach((word, index) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(word.text)) return;
    const end = args.findIndex((other, at) => at > index && (other.text === ";" || other.text === "+"));
    lines.push(readWords(args.slice(index + 1, end < 0 ? undefined : end), depth));
  });
  return joinLines(lines);
}

function unwrapWrapper(name: string, args: readonly ShellWord[], withValue: RegExp, depth: number): CommandLine {
  let at = 0;
  while (at < args.length && (args[at]?.text.startsWith("-") || /^\w+=/.test(args[at]?.text ?? "")))
    at += withValue.test(args[at]?.text ?? "") ? 2 : 1;
  const script = name === "env" ? args[args.findIndex((word) => word.text === "-S") + 1] : undefined;
  if (script !== undefined && args.some((word) => word.text === "-S")) return readScript(script.text, [script], depth);
  if (name === "timeout") at++;
  return readWords(args.slice(at), depth);
}

function readWords(words: readonly ShellWord[], depth: number): CommandLine {
  if (words.length === 0) return { commands: [] };
  if (depth > MAX_NESTING) return { commands: [], unclear: "is nested too deeply" };
  const named = words.map((word, index) => (index === 0 ? { ...word, text: baseName(word.text) } : word));
  return joinLines([
    { commands: [{ program: words[0]?.text ?? "", words: named, assignments: [], writes: [] }] },
    unwrap(named, depth + 1),
  ]);
}

function joinLines(lines: readonly CommandLine[]): CommandLine {
  const commands = lines.flatMap((line) => line.commands);
  const unclear = lines.find((line) => line.unclear !== undefined)?.unclear;
  return unclear === undefined ? { commands } : { commands, unclear };
}

/** `/bin/rm` is `rm` to a rule, and so is `rm.exe`. */
export const baseName = (program: string): string =>
  program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
