import { findExecEnd } from "../reader/command-wrappers";
import type { OptionReading } from "../reader/option-list";
import type { ShellWord } from "../reader/shell-word";

/** Looks at what a program's options alone do not tell: its operands, or a small language of its own. */
export type OperandCheck = (reading: OptionReading, words: readonly ShellWord[]) => boolean;

const areExact = (words: readonly ShellWord[]): boolean => words.every(({ yields }) => yields === "exact");

/** Bracket expressions may hold the delimiter, so only those are known that hold neither it nor another bracket. */
const sedPattern = (delimiter: string): string =>
  String.raw`(?:(?!${delimiter})[^\\\n[]|\\[^\n]|\[\^?(?:(?!${delimiter})[^\]\\\n[])+\]|\[\[:\w+:\]\])*`;
/** A pattern between slashes, a line number or the last line. */
const SED_ADDRESS = String.raw`(?:\d+|\$|\/${sedPattern("\\/")}\/I?)`;
/** Printing, deleting, quitting, and replacing with flags that neither run nor write. */
const SED_REPLACEMENT = String.raw`(?:(?!\1)[^\\\n]|\\[^\n])*`;
const SED_COMMAND = String.raw`(?:[pdq=lnNDGHhgPx]|s([\/|#,:@])${sedPattern("\\1")}\1${SED_REPLACEMENT}\1[gpI0-9]*)`;
const SED_RANGE = String.raw`${SED_ADDRESS}(?:\s*,\s*(?:[+~]?\d+|${SED_ADDRESS}))?`;
const SED_STEP = String.raw`[ \t]*(?:${SED_RANGE}[ \t]*!?[ \t]*)?${SED_COMMAND}[ \t]*`;

function isHarmlessSed(script: string): boolean {
  const step = new RegExp(SED_STEP, "y");
  for (let at = 0; at <= script.length; at = step.lastIndex + 1) {
    step.lastIndex = at;
    if (!step.test(script)) return false;
    if (step.lastIndex === script.length) return true;
    if (!/[;\n]/.test(script[step.lastIndex] ?? "")) return false;
  }
  return false;
}

/** `sed` with its script as the first operand; `-e` and `-f` are not on its list. */
export const checkSed: OperandCheck = ({ operands, rest }) => {
  const [script] = [...operands, ...rest];
  return script?.yields === "exact" && isHarmlessSed(script.text);
};

/** Programs, pipes and libraries are reached through these. */
const AWK_REACHES_OUT = /system|getline|@|(?<!\|)\|(?!\|)/;

export const checkAwk: OperandCheck = ({ operands, rest }) => {
  const [program, ...files] = [...operands, ...rest];
  if (program?.yields !== "exact" || AWK_REACHES_OUT.test(program.text)) return false;
  // For gawk such a name is a connection, also among the files it reads.
  if (files.some(({ text }) => text.includes("/inet"))) return false;
  // After `print` a greater-than sign may be a comparison, or a file that is written.
  const print = program.text.indexOf("print");
  return print < 0 || program.text.lastIndexOf(">") < print;
};

/** Options that are whole words behind a single dash, with how many words each takes. */
type WordOptions = ReadonlyMap<string, 0 | 1>;

const wordOptions = (alone: string, withValue: string): WordOptions =>
  new Map([
    ...alone.split(" ").map((name) => [name, 0] as const),
    ...withValue.split(" ").map((name) => [name, 1] as const),
  ]);

/** Tests and actions that neither run nor write. */
const FIND_OPTIONS = wordOptions(
  [
    "! ( ) , -not -a -and -o -or -print -print0 -prune -empty -ls -xdev -mount -depth -daystart -follow -quit",
    "-true -false -noleaf -nouser -nogroup -executable -readable -writable -L -H -P -E -d -nowarn -warn",
  ].join(" "),
  [
    "-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype",
    "-size -perm -maxdepth -mindepth -mtime -mmin -ctime -cmin -atime -amin -newer -anewer -cnewer -newermt",
    "-newerct -user -group -uid -gid -links -inum -samefile -fstype -used -printf",
  ].join(" "),
);

const GO_OPTIONS = wordOptions(
  "-v -x -n -a -race -short -failfast -cover -json -benchmem",
  "-run -skip -count -timeout -bench -benchtime -parallel -cpu -tags -list -shuffle -p",
);

const checkWordOptions =
  (known: WordOptions): OperandCheck =>
  (_, words) => {
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (word === undefined) break;
      const takes = word.yields === "exact" ? takenBy(word.text, known) : undefined;
      if (takes === undefined && (word.leads !== "operand" || /^[!(),;+]|^\{\}$/.test(word.text))) return false;
      if (takes !== 1) continue;
      at++;
      if (words[at]?.yields !== "exact" && words[at]?.yields !== "one") return false;
    }
    return true;
  };

/** `-run=X` brings its value along. */
function takenBy(text: string, known: WordOptions): 0 | 1 | undefined {
  const [name = "", value] = text.split("=", 2);
  return value !== undefined && known.get(name) === 1 ? 0 : known.get(text);
}

