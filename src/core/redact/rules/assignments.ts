import { joinPattern } from "../../base/text";
import { isHarmlessName, isHarmlessWord } from "../words/harmless";
import { isPlaceholder, REDACTED } from "../words/placeholder";
import { holdsUuid, isScrambled, looksChosen, looksRandom, withoutTerms } from "../words/random";
import { isStrongName, keyOwners, namesAnId, strongWords, weakWords } from "../words/secret-names";

/** A value in quotation marks of one kind may hold those of the others, and its own behind a backslash. */
const quotedValue = ['"', "'", "`"].map((mark) => `${mark}((?:[^${mark}\\\\\\n]|\\\\.){1,400})${mark}`).join("|");
/** The same inside a string of another language, where every mark is escaped. */
const escapedValue = "(\\\\{1,3}[\"'`])([^\"'`\\n\\\\]{1,400})\\\\{1,3}[\"'`]";
const bareValue = "([^\\s\"'`&;,<>(){}\\[\\]|\\\\]{1,400})";
/** What closes a name, the sign, and what may come before the value: emphasis, a tag, a prefix, a wrapper. */
const closing = "(?:\\\\{0,3}[\"'`])?\\]?\\*{0,2}[ \\t]{0,12}";
/** A type may stand before the sign: `key: str = "…"`, `key: &'static str = "…"`, `var key string = "…"`. */
const typed = [
  "(?::[ \\t]{0,3}[&*]?(?:'\\w{1,10} )?[A-Za-z][\\w.<>\\[\\]?]{0,40}(?: ?\\| ?[\\w.]{1,30}){0,2}|",
  "[ \\t]{1,3}(?:as[ \\t])?string)",
  "[ \\t]{0,3}=(?=[ \\t]{0,3}[brul@]{0,2}[\"'`])",
].join("");
/** No sign at all, as settings of Gradle, Lisp, and C have it: `keyPassword "…"`, `#define KEY "…"`, `key{"…"}`. */
const beside = "(?:(?<=[ \\t])|\\{)(?=[\"'])";
const operator = `(?:${typed}|${beside}|:=|=>|==?=?|:-|:|<-|->|=%3D|%3D|→|—|–|\\.{3,80}|…|\\t)`;
/** An expression whose fallback is the value: `process.env.KEY ?? "…"`, `os.environ.get("KEY") or "…"`. */
const otherwise = [
  "(?:[A-Za-z_$][\\w$.?]{0,60}(?:\\[[^\\]\\n]{1,40}\\]|\\([^()\\n]{0,60}\\)){0,2}",
  "[ \\t]{1,3}(?:\\|\\||\\?\\?|\\?:|or)[ \\t]{1,3}(?=[\"'`]))?",
].join("");
const opening = [
  "\\*{0,2}[ \\t]{0,12}(?:\\r?\\n[ \\t]{0,40}(?=[\"']))?(?:!{1,2}[a-z]{1,12}[ \\t]{1,3})?",
  "(?:\\{\\s{0,20}[\"']?(?:value|default|plain)[\"']?\\s{0,3}[:=]\\s{0,3})?",
  otherwise,
  "(?:[brul@]{1,2}(?=[\"']))?(?:\"\"(?=\")|''(?='))?",
].join("");

/**
 * `name = value`, `name: value`, `"name": "value"`, `name => value`, `?name=value`. The part of the name before the
 * word is not matched but looked up, so that no position is tried with more than one length.
 */
const assignment = joinPattern(
  [
    `(${strongWords}|${weakWords})([A-Za-z0-9_-]{0,24}${closing}${operator}${opening})`,
    `(?:${escapedValue}|${quotedValue}|${bareValue})`,
  ],
  "gi",
);

/** The same from a word on that may be any part of the name: it accepts more names than the rule does. */
const assignmentFrom = joinPattern(
  [
    `([A-Za-z0-9])([A-Za-z0-9_-]{0,80}${closing}${operator}${opening})`,
    `(?:${escapedValue}|${quotedValue}|${bareValue})`,
  ],
  "iy",
);
const signBehind = joinPattern(
  [
    "[A-Za-z0-9_-]{0,80}[\\\\\"'`\\]* \\t]{0,24}(?:[:=%→—–…]|\\.{3}|(?<=\\t)|<-|-?(?<=-)>|(?<= [\"'])|\\{[\"']|",
    "(?:[Aa][Ss] )?[Ss]tring[ \\t]{0,3}=)",
  ],
  "y",
);

/** Whether the name with this word is given a secret: true at least wherever the rule finds one. */
export function assignsSecretAt(text: string, wordStart: number): boolean {
  signBehind.lastIndex = wordStart;
  if (!signBehind.test(text)) return false;
  assignmentFrom.lastIndex = wordStart;
  const found = assignmentFrom.exec(text);
  return found !== null && redactAssignment(text, found) !== undefined;
}

