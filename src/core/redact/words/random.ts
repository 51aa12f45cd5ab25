import { joinPattern } from "../../base/text";

/** Shortest run that counts as random. */
const RANDOM_CHARS = 10;
/** A name of a file that is this long and random is no name. */
const LONG_CHARS = 20;

/** Letters and digits in an order nobody would choose for a name, a version, a path, a date or an address. */
export function looksRandom(value: string): boolean {
  if (value.length < RANDOM_CHARS || !/^[\w.~+/=:%-]+$/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || !/\d/.test(withoutTerms(value))) return false;
  if (/\.[a-z]{2,5}$/.test(value)) return isScrambled(value.replace(/\.[a-z]{2,5}$/, ""), LONG_CHARS);
  if (/^0x[0-9a-f]{1,16}$/i.test(value)) return false;
  if (/:\/\/|^urn:|(?:^|^[a-z-]+-)\d{4}-\d{2}-\d{2}/.test(value) || value.split("/").length > 3) return false;
  return !/^(?:v?\d+(?:[.:-]\d+)+|[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,4})$/i.test(value);
}

/** Names of code hold digits where they name a format or a version: `Uint8Array`, `sha256_of_token`, `ResultV2`. */
export const withoutTerms = (value: string): string => value.replace(terms, "");
const terms = joinPattern(
  [
    "x509|sha-?\\d{1,3}|oauth-?2|u?int\\d{1,2}|utf-?(?:8|16)|base(?:32|58|64)|md5|[hrep]s(?:256|384|512)|k8s|ed25519|",
    "ipv[46]|http[23]|aes-?\\d{3}|pbkdf2|argon2|(?<=[a-z])V\\d{1,2}(?![a-z\\d])",
  ],
  "gi",
);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export const holdsUuid = (value: string): boolean => UUID.test(value);

/**
 * Upper and lower case with at least three separate groups of digits: in names of types and functions digits come once
 * or twice and at the end of a word.
 */
export function isScrambled(run: string, leastChars = 0): boolean {
  if (run.length < leastChars) return false;
  if (leastChars > 0 && /^(?=.*\d)(?=.*[a-f])[0-9a-f]+$/.test(run)) return true;
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run)) return false;
  return (run.match(/\d+/g)?.length ?? 0) >= 3 || (run.length >= LONG_CHARS && /\d/.test(run) && changesOften(run));
}

/** Between small letters, capitals, and digits: in words, however they are joined, it takes three letters and more. */
const changesOften = (run: string): boolean =>
  (run.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 0) > run.length * CHANGES_PER_CHAR;
const CHANGES_PER_CHAR = 0.5;

/** What a person chooses for a password: a digit or a sign among letters, and nothing that reads as code or a path. */
export function looksChosen(value: string): boolean {
  if (value.length < 4 || !/[A-Za-z]/.test(value) || /\s/.test(value)) return false;
  if (/^(?:https?:|[./~]|[A-Z]:\\)|[(){}[\]<>]|\$\{|::|\.[a-z]{1,5}$/.test(value)) return false;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  return /\d/.test(value) || /[!@#$%^&*+=~?]/.test(value);
}
