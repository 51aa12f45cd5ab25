import { joinPattern } from "../../base/text";
import { REDACTED } from "../words/placeholder";
import { looksChosen, looksRandom } from "../words/random";
import type { SecretShape } from "./shape";
import { keepBothEndsIf } from "./shape";

const isSecret = (value: string): boolean => looksRandom(value) || (looksChosen(value) && /\d/.test(value));

/** What a program prints on the lines below the words that name it. */
export const printedShapes: readonly SecretShape[] = [
  {
    what: "file that holds a secret",
    hint: /\b(?:cat|type|more|less|head|tail|bat|get-content)\s/i,
    pattern: joinPattern(
      [
        "(\\b(?:cat|type|more|less|head|tail|bat|get-content)[ \\t]{1,3}[^\\n|;&]{0,120}?",
        "(?:\\.key|secret|token|passw(?:or)?d|api[_-]?key|credential)[\\w.-]{0,12}[\"']?[ \\t]{0,3}\\r?\\n)",
        "(\\S{8,400})()(?=[ \\t]{0,3}(?:\\r?\\n|$))",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(isSecret),
  },
  {
    what: "value that a debugger or a prompt prints",
    hint: /(?:^|\n)[^\n]{0,40}[>)\]$:] /,
    pattern: joinPattern(
      [
        "((?:^|\\n)[^\\n]{0,40}?[>)\\]$:][ \\t]{1,3}[^\\n=]{0,80}?",
        "(?:password|passwd|passphrase|secret|token|api_?key|access_?key|private_?key)[\"'\\])]{0,3};?",
        "[ \\t]{0,3}\\r?\\n[^\\n\"']{0,40}[\"'])([^\"'\\n]{4,400})([\"'])",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(isSecret),
  },
  {
    what: "list of recovery codes",
    hint: /(?:recovery|backup|scratch)[ _-]?codes?/i,
    pattern: joinPattern(
      [
        "((?:recovery|backup|scratch)[ _-]?codes?[^\\n]{0,60}\\r?\\n)",
        "((?:[ \\t]{0,8}(?:[-*•]|\\d{1,2}[.)])?[ \\t]{0,4}",
        "[A-Za-z0-9]{4,10}(?:[- ][A-Za-z0-9]{4,10}){0,3}[ \\t]{0,8}(?:\\r?\\n|$)){2,20})",
      ],
      "gi",
    ),
    replacement: (match, lead = "", list = "") =>
      /\d/.test(list) ? `${lead}${list.replace(/[A-Za-z0-9]{4,10}(?:[- ][A-Za-z0-9]{4,10}){0,3}/g, REDACTED)}` : match,
  },
];
