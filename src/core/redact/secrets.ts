import { rememberByText } from "../base/text";
import { redactAssignments } from "./rules/assignments";
import { redactColumns } from "./rules/columns";
import { commandLineShapes } from "./rules/command-line";
import { redactKeyBlocks } from "./rules/key-blocks";
import { memorizedShapes } from "./rules/memorized";
import { pairShapes } from "./rules/pairs";
import { redactPhrases } from "./rules/phrases";
import { printedShapes } from "./rules/printed";
import { redactShapes } from "./rules/shape";
import { secretShapes } from "./rules/shapes";
import { redactVendorKeys } from "./rules/vendor-keys";
import { someSuspicion } from "./suspicion/suspicion";

/**
 * Takes credentials out of text that leaves the user's hands. Rules in order: things that are secret by their
 * shape, then values named as secret by code or configuration, then values under a column of that name, then values
 * named as secret in a sentence. Every quantifier is bounded or cannot overlap its neighbor, so time grows with the
 * length of the text. A password that looks like an ordinary word and is not named as one will be missed.
 */
export const redactSecrets = rememberByText((text: string): string => {
  if (text.length < SHORTEST_SECRET_CHARS) return text;
  if (!text.includes(COLOR_START)) return redactPlain(text);
  // Colors part a name from its value; a text that is redacted anyway can do without them.
  const plain = text.replace(COLOR, "");
  const clean = redactPlain(plain);
  return clean === plain ? redactPlain(text) : clean;
});

const COLOR_START = "\u001b[";
const COLOR = new RegExp(`${COLOR_START.replace("[", "\\[")}[\\d;]{0,32}m`, "g");

function redactPlain(text: string): string {
  if (!text.includes("\\n") || text.includes(ESCAPED_BREAK)) return isClean(text) ? text : applyRules(text);
  if (isCleanInLines(text)) return text;
  // Read both ways: in `\\nas\share` the letter begins the name of a computer.
  return inLines(inLines(text, EVERY_BREAK), CERTAIN_BREAK);
}

/**
 * Stands for a line break that JSON or a log has escaped, so that keys and tables in it are seen line by line. Blanks
 * that no rule minds, in an order that nobody writes.
 */
const ESCAPED_BREAK = " \t \n";

const EVERY_BREAK = /\\n/g;
/** Behind an even number of backslashes, the letter may be one of a path. */
const CERTAIN_BREAK = /(?<=(?<!\\)(?:\\\\)*)\\n/g;

const inLines = (text: string, breaks: RegExp): string =>
  applyRules(text.replace(breaks, ESCAPED_BREAK)).replaceAll(ESCAPED_BREAK, "\\n");

/** The same text comes of both readings where no backslash stands before the break. */
const isCleanInLines = (text: string): boolean =>
  isClean(text.replaceAll("\\n", ESCAPED_BREAK)) &&
  (!text.includes("\\\\n") || isClean(text.replace(CERTAIN_BREAK, ESCAPED_BREAK)));

/**
 * Whether the rules would leave the text as it is. Where that is not plain from a look at the words around, the rules
 * read a part of the text; of suspicious texts so many that reading all of it is cheaper.
 */
function isClean(text: string): boolean {
  let left = text.length * MOST_READ_SHARE + LEAST_READ_CHARS;
  let read = { from: 0, to: 0 };
  return !someSuspicion(text, ({ at, reach }) => {
    if (reach === "far") return true;
    if (at >= read.from && at < read.to) return false;
    const lineStart = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const lineEnd = newline < 0 ? text.length : newline;
    read = { from: at, to: Math.min(lineEnd, at + FULLY_READ_CHARS) };
    const part = text.slice(
      Math.max(0, Math.max(lineStart, at - READ_BEFORE_CHARS) - MARGIN_CHARS),
      Math.min(lineEnd, read.to + READ_BEHIND_CHARS) + MARGIN_CHARS,
    );
    left -= part.length;
    return left < 0 || applyRules(part) !== part;
  });
}

/** Of a long line, a match may begin so far before the suspicious place, and end so far behind it. */
const READ_BEFORE_CHARS = 1_000;
const READ_BEHIND_CHARS = 4_200;
/** Behind a suspicious place, others in the same line are read with it. */
const FULLY_READ_CHARS = 400;
/** No rule looks further across the ends of a line. */
const MARGIN_CHARS = 700;
const MOST_READ_SHARE = 0.5;
const LEAST_READ_CHARS = 4_000;

function applyRules(text: string): string {
  const shaped = redactShapes(redactVendorKeys(redactKeyBlocks(text)), shapes);
  const named = redactShapes(redactAssignments(shaped), pairShapes);
  return redactPhrases(redactColumns(named));
}

const shapes = [...secretShapes, ...commandLineShapes, ...printedShapes, ...memorizedShapes];

/** Nothing shorter can name a secret and hold it. */
const SHORTEST_SECRET_CHARS = 8;
