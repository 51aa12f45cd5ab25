import type { ShellWord } from "./shell-word";

/**
 * The options of a program that may appear unasked, written as its manual would: `-ab` are flags, `-n:` takes a value,
 * `-u?` one that is attached, `--long`, `--long=` and `--long?` likewise, `--watch=false` is known with that value
 * only, `-#` is a number. Long options are known by their whole name: programs accept beginnings, and which option a
 * beginning stands for is theirs to know.
 */
export interface OptionList {
  readonly short: ReadonlyMap<string, Value>;
  readonly long: ReadonlyMap<string, Value>;
}

type Value = "none" | "needed" | "attached";

const VALUES: Readonly<Record<string, Value>> = { ":": "needed", "=": "needed", "?": "attached" };

export function parseOptionList(written: string): OptionList {
  const short = new Map<string, Value>();
  const long = new Map<string, Value>();
  for (const option of written.split(/\s+/).filter((text) => text !== "")) {
    const value = VALUES[option.slice(-1)] ?? "none";
    const name = value === "none" ? option : option.slice(0, -1);
    if (name.startsWith("--")) long.set(name, value);
    else for (const letter of name.slice(1)) short.set(letter, value);
  }
  return { short, long };
}

export interface OptionReading {
  readonly operands: readonly ShellWord[];
  readonly options: readonly string[];
  /** Words after the first operand, or after `--`. */
  readonly rest: readonly ShellWord[];
  /** A word that is no known option, and might be one. */
  readonly stray?: ShellWord;
}

export interface OptionScan {
  readonly list: OptionList;
  /** Words at the beginning that a rule spells out, and that therefore need not be on the list. */
  readonly vouched?: number;
  /** "first-operand": what follows belongs to another program. */
  readonly until?: "end" | "first-operand";
}

export function readOptions(
  words: readonly ShellWord[],
  { list, vouched = 0, until = "end" }: OptionScan,
): OptionReading {
  const operands: ShellWord[] = [];
  const options: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    if (word.yields === "exact" && word.text === "--") return { operands, options, rest: words.slice(at + 1) };
    if (word.leads === "operand" || word.text === "-") {
      if (until === "first-operand") return { operands, options, rest: words.slice(at) };
      operands.push(word);
      continue;
    }
    const found = word.yields === "exact" ? findOption(word.text, list) : undefined;
    if (found === undefined && at >= vouched) return { operands, options, rest: [], stray: word };
    options.push(...(found?.names ?? []));
    if (found?.takesNext !== true) continue;
    at++;
    const value = words[at];
    if (value !== undefined && !isPlainValue(value)) return { operands, options, rest: [], stray: value };
  }
  return { operands, options, rest: [] };
}

/**
 * A value in a word of its own. One that looks like an option may be one: some programs take a value only behind `=`,
 * and `git log --format --output=x` opens the file before it complains.
 */
const isPlainValue = ({ text, yields }: ShellWord): boolean =>
  yields === "one" || (yields === "exact" && !/^-(?!\d*$)/.test(text));

interface Found {
  readonly names: readonly string[];
  readonly takesNext: boolean;
}

function findOption(text: string, list: OptionList): Found | undefined {
  return text.startsWith("--") ? findLong(text, list) : findCluster(text, list);
}

function findLong(text: string, { long }: OptionList): Found | undefined {
  if (long.get(text) === "none") return { names: [text], takesNext: false };
  const cut = text.indexOf("=");
  const name = cut < 0 ? text : text.slice(0, cut);
  const value = long.get(name);
  if (value === undefined || (value === "none" && cut >= 0)) return undefined;
  return { names: [name], takesNext: value === "needed" && cut < 0 };
}

/** `-la`, `-n5`, `-A3`: every letter must be known until one takes the rest as its value. */
function findCluster(text: string, { short }: OptionList): Found | undefined {
  if (/^-\d+$/.test(text)) return short.has("#") ? { names: ["-#"], takesNext: false } : undefined;
  const names: string[] = [];
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? "";
    const value = letter === "#" ? undefined : short.get(letter);
    if (value === undefined) return undefined;
    names.push(`-${letter}`);
    if (value === "attached") return { names, takesNext: false };
    if (value === "needed") return { names, takesNext: at === text.length - 1 };
  }
  return { names, takesNext: false };
}
