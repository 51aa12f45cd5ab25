import type { WordFinder } from "../../conversation/text/word-finder";
import { createWordFinder } from "../../conversation/text/word-finder";
import { assignsSecretAt } from "../rules/assignments";
import { isSecretHeader } from "../rules/columns";
import { tellsSecretAt } from "../rules/phrases";
import { isVendorKeyAt, mayBeKey, vendorKeyStarts } from "../rules/vendor-keys";
import type { Clue } from "./clues";
import { CLUES, NAME_WORDS } from "./clues";

/** A place where a rule may find a secret, and how much of the text around it has to be read to be sure. */
export interface Suspicion {
  readonly at: number;
  readonly reach: "near" | "far";
}

/**
 * Whether the text may hold a secret at a place for which the test returns true. One pass over the text and a look
 * around the few words that every secret has near it; reading with all rules takes twenty times as long, and next to no
 * text needs it.
 */
export function someSuspicion(text: string, test: (suspicion: Suspicion) => boolean): boolean {
  finder ??= createWordFinder([...new Set(checks.flatMap(({ words }) => words.map(folded)))]);
  byWord ??= checksByWord();
  const known = byWord;
  return (
    someLongRun(text, (start, end) => isSuspiciousRun(text, start, end) && test({ at: start, reach: "near" })) ||
    finder.some(text, (word, end) => {
      for (const { length, check } of known[word] ?? [])
        if (check.holdsAt(text, end - length, end) && test({ at: end - length, reach: check.reach })) return true;
      return false;
    })
  );
}

/** What is looked at where a word is found. */
interface Check {
  readonly words: readonly string[];
  readonly reach: Suspicion["reach"];
  holdsAt(text: string, start: number, end: number): boolean;
}

interface WordCheck {
  readonly length: number;
  readonly check: Check;
}

const BEFORE_CHARS = 100;

const checks: readonly Check[] = [
  ...CLUES.map(checkOf),
  { words: vendorKeyStarts, reach: "near", holdsAt: isVendorKeyAt },
  { words: NAME_WORDS, reach: "near", holdsAt: assignsSecretAt },
  {
    words: ["recovery code", "backup code"],
    reach: "near",
    // The rule reads a name of two words from its last one on.
    holdsAt: (text, _start, end) => assignsSecretAt(text, end - "code".length),
  },
  {
    words: ["pass", "pw", "secret", "token", "credential", "pin", "otp"],
    reach: "near",
    holdsAt: (text, start) => !isWordChar(text.charCodeAt(start - 1)) && tellsSecretAt(text, start),
  },
  {
    words: ["api key", "api-key", "apikey", "access key", "access-key", "accesskey"],
    reach: "near",
    holdsAt: (text, _start, end) => tellsSecretAt(text, end - "key".length),
  },
  {
    words: ["time code", "verification code", "security code", "confirmation code", "in code", "fa code"],
    reach: "near",
    holdsAt: (text, _start, end) => tellsSecretAt(text, end - "code".length),
  },
  {
    words: ["pass", "pwd", "secret", "key", "token", "credential", "pin", "otp"],
    reach: "far",
    holdsAt: (text, start, end) => endsCell(text, end) && isSecretHeader(text, start),
  },
];

let finder: WordFinder | undefined;
let byWord: readonly (readonly WordCheck[])[] | undefined;

const folded = (word: string): string => word.toLowerCase();

/** The checks of each word of the finder, by its place. */
function checksByWord(): readonly (readonly WordCheck[])[] {
  const found = new Map<string, WordCheck[]>();
  for (const check of checks)
    for (const word of new Set(check.words.map(folded)))
      found.set(word, [...(found.get(word) ?? []), { length: word.length, check }]);
  return [...found.values()];
}

function checkOf({ words, exact, behind, before, ...clue }: Clue): Check {
  const { beforeChars = BEFORE_CHARS, reach = "near" } = clue;
  const written = new Set(words);
  return {
    words,
    reach,
    holdsAt(text, start, end) {
      if (exact === true && !written.has(text.slice(start, end))) return false;
      if (behind !== undefined) {
        behind.lastIndex = end;
        if (!behind.test(text)) return false;
      }
      return before === undefined || before.test(text.slice(Math.max(0, start - beforeChars), start));
    },
  };
}

const cellEnd = /[a-z]{0,6}["'`*]*(?:[ \t]*[|,;\r\n]|\t| {2})/iy;

/** Whether the name that the word is in may be a cell of a table. */
function endsCell(text: string, end: number): boolean {
  cellEnd.lastIndex = end;
  return cellEnd.test(text);
}

/** Generators write no shorter ones. */
const LONG_RUN_CHARS = 24;

/** Runs of letters, digits, hyphens and underscores; one look every so many characters meets each that is longer. */
function someLongRun(text: string, test: (start: number, end: number) => boolean): boolean {
  for (let at = LONG_RUN_CHARS - 1; at < text.length; at += LONG_RUN_CHARS) {
    if (!isRunChar(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isRunChar(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < text.length && isRunChar(text.charCodeAt(end))) end++;
    if (end - start >= LONG_RUN_CHARS && test(start, end)) return true;
    at = Math.max(at, end - 1);
  }
  return false;
}

const RUN_CHARS = Uint8Array.from({ length: 0x80 }, (_, code) => (/[\w-]/.test(String.fromCharCode(code)) ? 1 : 0));
const isWordChar = (code: number): boolean => isRunChar(code) && code !== HYPHEN;
const HYPHEN = 0x2d;
const isRunChar = (code: number): boolean => code < 0x80 && RUN_CHARS[code] === 1;

const HASH_CHARS = 32;
const PRIVATE_KEY_DIGITS = 64;

function isSuspiciousRun(text: string, start: number, end: number): boolean {
  if (end - start === HASH_CHARS && text.startsWith(":", end) && text.startsWith(":", start - 1)) return true;
  if (
    end - start >= PRIVATE_KEY_DIGITS &&
    /(?:private|secret|signing)[ _-]?key/i.test(text.slice(Math.max(0, start - 40), end))
  )
    return true;
  return mayBeKey(text, start, end);
}
