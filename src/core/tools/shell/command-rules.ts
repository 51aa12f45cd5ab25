import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { findKnown } from "./coverage/harmless-commands";
import { isCovered } from "./coverage/rule-coverage";
import { baseName } from "./reader/base-name";
import { readCommandLine } from "./reader/command-wrappers";
import type { SimpleCommand } from "./reader/shell-reader";
import { findSteeringWrite } from "./steering-writes";

/** Rules are plain command beginnings, e.g. `npm test` or `rm -rf`. */
export interface CommandRules {
  /** Text passes unasked only when every command in it matches one of these. */
  readonly allowed: readonly string[];
  /** Text is refused as soon as one command in it matches one of these. */
  readonly denied: readonly string[];
  /** Where the text starts; without it, nothing outside counts as the same project. */
  readonly cwd?: string;
}

export type CommandVerdict =
  /** With the rules that cover its commands. */
  | { readonly kind: "allowed"; readonly rules: readonly string[] }
  /** The reason is for the model. */
  | { readonly kind: "denied"; readonly reason: string; readonly rule: string }
  /** Ordinary commands that are not on the list of allowed ones. */
  | { readonly kind: "ask"; readonly why: "unlisted" }
  /** Ask the user even where the category is allowed; the reason is a clause. */
  | { readonly kind: "ask"; readonly why: "risky"; readonly reason: Sentence };

/** Commands that destroy work or a machine beyond repair, so "allow all commands" does not cover them. */
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
  const { commands, unclear, unruly } = readCommandLine(source);
  const denied = findMatch(commands.map(shownWords), rules.denied);
  if (denied !== undefined)
    return {
      kind: "denied",
      reason: `it runs \`${denied.shown}\`, which the rule "${denied.rule}" forbids`,
      rule: denied.rule,
    };
  if (unclear !== undefined)
    return risky(sentence("{problem}, so the command rules cannot judge it", { problem: unclear }));
  const covering = unruly === undefined ? commands.map((command) => findCovering(command, rules)) : [];
  if (covering.length > 0 && covering.every((rule) => rule !== undefined))
    return { kind: "allowed", rules: [...new Set(covering)] };
  return findRisk(commands, rules.denied) ?? { kind: "ask", why: "unlisted" };
}

const findCovering = (command: SimpleCommand, { allowed, cwd }: CommandRules): string | undefined =>
  allowed.find((rule) => isCovered(command, splitRule(rule), cwd));

function findRisk(commands: readonly SimpleCommand[], denied: readonly string[]): CommandVerdict | undefined {
  const wary = [...denied, ...RISKY_COMMANDS];
  const dangerous = findMatch(commands.map(shownWords), wary);
  if (dangerous !== undefined)
    return risky(sentence("it runs `{command}`, which may destroy work", { command: dangerous.shown }));
  const steering = findSteeringWrite(commands);
  if (steering !== undefined) return risky(steering);
  const open = findMatch(commands.filter(hasUnknownOptions).map(openEnded(denied)), denied);
  if (open !== undefined)
    return risky(sentence("it may run what the rule `{rule}` forbids, depending on a variable", { rule: open.rule }));
  const hidden = findMatch(commands.flatMap(tailsOf), wary);
  if (hidden !== undefined)
    return risky(sentence("it mentions `{command}`, which another program may run", { command: hidden.shown }));
  return undefined;
}

const risky = (reason: Sentence): CommandVerdict => ({ kind: "ask", why: "risky", reason });

/** Every argument the text shows, those included that an expansion may or may not yield. */
const shownWords = ({ words }: SimpleCommand): readonly string[] =>
  words.flatMap(({ text, candidates }) => [...candidates, text]);

const hasUnknownOptions = ({ words }: SimpleCommand): boolean =>
  words.slice(1).some(({ yields, leads }) => yields !== "exact" && leads === "any");

/** A variable may hold whatever a rule still misses. */
const openEnded =
  (denied: readonly string[]) =>
  (command: SimpleCommand): readonly string[] => [
    ...shownWords(command),
    ...denied.flatMap((rule) => splitRule(rule).slice(1)),
  ];

function findMatch(
  commands: readonly (readonly string[])[],
  rules: readonly string[],
): { readonly shown: string; readonly rule: string } | undefined {
  for (const rule of rules) {
    const words = commands.find((candidate) => contains(candidate, rule));
    if (words !== undefined) return { shown: words.join(" ").slice(0, MAX_SHOWN_CHARS), rule };
  }
  return undefined;
}

const MAX_SHOWN_CHARS = 200;
/** Words past this are file names. */
const MAX_WORDS_SEARCHED = 200;

/** Everything that an unknown program might run: the text from any of its words on, with quoted text taken apart. */
function tailsOf({ words, inputs }: SimpleCommand): readonly (readonly string[])[] {
  const known = findKnown(words.map(({ text }) => text))?.known;
  const texts = known?.kind === "reads" ? [] : inputs.flatMap((input) => (input.kind === "text" ? [input.text] : []));
  const pieces = [...words.map(({ text }) => text), ...texts]
    .flatMap((text) => text.split(/[\s;&|()'"`=]+/))
    .filter((text) => text !== "")
    .slice(0, MAX_WORDS_SEARCHED);
  return pieces.map((_, from) => pieces.slice(from));
}

/** Wide on purpose: options may come in any order, spelling or place, and are found behind other words too. */
function contains(words: readonly string[], rule: string): boolean {
  const [program, ...wanted] = splitRule(rule);
  if (program === undefined || baseName(words[0] ?? "").toLowerCase() !== baseName(program).toLowerCase()) return false;
  const flags = optionsOf(words.slice(1));
  const others = words.slice(1).filter((word) => !word.startsWith("-"));
  const flagsHeld = [...optionsOf(wanted)].every((flag) => flags.has(flag));
  let from = 0;
  const othersHeld = wanted
    .filter((word) => !word.startsWith("-"))
    .every((word) => {
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
