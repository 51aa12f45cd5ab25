import { isHarmlessName, isHarmlessWord } from "./harmless";
import { isPlaceholder, REDACTED } from "./shapes";

/** Names that mean a secret by themselves: almost any literal behind them is one. */
const strongWords =
  "passwords?|passwd|passphrase|passcode|(?<![A-Za-z])(?:pass|pw|pwd)(?![A-Za-z])|secret(?!ar)|api[_-]?key|private[_-]?key|secret[_-]?key|access[_-]?key(?:[_-]?id)?|account[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key";
/** Names that also mean harmless things (lexer tokens, cache keys): the value must look random too. */
const weakWords =
  "token|auth(?![a-z])|credentials?|session[_-]?id|jwt|bearer|signature|(?<![A-Za-z])(?:sid|nonce|otp|pin|salt|dsn)(?![a-z])|webhook";

/**
 * `name = value`, `name: value`, `"name": "value"`, `name => value`, `?name=value`. The part of the name before the
 * word is not matched but looked up, so that no position is tried with more than one length.
 */
const assignment = new RegExp(
  `(${strongWords}|${weakWords})([A-Za-z0-9_-]{0,24}(?:\\\\{0,3}["'\`])?\\]?[ \\t]{0,4}(?::=|=>|==?=?|:)[ \\t]{0,4})(?:(\\\\{0,3}["'\`])([^"'\`\\n\\\\]{1,400})\\3|([^\\s"'\`&;,<>(){}\\[\\]|\\\\]{1,400}))`,
  "gi",
);

export function redactAssignments(text: string): string {
  return text.replace(assignment, (...found: readonly unknown[]) => {
    const [match, word, between, quote, quoted, bare] = found
      .slice(0, 6)
      .map((group) => (typeof group === "string" ? group : ""));
    const offset = Number(found[6]);
    if (match === undefined || word === undefined || between === undefined) return "";
    const name = `${nameBefore(text, offset)}${word}${/^[A-Za-z0-9_-]*/.exec(between)?.[0] ?? ""}`;
    const named: Named = { name, between, rest: text.slice(offset + match.length, offset + match.length + 8) };
    const secret = quote ? isSecretQuoted(named, quoted ?? "") : isSecretBare(named, bare ?? "");
    return secret ? `${word}${between}${quote}${REDACTED}${quote}` : match;
  });
}

interface Named {
  readonly name: string;
  /** From the end of the word to the value: the rest of the name and the operator. */
  readonly between: string;
  /** What follows the value. */
  readonly rest: string;
}

/** Longest name worth looking back for. */
const NAME_CHARS = 40;

const nameBefore = (text: string, offset: number): string =>
  /[A-Za-z0-9_.-]*$/.exec(text.slice(Math.max(0, offset - NAME_CHARS), offset))?.[0] ?? "";

function isSecretQuoted(named: Named, value: string): boolean {
  if (isHarmlessName(named.name) || isPlaceholder(value) || isHarmlessWord(value) || isComparison(named.between))
    return false;
  if (/\$\{|\{\{|%s|\(\)|^[\s),;+.#]/.test(value)) return false;
  if (/\s/.test(value)) return isStrong(named.name) && !readsAsSentence(value);
  return isStrong(named.name) ? value.length >= 4 && !isSameName(named.name, value) : looksRandom(value);
}

function isSecretBare(named: Named, raw: string): boolean {
  const value = raw.replace(/[.:!?,。，]+$/, "");
  if (isHarmlessName(named.name) || isPlaceholder(value) || isHarmlessWord(value) || isComparison(named.between))
    return false;
  if (isExpression(value, named.rest)) return false;
  if (!isStrong(named.name)) return looksRandom(value);
  if (value.length < 4 || isSameName(named.name, value)) return false;
  if (/^[A-Za-z_]+$/.test(value)) return isPlainWordSecret(named, value);
  return !(/^pass$/i.test(named.name) && /^\d+$/.test(value));
}

/** An unquoted word of letters is a value in `.env` and connection strings and at the end of a configuration line, and code elsewhere. */
function isPlainWordSecret({ name, between, rest }: Named, value: string): boolean {
  if (between.endsWith("=")) return name === name.toUpperCase() || /^(?:\s|[;&]|$)/.test(rest);
  return (
    /:[ \t]+$/.test(between) &&
    /^[ \t]*(?:\r?\n|$)/.test(rest) &&
    /(?:password|passwd|passphrase|passcode|pass|pwd|pw)$/i.test(name) &&
    value === value.toLowerCase()
  );
}

/** A plural names a collection or a policy about secrets, not one. */
const isStrong = (name: string): boolean => strongName.test(name) && !/passwordless|(?:secrets|passwords)$/i.test(name);
const strongName = new RegExp(`(?:${strongWords})`, "i");

const isComparison = (between: string): boolean => /==/.test(between);

const isSameName = (name: string, value: string): boolean =>
  normalized(value) === normalized(name) ||
  /^(?:password|passwd|secret|token|apikey|credentials?|username|user)s?$/.test(normalized(value));
const normalized = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Calls, member access, indexing and paths are code, not values. */
function isExpression(value: string, rest: string): boolean {
  if (/^[([{]/.test(rest) && /^[A-Za-z_$][\w$.]*[?!]?$/.test(value)) return true;
  if (/^(?:[A-Za-z_$][\w$]*)(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+[?!]?$/.test(value)) return true;
  if (/^(?:\.{0,2}\/|~\/|[A-Z]:\\)/.test(value)) return true;
  if (/^[\\@&*!+-]/.test(value) && !/\d.*[A-Za-z].*\d/.test(value)) return true;
  if (/^(?:arn:|https?:|file:|op:|vault:|ref\+|ssm:|env:|secretRef|https?%)/i.test(value)) return true;
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || /^-?\d{1,3}(?:\.\d+)?(?:ms|s|m|h|d|k|kb|mb)?$/i.test(value);
}

const readsAsSentence = (value: string): boolean =>
  /^[A-Z][a-z]+ /.test(value) ||
  /\b(?:password|secret|key|token|your|must|enter|invalid|required|please|is|are|the|cannot|should|be)\b/i.test(value);

/** Shortest run that counts as random. */
const RANDOM_CHARS = 10;

function looksRandom(value: string): boolean {
  if (value.length < RANDOM_CHARS || !/^[\w.~+/=:%-]+$/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || !/\d/.test(value)) return false;
  if (/:\/\/|\.[a-z]{2,5}$|^\d{4}-\d{2}-\d{2}/.test(value) || value.split("/").length > 3) return false;
  return !/^(?:v?\d+(?:[.:-]\d+)+|[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,4})$/i.test(value);
}
