import { baseName, readCommandLine } from "./shell-commands";
import type { SimpleCommand } from "./shell-commands";

/** Rules are plain command beginnings, e.g. `npm test` or `rm -rf`. */
export interface CommandRules {
  /** Text passes unasked only when every command in it matches one of these. */
  readonly allowed: readonly string[];
  /** Text is refused as soon as one command in it matches one of these. */
  readonly denied: readonly string[];
}

export type CommandVerdict =
  | { readonly kind: "allowed" }
  | { readonly kind: "denied"; readonly reason: string }
  /** A person must look: `reason` says why, "unlisted" ones are ordinary, "risky" ones are asked even where the category is allowed. */
  | { readonly kind: "ask"; readonly why: "unlisted" | "risky"; readonly reason: string };

/** What loses work or a machine beyond repair, so that "allow all commands" does not cover it. */
const RISKY_COMMANDS = [
  "rm -r",
  "mkfs",
  "dd",
  "shred",
  "shutdown",
  "reboot",
  "git push --force",
  "git push -f",
  "git reset --hard",
  "git clean -f",
  "chmod -R",
  "chown -R",
  "sudo",
  "doas",
];

export function judgeCommand(source: string, rules: CommandRules): CommandVerdict {
  const { commands, unclear } = readCommandLine(source);
  const denied = findMatch(commands, rules.denied);
  if (denied !== undefined)
    return {
      kind: "denied",
      reason: `it runs \`${sayCommand(denied.command)}\`, which the rule "${denied.rule}" forbids`,
    };
  if (unclear !== undefined)
    return { kind: "ask", why: "risky", reason: `it ${unclear}, so the command rules cannot judge it` };
  if (commands.length > 0 && commands.every((command) => rules.allowed.some((rule) => beginsWith(command, rule))))
    return { kind: "allowed" };
  const wary = [...rules.denied, ...RISKY_COMMANDS];
  const risky = findMatch(commands, wary);
  if (risky !== undefined)
    return { kind: "ask", why: "risky", reason: `it runs \`${sayCommand(risky.command)}\`, which may destroy work` };
  const hidden = findMatch(commands.flatMap(tailsOf), wary);
  if (hidden !== undefined)
    return {
      kind: "ask",
      why: "risky",
      reason: `it mentions \`${sayCommand(hidden.command)}\`, which another program may run`,
    };
  return { kind: "ask", why: "unlisted", reason: "not every command in it is on the list of allowed commands" };
}

/** What a remembered answer covers: exactly these commands, in any combination. Unclear text covers only itself. */
export function commandKeys(source: string): readonly string[] {
  const { commands, unclear } = readCommandLine(source);
  if (unclear !== undefined || commands.length === 0) return [`text ${source}`];
  return commands.map((command) =>
    JSON.stringify([command.assignments, command.words.map((word) => word.text), command.writes]),
  );
}

function findMatch(
  commands: readonly SimpleCommand[],
  rules: readonly string[],
): { readonly command: SimpleCommand; readonly rule: string } | undefined {
  for (const rule of rules) {
    const command = commands.find((candidate) => contains(candidate, rule));
    if (command !== undefined) return { command, rule };
  }
  return undefined;
}

/** Words past this are file names. */
const MAX_WORDS_SEARCHED = 200;

/** What a program we know nothing about might run: everything from any of its words on, quoted text taken apart. */
function tailsOf(command: SimpleCommand): readonly SimpleCommand[] {
  const words = command.words
    .flatMap((word) => word.text.split(/[\s;&|()'"`=]+/))
    .filter((text) => text !== "")
    .slice(0, MAX_WORDS_SEARCHED);
  return words.map((program, from) => ({
    program,
    words: words.slice(from).map((text) => ({ text, dynamic: false, inner: [] })),
    assignments: [],
    writes: [],
  }));
}

const INTERPRETERS = /^(?:node|deno|bun|python[\d.]*|perl|ruby|php|sh|bash|zsh|dash|pwsh|powershell|osascript)$/;
const INLINE_CODE = /^(?:-c|-e|-p|-r|-E|--eval|--print|--command|-Command)(?:=|$)/;

/** Options that make a program do far more than its name says; a rule that does not spell them out does not cover them. */
function exceedsItsName([program = "", ...rest]: readonly string[]): boolean {
  if (INTERPRETERS.test(program))
    return rest.length === 0 || rest.some((word) => word === "-" || INLINE_CODE.test(word));
  if (program === "find") return rest.some((word) => /^-(?:delete|fprint|fprintf|fprint0|fls)$/.test(word));
  return (
    program === "git" &&
    rest.some((word) => /^(?:-c|--config-env|--exec-path|--output|--upload-pack|--receive-pack)(?:=|$)/.test(word))
  );
}

/** Narrow on purpose: a variable in front or a file written behind is not what the rule's author had in mind. */
function beginsWith(command: SimpleCommand, rule: string): boolean {
  const wanted = splitRule(rule);
  const words = [namedProgram(command), ...command.words.slice(1).map((word) => word.text)];
  if (wanted.length === 0 || command.assignments.length > 0 || command.writes.length > 0) return false;
  if (!wanted.every((word, index) => words[index] === word)) return false;
  return words.length === wanted.length
    ? wanted.length > 1 || !exceedsItsName(words)
    : !exceedsItsName([words[0] ?? "", ...words.slice(wanted.length)]);
}

/** `/usr/bin/ls` is `ls`, but `./ls` is whatever lies in that folder and passes only by a rule that says `./ls`. */
const namedProgram = ({ program }: SimpleCommand): string =>
  /^(?:\/usr(?:\/local)?)?\/s?bin\//.test(program) || !/[/\\]/.test(program) ? baseName(program) : program;

/** Wide on purpose: options may come in any order, spelling or place, and are found behind other words too. */
function contains(command: SimpleCommand, rule: string): boolean {
  const [program, ...wanted] = splitRule(rule);
  const words = command.words.map((word) => word.text);
  if (program === undefined || baseName(words[0] ?? "").toLowerCase() !== program.toLowerCase()) return false;
  const flags = optionsOf(words.slice(1));
  const others = words.slice(1).filter((word) => !word.startsWith("-"));
  const flagsHeld = [...optionsOf(wanted)].every((flag) => flags.has(flag));
  const named = wanted.filter((word) => !word.startsWith("-"));
  let from = 0;
  const othersHeld = named.every((word) => {
    const at = others.indexOf(word, from);
    from = at + 1;
    return at >= 0;
  });
  return flagsHeld && othersHeld;
}

/** Options that rules are usually about; programs accept any clear beginning of the long spelling. */
const LONG_OPTIONS = [
  ["--recursive", "r"],
  ["--force", "f"],
] as const;

function optionsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(
    words.flatMap((word) => {
      if (!word.startsWith("--")) return [...(/^-(\w+)/.exec(word)?.[1] ?? "").toLowerCase()];
      const short = word.length > 3 ? LONG_OPTIONS.find(([long]) => long.startsWith(word))?.[1] : undefined;
      return [short ?? word.replace(/=.*$/, "")];
    }),
  );
}

const splitRule = (rule: string): readonly string[] =>
  rule
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "*");
const sayCommand = (command: SimpleCommand): string =>
  command.words
    .map((word) => word.text)
    .join(" ")
    .slice(0, 200);
