import { joinPattern } from "../../base/text";
import { isHarmlessName, isHarmlessWord } from "../words/harmless";
import { isPlaceholder, REDACTED } from "../words/placeholder";
import { looksChosen, looksRandom } from "../words/random";
import { isStrongName, strongWords } from "../words/secret-names";
import type { SecretShape } from "./shape";
import { keepBothEnds, keepBothEndsIf } from "./shape";

const names = `(?:${strongWords}|token|credentials?|auth)`;
/** A quotation mark, also one that a string around the code has escaped, and what may stand between two of them. */
const mark = "\\\\{0,3}[\"'`]";
const inside = "[^\"'`\\n\\\\]";

/** A name and its value that stand side by side, or apart, without a sign of assignment between them. */
export const pairShapes: readonly SecretShape[] = [
  {
    what: "whole value of a variable",
    hint: /[A-Z_](?:WORD|WD|PASS|SECRET|TOKEN|KEY)=/,
    pattern: joinPattern(
      [
        "^([ \\t>+]{0,8}(?:export[ \\t]+|set[ \\t]+|ENV[ \\t]+|declare -x[ \\t]+|- )",
        "?[A-Z][A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|SECRET_?KEY|",
        "PRIVATE_?KEY)=)([^\\s\"'`$<([{][^\\s\"'`]{3,400})()[ \\t]{0,8}$",
      ],
      "gm",
    ),
    replacement: (match, lead = "", value = "") =>
      /\[REDACTED\]|[({]/.test(value) && !/^\[REDACTED\]./.test(value) ? match : keepsVariable(match, lead, value),
  },
  {
    what: "name and value as arguments",
    hint: /["'`]\s{0,3},/,
    pattern: joinPattern(
      [
        `(${mark}([\\w.:-]{0,40}(?:${strongWords}|token)[\\w-]{0,12})${mark}\\s{0,3},\\s{0,3}${mark})`,
        `(${inside}{1,400})(?=${mark})`,
      ],
      "gi",
    ),
    replacement: (match, lead = "", name = "", value = "") =>
      isNamedValue(name, value) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "name and value in a row of two cells",
    hint: /\|/,
    pattern: joinPattern(
      [
        `((?:\\||^)[ \\t]{0,20}[*_\`"']{0,3}([\\w.-]{0,40}(?:${strongWords}|token)[\\w-]{0,12})[*_\`"']{0,3}`,
        "[ \\t]{0,20}\\|[ \\t]{0,20}[`\"']?)([^\\s|`\"']{4,400})(?=[`\"']?[ \\t]{0,20}(?:\\||\\r?$))",
      ],
      "gim",
    ),
    replacement: (match, lead = "", name = "", value = "") =>
      isNamedValue(name, value) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "name and value as words of a command",
    hint: /\b(?:ENV|ARG|setx|SET)\s/i,
    pattern: joinPattern(
      [
        `(\\b(?:ENV|ARG|setx|set)[ \\t]{1,4}([\\w.-]{0,40}(?:${strongWords}|token)[\\w-]{0,12})`,
        "[ \\t]{1,4}\\\\{0,3}[\"']?)([^\\s\"'\\\\]{4,400})",
      ],
      "gi",
    ),
    replacement: (match, lead = "", name = "", value = "") =>
      isNamedValue(name, value) || isPasswordVariable(name, value) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "name and value in aligned columns",
    hint: /(?:WORD|WD|PASS|SECRET|TOKEN|KEY)[ \t]{2}/,
    pattern: joinPattern(
      [
        "^([ \\t]{0,8}([A-Z][A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|SECRET_?KEY|",
        "PRIVATE_?KEY))[ \\t]{2,60})(\\S{4,400})(?=[ \\t]{0,8}\\r?$)",
      ],
      "gm",
    ),
    replacement: (match, lead = "", name = "", value = "") =>
      isNamedValue(name, value) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "default of a variable",
    hint: /default/,
    pattern: joinPattern(
      [
        `(${mark}(\\w{0,40}(?:${strongWords}|token)\\w{0,12})${mark}\\s{0,3}[{(]`,
        `[^{}()]{0,300}?\\bdefault\\s{0,3}[=:]\\s{0,3}${mark})(${inside}{4,400})(?=${mark})`,
      ],
      "gi",
    ),
    replacement: (match, lead = "", name = "", value = "") =>
      isNamedValue(name, value) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "answer to a prompt",
    hint: /send/i,
    pattern: joinPattern(
      [
        "((?:password|passphrase|passcode)[^\\n]{0,40}?(?:\\n[^\\n]{0,40}?)?",
        "\\bsend(?:line)?\\s{0,3}\\(?\\s{0,3}(?:--\\s{1,3})?",
        `\\\\{0,3}["'])([^"'\\s\\\\]{4,200})()`,
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(looksChosen),
  },
  {
    what: "private key in digits",
    hint: /private/i,
    pattern: /(\b(?:private|secret|signing)[ _-]?key\b[^\n\w]{1,6}(?:(?:is|was)\s{1,2})?(?:0x)?)([0-9a-f]{64})()\b/gi,
    replacement: keepBothEnds,
  },
  {
    what: "user and password as arguments",
    hint: /auth|login|log_?in|sign_?in|cred|connect|userpass|usernamepass/i,
    pattern: joinPattern(
      [
        "((?:auth|login|log_in|sign_?in(?!g)|credentials?|creds?|connect(?:ion)?|userpass|usernamepass)\\w{0,20}",
        `(?:${mark})?\\s{0,3}(?:=|:|=>)?\\s{0,3}(?:new\\s{1,2}\\w{1,40})?`,
        "(?:[([]\\s{0,3}(?:[\\w.$]{1,40}\\s{0,3},\\s{0,3}|\\w{1,20}\\s{0,2}[=:]\\s{0,2})?|(?<=\\w[ \\t]{1,2}))",
        `${mark}${inside}{1,120}${mark}\\s{0,3},\\s{0,3}(?:${mark}${inside}{1,80}${mark}\\s{0,3},\\s{0,3})?${mark})`,
        `(${inside}{4,200})(${mark}(?:\\s{0,3}[)\\],;]|[ \\t]{0,3}(?:\\r?\\n|$)))`,
      ],
      "gi",
    ),
    replacement: (match, lead = "", value = "", tail = "") =>
      looksRandom(value) || (looksChosen(value) && (!lead.includes("[") || /[A-Z]|[^A-Za-z0-9]/.test(value)))
        ? keepBothEnds(match, lead, value, tail)
        : match,
  },
  {
    what: "key that a call signs with",
    hint: /jwt|jws|jsonwebtoken|hmac/i,
    pattern: joinPattern(
      [
        "(\\b(?:(?:jwt|jws|jsonwebtoken)\\w{0,8}[.:]{1,2}(?:sign|verify|encode|decode)\\w{0,8}\\s{0,2}",
        "\\([^\"'`\\n]{1,80},\\s{0,3}|hmac[.:]{1,2}new\\s{0,2}\\(\\s{0,3}|",
        `create_?hmac\\s{0,2}\\(\\s{0,3}${mark}[\\w-]{2,16}${mark}\\s{0,3},\\s{0,3})`,
        `b?${mark})([^"'\`\\n\\s\\\\]{6,400})(${mark})`,
      ],
      "gi",
    ),
    replacement: keepBothEndsIf((value) => looksRandom(value) || looksChosen(value)),
  },
  {
    what: "pair that a comment calls credentials",
    hint: /cred|login|password/i,
    pattern: joinPattern(
      [
        `([([]\\s{0,3}${mark}${inside}{1,80}${mark}\\s{0,3},\\s{0,3}${mark})(${inside}{4,200})`,
        `(${mark}\\s{0,3}[)\\]][,;]?[^\\S\\n]{0,8}(?:#|//|--)[^\\n]{0,30}(?:cred|login|password))`,
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(looksChosen),
  },
  {
    what: "argument of a setter",
    hint: /\(\\{0,3}["']/,
    pattern: joinPattern(
      [
        "((?:\\bset|\\bwith|\\bput|[.>]|::)_?\\w{0,20}",
        "(?:password|passwd|passphrase|secret|api_?key|token|access_?key)",
        `\\(\\s{0,3}${mark})([^"'\`\\n\\s\\\\]{4,200})(${mark}\\s{0,3}\\))`,
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(
      (value) =>
        !isHarmlessWord(value) && (looksRandom(value) || (looksChosen(value) && !/^#|[a-z]-[a-z]/.test(value))),
    ),
  },
  {
    what: "name and value as fields",
    hint: /value/i,
    pattern: joinPattern(
      [
        `((?:name|key|variable|header)["']?\\s{0,3}[:=]\\s{0,3}["']?`,
        `([\\w.-]{0,40}(?:${strongWords}|token)[\\w-]{0,12})`,
        `["']?\\s{0,3}(?:[,;]\\s{0,40}|\\s{1,40})["']?value["']?\\s{0,3}[:=]\\s{0,3}["'\`]?)([^"'\`\\s,{}]{3,400})`,
      ],
      "gi",
    ),
    replacement: (match, lead = "", name = "", value = "") =>
      isNamedValue(name, value) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "list of secrets",
    hint: /\[/,
    pattern: new RegExp(`(${names}[\\w-]{0,12}s?["']?\\s{0,3}(?:[:=]|=>)\\s{0,3}\\[)([^\\[\\]\\n]{6,2000})(\\])`, "gi"),
    replacement: (_match, lead = "", list = "", end = "") => `${lead}${redactList(lead, list)}${end}`,
  },
  {
    what: "value in the block below its name",
    hint: /:[ \t]{0,3}[|>][+-]?\d?[ \t]{0,3}\n/,
    pattern: joinPattern(
      [
        `(^[ \\t]{0,40}["']?[\\w.-]{0,40}(?:${strongWords}|token)`,
        `["']?:[ \\t]{0,3}[|>][+-]?\\d?[ \\t]{0,3}\\n)([ \\t]{1,40}\\S{4,400})()$`,
      ],
      "gim",
    ),
    replacement: (match, lead = "", line = "") =>
      isPlaceholder(line.trim()) || line.includes(REDACTED)
        ? match
        : `${lead}${/^[ \t]*/.exec(line)?.[0] ?? ""}${REDACTED}`,
  },
  {
    what: "value on the line below its name",
    hint: /(?:password|token|secret|key|passphrase)["']?\s{0,3}:[ \t]{0,3}\r?\n/i,
    pattern: joinPattern(
      [
        "((?:^|\\n)[^\\n:]{0,40}(?:password|passphrase|token|secret|key)",
        "[ \\t]{0,3}:[ \\t]{0,3}\\r?\\n[ \\t]{0,20})([^\\s:{}[\\]]{6,400})([ \\t]{0,3}(?=\\r?\\n|$))",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf((value) => looksRandom(value) || (looksChosen(value) && !/[,;]$/.test(value))),
  },
  {
    what: "values of an SQL insert",
    hint: /values/i,
    pattern: /\(([\w\s,"`[\].]{3,600})\)\s{0,8}values\s{0,8}((?:\([^()\n]{1,1000}\)\s{0,8},?\s{0,8}){1,200})/gi,
    replacement: redactInsert,
  },
];

const keepsVariable = (match: string, lead: string, value: string): string =>
  isHarmlessName(lead.replace(/=$/, "")) || isHarmlessWord(value) || /^(?:[./~]|https?:|-?\d{1,4}$)/.test(value)
    ? match
    : keepBothEnds(match, lead, value.replaceAll(REDACTED, "x9"));

const redactList = (lead: string, list: string): string =>
  list.replace(/(\\{0,3}["'`])([^"'`\n\\]{4,400})\\{0,3}["'`]/g, (whole: string, quote: string, value: string) =>
    isListed(lead, value) ? `${quote}${REDACTED}${quote}` : whole,
  );

const isListed = (lead: string, value: string): boolean =>
  !isPlaceholder(value) &&
  !/^[a-z_]\w*(?:\.[A-Za-z_]\w*){2,}$/.test(value) &&
  (looksRandom(value) ||
    (isStrongName(lead) && ((/\d/.test(value) && looksChosen(value)) || /^\d{4,8}(?:-\d{4})?$/.test(value))));

function isNamedValue(name: string, value: string): boolean {
  if (isHarmlessName(name) || isPlaceholder(value) || isHarmlessWord(value)) return false;
  // A name of a file may be made of a name and its value.
  const bare = value.replace(/\.[a-z]{1,4}$/, "");
  return (
    looksRandom(value) ||
    (isStrongName(name) && (looksChosen(value) || isJumble(value) || (/\d/.test(bare) && looksChosen(bare))))
  );
}

/** A variable of this name is given nothing but a password, of whatever looks. */
const isPasswordVariable = (name: string, value: string): boolean =>
  /^[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE)$/.test(name) &&
  !isHarmlessName(name) &&
  !isPlaceholder(value) &&
  !isHarmlessWord(value) &&
  !/^[./~$]|[({]/.test(value);

/** A generator that uses every sign on the keyboard, the blank among them. */
const isJumble = (value: string): boolean =>
  value.length >= JUMBLE_CHARS && /\d/.test(value) && (value.match(/[^\w\s.,:;'"()-]/g)?.length ?? 0) >= JUMBLE_SIGNS;
const JUMBLE_CHARS = 24;
const JUMBLE_SIGNS = 3;

const secretColumn = new RegExp(`^(?:\\w{0,30}_)?(?:${strongWords}|token|api_token)(?:_hash)?$`, "i");

/** The cells that stand in the places of the columns named as secret. */
function redactInsert(match: string, columns = "", rows = ""): string {
  const places = columns.split(",").map((name) =>
    secretColumn.test(
      name
        .replace(/["`[\]\s]/g, "")
        .split(".")
        .at(-1) ?? "",
    ),
  );
  if (!places.includes(true)) return match;
  const clean = rows.replace(/\(([^()\n]{1,1000})\)/g, (_row, cells: string) => {
    let place = -1;
    const written = cells.replace(/'(?:[^'\n]|'')*'|[^,']+/g, (cell: string) => {
      if (/^\s*$/.test(cell)) return cell;
      place++;
      return places[place] === true && cell.startsWith("'") ? `'${REDACTED}'` : cell;
    });
    return `(${written})`;
  });
  return match.slice(0, match.length - rows.length) + clean;
}