const hasKnownFindOptions = checkWordOptions(FIND_OPTIONS);

/** What `-exec` runs is judged as a command of its own. */
export const checkFind: OperandCheck = (reading, words) => {
  const start = words.findIndex(({ text, yields }) => yields === "exact" && text === "-exec");
  if (start < 0) return hasKnownFindOptions(reading, words);
  const end = findExecEnd(words, start);
  const isWhole = end > start + 1 && hasKnownFindOptions(reading, words.slice(0, start));
  return isWhole && checkFind(reading, words.slice(end + 1));
};

export const checkGo = checkWordOptions(GO_OPTIONS);

const TEST_UNARY = /^-[abcdefghkLnoprsStuwxzGNO]$/;
const TEST_BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;

/** `-v` evaluates what stands in brackets behind the name, so it is not among the known; nor is what is computed. */
export const checkTest: OperandCheck = (_, words) => {
  const inside = words.at(-1)?.text === "]" ? words.slice(0, -1) : words;
  const [first, second, third, ...more] = inside[0]?.text === "!" ? inside.slice(1) : inside;
  if (more.length > 0 || inside.some(({ yields }) => yields !== "exact" && yields !== "one")) return false;
  if (third !== undefined) return second?.yields === "exact" && TEST_BINARY.test(second.text);
  if (second !== undefined) return first?.yields === "exact" && TEST_UNARY.test(first.text);
  return true;
};

/** Anything but a format sets the clock. */
export const checkDate: OperandCheck = ({ operands, rest }) =>
  areExact([...operands, ...rest]) && [...operands, ...rest].every(({ text }) => text.startsWith("+"));

/** Text and conversions that only print. `%n` assigns: `printf a%n PATH` makes the folder `1` the place of programs. */
const PRINTING_FORMAT = /^(?:[^%]|%%|%[-+ 0#']*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?[diouxXfFeEgGcsbq])*$/;

/** `-v` assigns, and evaluates what stands in brackets behind the name. */
export const checkPrintf: OperandCheck = (_, [format]) =>
  format?.yields === "exact" && !format.text.startsWith("-") && PRINTING_FORMAT.test(format.text);

export const checkCd: OperandCheck = (_, words) => {
  const [folder, ...more] = words;
  return more.length === 0 && (folder === undefined || folder.leads === "operand") && folder?.yields !== "anything";
};

/** `git branch` and its like list what exists unless they are given a name. */
export const needsOneOf =
  (...names: readonly string[]): OperandCheck =>
  ({ operands, rest, options }) =>
    operands.length + rest.length === 0 || options.some((option) => names.includes(option));

export const takesNoOperands: OperandCheck = ({ operands, rest }) => operands.length + rest.length === 0;

/** A second operand is a file that is written. */
export const takesOneOperand: OperandCheck = ({ operands, rest }) =>
  operands.length + rest.length <= 1 &&
  [...operands, ...rest].every(({ yields }) => yields === "exact" || yields === "one");

/** A script to run, by name; what follows is the script's own. Without one, the program obeys its input. */
export const checkScript: OperandCheck = ({ rest: [script], options }) =>
  script === undefined ? options.length > 0 : script.yields === "exact" && script.text !== "-" && script.text !== "";

/** The same for programs with subcommands: `deno eval` and `bun x` are not scripts called so. */
export const checkScriptFile: OperandCheck = (reading, words) => {
  const [script] = reading.rest;
  const isNamedByRule = script === undefined || !words.includes(script);
  return checkScript(reading, words) && (isNamedByRule || /[./]/.test(script.text));
};

/** A duration, then a command, which is judged by itself. */
export const checkTimeout: OperandCheck = ({ rest }) => rest.length > 1 && rest[0]?.yields === "exact";

/** `make SHELL=…`: an assignment changes what the targets do. A rule that names a target covers no other one. */
export const checkMake: OperandCheck = ({ operands, rest }, words) => {
  const names = [...operands, ...rest].filter((word) => !isJobCount(words, word));
  const added = names.filter((word) => words.includes(word));
  return names.every(({ text }) => !text.includes("=")) && (added.length === 0 || added.length === names.length);
};

/** `make -j 4` */
const isJobCount = (words: readonly ShellWord[], word: ShellWord): boolean =>
  /^\d+$/.test(word.text) && /^(?:-\w*[jl]|--jobs)$/.test(words[words.indexOf(word) - 1]?.text ?? "");

/** Whatever stands for the input may stand in the program's name too, so it must be no letter. */
export const checkXargs: OperandCheck = ({ options, rest }, words) => {
  const before = words.slice(0, words.length - rest.length).map(({ text }) => text);
  const signs = before.flatMap((text, at) => {
    const attached = /^-[0rt]*I(.*)$/.exec(text)?.[1];
    return attached === undefined ? [] : [attached === "" ? (before[at + 1] ?? "") : attached];
  });
  return (
    signs.length === options.filter((name) => name === "-I").length &&
    signs.every((sign) => /^(?:\{\}|%|@)$/.test(sign))
  );
};