export function redactAssignments(text: string): string {
  let clean = "";
  let done = 0;
  assignment.lastIndex = 0;
  for (let found = assignment.exec(text); found !== null; found = assignment.exec(text)) {
    const fixed = redactAssignment(text, found);
    if (fixed === undefined) {
      // What looks like a value may be a name: `auth:token = …`.
      assignment.lastIndex = found.index + (found[1]?.length ?? 0) + (found[2]?.length ?? 0);
      continue;
    }
    clean += text.slice(done, found.index) + fixed;
    done = found.index + found[0].length;
  }
  return clean + text.slice(done);
}

/** The assignment without its value, or undefined where that is no secret. */
function redactAssignment(text: string, found: RegExpExecArray): string | undefined {
  const [match, word = "", between = "", mark = "", escaped = "", ...values] = found.map((group) => group ?? "");
  const offset = found.index;
  const bare = values[3] ?? "";
  if (isNoAssignment(text, offset, between) && bare !== "") return undefined;
  const inQuotes = escaped || values[0] || values[1] || values[2] || "";
  const name = `${nameBefore(text, offset)}${word}${/^[A-Za-z0-9_-]*/.exec(between)?.[0] ?? ""}`;
  const end = offset + (match?.length ?? 0);
  const named: Named = { name, between, rest: text.slice(end, end + 8) };
  const value = bare === "" ? inQuotes : bare;
  if ((values[2] ?? "") !== "" && isCommand(value)) return undefined;
  if (!hasSign.test(between) && !isBesideName(name, value)) return undefined;
  const isNamed = bare === "" ? isSecretQuoted(named, value) : isSecretBare(named, value);
  const secret = isNamed && (!hasLooseSign(between) || looksRandom(value) || (looksChosen(value) && /\d/.test(value)));
  if (!secret) return undefined;
  const quote = bare === "" ? mark || (match?.at(-1) ?? "") : "";
  return `${word}${between}${quote}${REDACTED}${quote}`;
}

/** What a shell puts in place of its own output. */
const isCommand = (inBackticks: string): boolean => /^[a-z][\w./-]* \S/.test(inBackticks);

