import type { DoubleQuotedChild, Word, WordPart } from "unbash";

/** What one word of shell text becomes when the shell expands it. */
export interface ShellWord {
  /** As the program sees it where that is known, else as written. */
  readonly text: string;
  /**
   * "one" is a single argument of unknown text; "many" are file names by a pattern, or the words that a command in the
   * text prints; "anything" depends on what is not in the text.
   */
  readonly yields: "exact" | "one" | "many" | "anything";
  /** "operand": no argument it becomes can be read as an option. */
  readonly leads: "operand" | "any";
  /** Arguments it may become, so far as the text shows them; only for finding what is forbidden. */
  readonly candidates: readonly string[];
}

const exactWord = (text: string): ShellWord => ({
  text,
  yields: "exact",
  leads: text.startsWith("-") ? "any" : "operand",
  candidates: [],
});

/** What our own reading of a word adds to the parser's; each problem keeps every rule from letting the command pass. */
export interface WordReading {
  readonly word: ShellWord;
  readonly problem?: "two-readings" | "unruly";
}

export function readWord(word: Word): WordReading {
  const parts = word.parts ?? [];
  const plain = unquote(word.text);
  if (parts.every(isStatic) && plain !== undefined && !plain.expands) {
    if (plain.text !== word.value) return { word: exactWord(word.value), problem: "two-readings" };
    return plain.foreign ? { word: exactWord(word.value), problem: "unruly" } : { word: exactWord(word.value) };
  }
  const shown: ShellWord = {
    text: parts.every(isStatic) ? word.value : word.text,
    yields: yieldOf(word.text, parts),
    leads: leadOf(word.text, parts),
    candidates: parts.flatMap(candidatesOf),
  };
  const isKnown = parts.every(isRuly) && (plain !== undefined || !parts.every(isStatic));
  return isKnown ? { word: shown } : { word: shown, problem: "unruly" };
}

const isStatic = (part: WordPart): boolean =>
  part.type === "Literal" ||
  part.type === "SingleQuoted" ||
  (part.type === "DoubleQuoted" && part.parts.every((child) => child.type === "Literal"));

/**
 * A second, much smaller reader of quotes: a word counts as known only where it agrees with the parser. `expands` tells
 * of tildes, patterns and braces; undefined stands for whatever else is in the word.
 */
