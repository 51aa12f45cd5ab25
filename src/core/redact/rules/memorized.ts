import { joinPattern } from "../../base/text";
import { isHarmlessWord } from "../words/harmless";
import { REDACTED } from "../words/placeholder";
import { looksChosen, looksRandom } from "../words/random";
import type { SecretShape } from "./shape";
import { keepBothEnds, keepBothEndsIf } from "./shape";

const sign = "[\"']?\\s{0,3}(?:[:=：]|是|is)\\s{0,3}[\"'`]?";
/** A label may name its owner: "Enter passphrase for key '/home/ann/.ssh/id': …". */
const owner = "(?:[ \\t]{1,2}(?:for|of)[ \\t]{1,2}[^\\n:=]{1,80}|[ \\t]{1,2}\\([^()\\n]{1,30}\\))?";

/** What people keep in their heads, on paper, or in an authenticator: digits, words, and groups of letters. */
export const memorizedShapes: readonly SecretShape[] = [
  {
    what: "code of digits",
    hint: /pin|puk|otp|cvv|cvc|code/i,
    pattern: joinPattern(
      [
        "((?<![A-Za-z0-9_-])(?:pin|puk|otp|cvv|cvc|(?:pin|otp|one-time|verification|security|confirmation|",
        `sign-?in|log-?in|[2m]fa|auth|authentication|access) (?:pass)?code)${owner}${sign})`,
        "(\\d{4,8}|\\d{3}[ -]\\d{3})()(?![\\w.:,-])",
      ],
      "gi",
    ),
    replacement: keepBothEnds,
  },
  {
    what: "seed of an authenticator",
    hint: /totp|otp|[2m]fa|authenticator|two[ -]factor/i,
    pattern: joinPattern(
      [
        "((?:t?otp|[2m]fa|authenticator|two[ -]factor)[\\w -]{0,24}",
        `${sign})([A-Z2-7]{16,64}|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})()(?![\\w])`,
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(isSeed),
  },
  {
    what: "passphrase in words",
    hint: /pass ?phrase|password/i,
    pattern: joinPattern(
      [
        `((?:(pass ?phrase)|password)${owner}["']?[ \\t]{0,3}[:=][ \\t]{1,3})`,
        "([a-z]{2,12}(?:[ ][a-z]{2,12}){2,11})(?=[ \\t]{0,3}(?:\\r?\\n|$))",
      ],
      "gi",
    ),
    replacement: (match, lead = "", phrase = "", words = "") =>
      isPassphrase(words, phrase ? FEWEST_WORDS : FEWEST_WORDS_OF_PASSWORD) ? `${lead}${REDACTED}` : match,
  },
  {
    what: "password of a wireless network",
    hint: /WIFI:/,
    pattern: /(\bWIFI:(?:[A-OQ-Z]:[^;\n]{0,80};){0,4}P:)([^;\s]{4,80})(;)/g,
    replacement: keepBothEnds,
  },
  {
    what: "password in the configuration of a device",
    hint: /password|secret|community/i,
    pattern: joinPattern(
      [
        "((?:\\b(?:username|wifi[ \\t]{1,3}connect|neighbor)[ \\t]{1,3}(?!and\\b|or\\b)\\S{1,60}",
        "(?:[ \\t]{1,3}privilege[ \\t]{1,3}\\d{1,2})?[ \\t]{1,3}(?:password|secret)(?:[ \\t]{1,3}\\d)?",
        "|\\bsnmp-server[ \\t]{1,3}community)[ \\t]{1,3})([^\\s\"'`;,=]{4,200})()",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(
      (value) => looksRandom(value) || looksChosen(value) || /^[A-Z][a-z]+[._-]\w+$/.test(value),
    ),
  },
  {
    what: "value that a build hides from its log",
    hint: /add-mask|issecret/i,
    pattern: /(::add-mask::|\bissecret=true\])([^\s$<{[][^\s]{3,400})()/gi,
    replacement: keepBothEnds,
  },
];

/** Seeds are written in one case; a name in small letters has no digits in its middle. */
function isSeed(value: string): boolean {
  if (value === value.toUpperCase()) return /[2-7]/.test(value) && /[A-Z]/.test(value);
  return value === value.toLowerCase() && /[2-7].*[a-z].*[2-7]/.test(value);
}

/** The name promises words; behind "password" a sentence is as likely. */
const FEWEST_WORDS = 3;
const FEWEST_WORDS_OF_PASSWORD = 4;

function isPassphrase(text: string, fewest: number): boolean {
  const words = text.split(" ");
  return (
    words.length >= fewest &&
    text === text.toLowerCase() &&
    !words.some((word) => isHarmlessWord(word) || ofSentences.test(word))
  );
}

/** Words without which hardly a sentence about passwords is made. */
const ofSentences = joinPattern(
  [
    "^(?:be|are|was|were|been|has|have|had|can|cannot|must|should|will|would|may|might|do|does|did|it|its|this|that|",
    "these|those|you|your|we|our|they|their|he|she|by|as|if|when|while|than|too|also|only|any|all|each|per|no|nor|",
    "but|so|least|most|more|use|used|using|user|users|enter|leave|choose|min|max|minimum|maximum|length|",
    "long|short|characters?|chars|letters?|digits?|password|passphrase|secret|token|key|keys|value|field|default|",
    "reset|login|log|sign|failed|fail|error|attempts?|times?|match|matches|stored|plain|hash|hashed|encrypted|",
    "decrypt|encrypt|protect|protected|optional|mismatch|change|please|again|same|new|old|current|confirm)$",
  ],
  "i",
);