/** A name of a resource is one run of names and colons; an attribute of a template begins with a colon. */
const isNoAssignment = (text: string, offset: number, between: string): boolean =>
  /["'`][ \t]+:$/.test(between) || /\barn:[\w:/.-]*$/.test(text.slice(Math.max(0, offset - ARN_CHARS), offset));
const ARN_CHARS = 120;

const hasSign = /[:=%→—–…\t]|->|<-|\.{3}/;

/** Messages quote the names of secrets in the same way: `secret "db-2" not found`. */
const isBesideName = (name: string, value: string): boolean =>
  /pass/i.test(name) ? looksChosen(value) && /\d/.test(value) : isScrambled(value, SHORTEST_KEY_CHARS);
const SHORTEST_KEY_CHARS = 16;

/** A dash, an arrow, dots and a tab also join words of a sentence. */
const hasLooseSign = (between: string): boolean => /→|—|–|->|\.{3}|…|\t/.test(between) && !/[:=]/.test(between);

/** The value of a key of JSON, where the two are known apart. */
export const isSecretOf = (name: string, value: string): boolean =>
  namesSecret.test(name) && isSecretQuoted({ name, between: ": ", rest: "" }, value);

const namesSecret = new RegExp(`${strongWords}|${weakWords}`, "i");

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
  beforeName.exec(text.slice(Math.max(0, offset - NAME_CHARS), offset))?.[0] ?? "";
/** People write the names of code in two words: "API key: …", "Recovery code: …". */
const beforeName = new RegExp(`(?:(?<![A-Za-z0-9])(?:${keyOwners}|recovery|backup) )?[A-Za-z0-9_.-]*$`, "i");

function isSecretQuoted(named: Named, value: string): boolean {
  if (isHarmlessName(named.name) || isPlaceholder(value) || isHarmlessWord(value) || isComparison(named.between))
    return false;
  if (/\$\{|\{\{|%s|\(\)|^[\s),;+.#]/.test(value) || isLiteral(named, value)) return false;
  if (/^(?:pass|pw)$/i.test(named.name) && (!/\d/.test(value) || /\s/.test(value))) return false;
  if (/^(?:\.{0,2}\/|~\/|[A-Z]:\\)/.test(value)) return false;
  if (/\s/.test(value)) return isStrongName(named.name) && !readsAsSentence(value);
  return isStrongName(named.name)
    ? value.length >= 4 && !isSameName(named.name, value)
    : isSecretWeak(named.name, value);
}

/** A version, a number of code, one of the texts that a type allows, or the name of a field or a header. */
const isLiteral = ({ between, rest }: Named, value: string): boolean =>
  /^[~^<>=v]{0,2}\d+(?:\.[\dx*]+){1,3}(?:[-+][\w.]+)?$/.test(value) ||
  (/^\d+$/.test(value) && /[ \t]=[ \t]$/.test(between) && rest.startsWith(";")) ||
  /^ \| ["'\w]/.test(rest) ||
  /^urn:|^[a-z]+(?:_[a-z]+)*_(?:id|name|file|path|url|header|type)$|^X-(?:[A-Za-z]+-)*[A-Za-z]+$/.test(value);

const isSecretWeak = (name: string, value: string): boolean =>
  looksRandom(value) &&
  !normalized(name).endsWith(normalized(value)) &&
  !(namesAnId(name) && holdsUuid(value)) &&
  (!/key$/i.test(name) || isKeyOf(name, value));

/** `storageKey`, `STRIPE_KEY`, `x-functions-key`: names of a place in a store as often as of a secret. */
const isKeyOf = (name: string, value: string): boolean =>
  /(?:[a-z0-9]Key|[_-]key|_KEY|-Key)$/.test(name) &&
  value.length >= 16 &&
  !holdsUuid(value) &&
  (isScrambled(value) || /^[0-9a-f]{32,}$/.test(value) || value.length >= 32);

function isSecretBare(named: Named, raw: string): boolean {
  const value = raw.replace(/[.:!?,。，]+$/, "");
  if (isHarmlessName(named.name) || isPlaceholder(value) || isHarmlessWord(value) || isComparison(named.between))
    return false;
  if (isLiteral(named, value) || (isExpression(value, named.rest) && !isWholeSetting(named, value))) return false;
  if (!isStrongName(named.name)) return isSecretWeak(named.name, value);
  if (named.name.includes(" ")) return looksRandom(value) || (namesCode.test(named.name) && codeOfDigits.test(value));
  if (value.length < 4 || isSameName(named.name, value)) return false;
  if (/^(?:pass|pw)$/i.test(named.name)) return isShortNamed(named, value);
  return /^[A-Za-z_]+$/.test(withoutTerms(value)) ? isPlainWordSecret(named, value) : true;
}

const namesCode = /code$/i;
const codeOfDigits = /^\d{4,8}(?:-\d{4,8}){0,3}$/;

/** `pass` alone is a word of test reports too: `--- PASS: TestV2 (0.01s)`, "a second pass: read it again". */
const isShortNamed = ({ name, between, rest }: Named, value: string): boolean =>
  between.endsWith("=") ||
  (name === name.toLowerCase() && /\d|\w[!#$%^&~]\w/.test(value) && /[A-Za-z]/.test(value) && !/^ \(/.test(rest));

/** A bare word is a value in `.env`, in connection strings and at the end of a configuration line, else code. */
function isPlainWordSecret({ name, between, rest }: Named, value: string): boolean {
  if (between.endsWith("=")) return name === name.toUpperCase() || /^(?:\s|[;&]|$)/.test(rest);
  return (
    /:[ \t]+$/.test(between) &&
    /^[ \t]*(?:\r?\n|$)/.test(rest) &&
    /(?:password|passwd|passphrase|passcode|pass|pwd|pw)$/i.test(name) &&
    value === value.toLowerCase()
  );
}

/** `passwd=Fern.Oak77` or `password: Fern.oak77` at the end of a line: code has blanks around the sign, or a comma. */
const isWholeSetting = ({ between, rest }: Named, value: string): boolean =>
  /^[\w-]*(?:=|: )$/.test(between) &&
  /^\s*(?:\r?\n|$)/.test(rest) &&
  memberAccess.test(value) &&
  /[A-Z]/.test(value) &&
  /\d$/.test(value);

const isComparison = (between: string): boolean => /==/.test(between);

const isSameName = (name: string, value: string): boolean =>
  normalized(value) === normalized(name) ||
  /^(?:password|passwd|secret|token|apikey|credentials?|username|user)s?$/.test(normalized(value));
const normalized = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Names of code end in a digit or two; digits in their middle are those of a key or a password. */
const memberAccess = /^[A-Za-z_$]+\d{0,2}(?:(?:\?\.|\.|::|->)[A-Za-z_$]+\d{0,2})+[?!]?$/;

/** A command of PowerShell: `$password = Read-Host -AsSecureString`. */
const cmdlet = /^(?:Get|Read|New|ConvertTo|ConvertFrom|Import|Invoke|Join|Select)-[A-Z][A-Za-z]+$/;

/** Calls, member access, indexing and paths are code, not values. */
function isExpression(value: string, rest: string): boolean {
  if (/^[([{]/.test(rest) && /^[A-Za-z_$][\w$.]*[?!]?$/.test(value)) return true;
  if (memberAccess.test(value) || cmdlet.test(value)) return true;
  if (/^(?:\.{0,2}\/|~\/|[A-Z]:\\)/.test(value)) return true;
  if (/^[\\@&*!+-]/.test(value) && !/\d.*[A-Za-z].*\d/.test(value)) return true;
  if (/^(?:arn:|https?:|file:|op:|vault:|ref\+|ssm:|env:|secretRef|https?%)/i.test(value)) return true;
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || /^-?\d{1,3}(?:\.\d+)?(?:ms|s|m|h|d|k|kb|mb)?$/i.test(value);
}

const readsAsSentence = (value: string): boolean =>
  /^[A-Z][a-z]+ /.test(value) ||
  /\b(?:password|secret|key|token|your|must|enter|invalid|required|please|is|are|the|cannot|should|be)\b/i.test(value);