function unquote(
  raw: string,
): { readonly text: string; readonly expands: boolean; readonly foreign: boolean } | undefined {
  let text = "";
  let bare = "";
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at] ?? "";
    if (char === "\\") {
      at++;
      if (at >= raw.length) return undefined;
      if (raw[at] !== "\n") text += raw[at];
    } else if (char === "'" || char === '"') {
      const quoted = char === "'" ? /'([^']*)'/y : /"((?:[^"\\$`]|\\[^]|\$(?=["\s]))*)"/y;
      quoted.lastIndex = at;
      const found = quoted.exec(raw);
      if (found === null) return undefined;
      text += char === "'" ? found[1] : (found[1] ?? "").replace(/\\([\\$`"\n])/g, dropBackslash);
      at += found[0].length - 1;
    } else if (char === "`" || (char === "$" && /[^\s"/:.,%+=]/.test(raw[at + 1] ?? " "))) return undefined;
    else {
      text += char;
      bare += char;
    }
  }
  const isBracket = raw === "[" || raw === "]" || raw === "[[" || raw === "]]";
  const braces = /\{/.test(bare) && /,|\.\./.test(bare);
  return { text, expands: (/[*?[~]/.test(bare) && !isBracket) || braces, foreign: /[^\x20-\x7e]/.test(bare) };
}

const dropBackslash = (_: string, escaped: string): string => (escaped === "\n" ? "" : escaped);

function yieldOf(raw: string, parts: readonly WordPart[]): ShellWord["yields"] {
  const plain = unquote(raw);
  if (plain !== undefined && /\{/.test(raw) && /,|\.\./.test(raw)) return "anything";
  const hasPattern = parts.some((part) => part.type === "Glob") || (plain !== undefined && /[*?[]/.test(raw));
  if (!hasPattern && parts.every(isOne)) return "one";
  return parts.every((part) => isOne(part) || part.type === "Glob" || part.type === "CommandExpansion")
    ? "many"
    : "anything";
}

/** A part that neither splits nor vanishes: everything quoted, and what is always a number. */
function isOne(part: WordPart): boolean {
  if (part.type === "DoubleQuoted") return part.parts.every((child) => !isList(child));
  if (part.type === "SimpleExpansion") return /^\$[?$#]$/.test(part.text);
  if (part.type === "ArithmeticExpansion") return NUMBERS_ONLY.test(part.text);
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
}

/**
 * A name in a computation stands for its value, which is computed too, and may run commands. A computation that fails,
 * such as a division by zero or half an expression, keeps its command from running.
 */
const NUMBERS_ONLY =
  /^\$\(\( *(?:0|[1-9]\d{0,14})(?: *(?:[-+*^]|[<>=!]=|<<?|>>?|&&?|\|\|?) *(?:0|[1-9]\d{0,14}))* *\)\)$/;

/** `"$@"` and its like become as many words as there are. */
const isList = (part: DoubleQuotedChild): boolean =>
  /^\$@|^\$\{@/.test(part.text) || (part.type === "ParameterExpansion" && /[@*]/.test(part.index?.text ?? ""));

function leadOf(raw: string, parts: readonly WordPart[]): ShellWord["leads"] {
  const yields = yieldOf(raw, parts);
  if (yields === "anything" || parts.some(({ type }) => type === "CommandExpansion")) return "any";
  const first = raw.replace(/^(?:""|'')+/, "").replace(/^["']/, "");
  return /^[\w./~:@%+]/.test(first) || /^\$[?$#]/.test(first) ? "operand" : "any";
}

/** Expansions that read a plain variable, and substitutions, whose commands are judged on their own. */
function isRuly(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "SimpleExpansion":
      return true;
    case "DoubleQuoted":
      return part.parts.every(isRuly);
    case "CommandExpansion":
      // `${ …; }` of newer shells runs in the shell itself, whose folder and variables it may change.
      return part.script !== undefined && !part.text.startsWith("${");
    case "Glob":
      return part.kind !== "bracket" || part.parts.every(isRuly);
    case "ParameterExpansion":
      return (
        PARAMETER.test(part.parameter) &&
        part.index === undefined &&
        part.prefix !== "!" &&
        isRulyOperation(part.operation)
      );
    case "AnsiCQuoted":
    case "LocaleString":
      return false;
    case "ArithmeticExpansion":
      return NUMBERS_ONLY.test(part.text);
    case "ProcessSubstitution":
    case "ExtendedGlob":
    case "BraceExpansion":
      return false;
    default:
      // A part that a later version of the parser brings is not understood.
      return false;
  }
}

/** A name, a position, or a special parameter. */
const PARAMETER = /^(?:[A-Za-z_]\w*|\d+|[?$#@*!-])$/;

type Operation = Extract<WordPart, { type: "ParameterExpansion" }>["operation"];

/** Slices compute, `=` assigns and `@P` runs what it finds; these only cut or replace. */
function isRulyOperation(operation: Operation): boolean {
  if (operation === undefined) return true;
  if (operation.type !== "Default" && operation.type !== "Remove") return false;
  return !operation.operator.includes("=") && (operation.operand.parts ?? []).every(isRuly);
}

function candidatesOf(part: WordPart): readonly string[] {
  switch (part.type) {
    case "DoubleQuoted":
      return part.parts.flatMap(candidatesOf);
    case "LocaleString":
      return [part.parts.map((child) => (child.type === "Literal" ? child.value : "")).join("")];
    case "AnsiCQuoted":
      return [part.value];
    case "BraceExpansion":
      return part.text.split(/[{},"']+/).filter((text) => text !== "");
    case "ParameterExpansion":
      return part.operation?.type === "Default"
        ? part.operation.operand.value.split(/\s+/).filter((text) => text !== "")
        : [];
    default:
      return [];
  }
}
