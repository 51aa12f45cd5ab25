import { rememberByText } from "../base/text";
import { redactAssignments } from "./rules/assignments";
import { redactColumns } from "./rules/columns";
import { commandLineShapes } from "./rules/command-line";
import { redactKeyBlocks } from "./rules/key-blocks";
import { pairShapes } from "./rules/pairs";
import { redactPhrases } from "./rules/phrases";
import { redactShapes } from "./rules/shape";
import { secretShapes } from "./rules/shapes";
import { redactVendorKeys } from "./rules/vendor-keys";

/**
 * Takes credentials out of text that leaves the user's hands. Rules in order: things that are secret by their
 * shape, then values named as secret by code or configuration, then values under a column of that name, then values
 * named as secret in a sentence. Every quantifier is bounded or cannot overlap its neighbor, so time grows with the
 * length of the text. A password that looks like an ordinary word and is not named as one will be missed.
 */
export const redactSecrets = rememberByText((text: string): string => {
  if (text.length < SHORTEST_SECRET_CHARS) return text;
  if (!text.includes("\\n") || text.includes(ESCAPED_BREAK)) return applyRules(text);
  // Read both ways: in `\\nas\share` the letter begins the name of a computer.
  return inLines(inLines(text, EVERY_BREAK), CERTAIN_BREAK);
});

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

function applyRules(text: string): string {
  const shaped = redactShapes(redactVendorKeys(redactKeyBlocks(text)), shapes);
  const named = redactShapes(redactAssignments(shaped), pairShapes);
  return redactPhrases(redactColumns(named));
}

const shapes = [...secretShapes, ...commandLineShapes];

/** Nothing shorter can name a secret and hold it. */
const SHORTEST_SECRET_CHARS = 8;
