import type { Message } from "../../conversation/message";
import { placeOfName } from "./name-places";

/** How informative the best line about a name in a message is; undefined where the name is not in it. */
export function scoreMention(message: Message, text: string, name: string): number | undefined {
  const at = bestPlace(text, name);
  if (at < 0) return undefined;
  const line = lineAt(text, at);
  // People's words weigh most, then definitions and outcomes; a bare listing least.
  const speaker = message.role === "user" ? 3 : message.role === "assistant" ? 2 : 1;
  return speaker + (defines(line, name) ? 2 : 0) - (isBare(line, [name]) ? 2 : 0);
}

/** True where a text says what the name is, not only that it exists. */
export function defines(text: string, name: string): boolean {
  const at = placeOfName(text, name);
  return (
    at >= 0 &&
    (DECLARES.test(text.slice(Math.max(0, at - 20), at)) ||
      IS_SET.test(text.slice(at + name.length, at + name.length + 120)))
  );
}

const DECLARES = /(?:class|function|interface|type|const|let|def|fn|func|struct|enum|trait|var|actor)\s+$/;
const IS_SET = /^["'`]?\s{0,4}(?:[:=]|=>|\(.*\)\s*[:{])/;

/** True where a text has nothing to say beyond the names in it, as in a listing. */
export function isBare(text: string, names: Iterable<string>): boolean {
  let rest = text;
  for (const name of names) rest = rest.replaceAll(name, " ");
  return !/[\p{L}\p{N}]/u.test(rest);
}

const PLACES_LOOKED_AT = 20;

/** The line that defines the name if there is one, else the first that has it. */
function bestPlace(text: string, name: string): number {
  const first = placeOfName(text, name);
  let place = first;
  for (let looked = 0; place >= 0 && looked < PLACES_LOOKED_AT; looked++) {
    if (defines(lineAt(text, place), name)) return place;
    place = placeOfName(text, name, place + name.length);
  }
  return first >= 0 ? first : placeOfName(text.toLowerCase(), name.toLowerCase());
}

/** Minified text is one line without end. */
const LONGEST_LINE_CHARS = 2_000;

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end).slice(0, LONGEST_LINE_CHARS);
}
