import { joinPattern } from "../../../../base/text";
import type { ChangeClaim } from "../claim";
import { isByOthers, isUnreal } from "../language/modality";
import { simplified } from "../language/plain-words";
import { WRITING_TOOL } from "../language/ties";
import type { Clause } from "../reading/clauses";
import { clausesOf } from "../reading/clauses";
import { isToldAsDone } from "../reading/file-claims";
import { findFileVerbs, isDeed } from "../reading/file-verbs";
import { findCommands } from "../reading/found-commands";
import { findPaths } from "../reading/found-paths";
import type { SectionKind, SummarySentence } from "../reading/sentences";
import { isFinishedItem } from "../reading/sentences";
import { instrumentsIn, PROGRAMS } from "./instruments";

/**
 * Changes that a clause says were made, by what they are about: names of code, quoted pieces, and words. Which file
 * they went into need not be said.
 */
export function readChangeClaims(sentence: SummarySentence): readonly ChangeClaim[] {
  if (sentence.item === "failed" || !SECTIONS.has(sentence.section)) return [];
  const whole = simplified(sentence.text);
  const files = findPaths(whole);
  return clausesOf(sentence).flatMap((clause): readonly ChangeClaim[] => {
    const isChange = tellsOfChange(sentence, clause);
    const topics = isChange ? topicsIn(clause.text) : [];
    const values = isChange ? valuesIn(clause.text) : [];
    const isWork = tellsOfWork(sentence, clause.text);
    const programs = programsIn(clause.text);
    const instruments = sentence.section === "history" ? instrumentsIn(clause.text) : [];
    if (topics.length + values.length + programs.length + instruments.length === 0 && !isWork) return [];
    const own = findPaths(clause.text).map(({ path }) => path);
    return [
      {
        kind: "change",
        about: isWork ? clause.text.replace(/\[tools?:[^\]]*\]/gi, " ") : "",
        topics,
        values,
        programs,
        instruments,
        // A file that a later clause names belongs to what that clause tells.
        paths:
          own.length > 0
            ? own
            : files.filter(({ start }) => start < clause.start - sentence.start).map(({ path }) => path),
        by: WRITING_TOOL.test(sentence.text) ? "tool" : "anything",
        tense: "past",
        place: { line: clause.line, start: clause.start, end: clause.end },
      },
    ];
  });
}

/** Sections that tell of work that was done. */
const SECTIONS: ReadonlySet<SectionKind> = new Set(["history", "state", "facts", "none"]);

function tellsOfChange(sentence: SummarySentence, { text, start }: Clause): boolean {
  // A run, and how it went, changes nothing.
  if (/\bran\b|运行|执行/.test(text) || findCommands(text).length > 0) return false;
  const isFirst = start === sentence.start;
  const opening = isFirst && isFinishedItem(sentence) ? "finished-item" : "other";
  const verbs = findFileVerbs(text, opening).filter(({ change }) => change !== "read");
  if (verbs.length === 0) return isFirst && WRITING_TOOL.test(sentence.text);
  const isListed = isFinishedItem(sentence) || sentence.section === "history";
  return verbs.some((verb) => (isListed || isDeed(text, verb)) && isToldAsDone(text, verb));
}

const PAST = /\b(?:\w{3,}ed|ran|wrote|built|made|got|put|cut|set|sent|took|given|done)\b|了|已|完成/i;
const NOT_DONE = joinPattern(
  [
    String.raw`\b(?:not|never|no|fail\w*|refus\w*|reject\w*|declin\w*|denied|veto\w*|`,
    String.raw`turned down|block\w*|cancel\w*|attempt\w*|tried|forb\w+|stopped|missed|`,
    String.raw`unchanged|untouched|still|only|didn|wasn|without|error\w*)\b|n['’]t\b|不|没|未|拒|拦|`,
    String.raw`失败|被用户|否决|取消|叫停|报错`,
  ],
  "i",
);

/** A look at something leaves it as it is. */
const LOOKS = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:\d+[.)]\s*)?(?:read|list|search|view|grep|find|inspect|look|open|check|`,
    String.raw`review|found|saw|show|examin|stud)\w*\b|^[^，,]{0,6}(?:读|看|查|搜|列出|浏览)|`,
    String.raw`\[tools?:\s*\w*(?:read|list|search|grep|find|view)\w*\]`,
  ],
  "i",
);

/** Something is told as done, by the agent, and as having worked. */
const tellsOfWork = (sentence: SummarySentence, text: string): boolean =>
  (isFinishedItem(sentence) || sentence.section === "history" || sentence.section === "state") &&
  // Chinese verbs need no mark of the past where the section has it.
  (PAST.test(text) || isFinishedItem(sentence) || (sentence.section === "history" && /[一-鿿]/.test(text))) &&
  !NOT_DONE.test(sentence.text) &&
  !LOOKS.test(sentence.text) &&
  // A command that is named is looked up by itself.
  findCommands(sentence.item === "numbered" ? sentence.text : text).length === 0 &&
  !isUnreal(text, text.length) &&
  !isByOthers(text, 0, 0);

/** Why and where a change was made is not what was changed. */
const REASON = joinPattern(
  [
    String.raw`\s(?:because|since|so that|so|in order to|to (?:satisfy|fix|avoid|make|let|`,
    String.raw`allow|prevent|keep|match|please|silence)|for|after|before|when|once|as|per|`,
    String.raw`which|that|instead of|rather than|not)\s.*$|(?:以便|因为|由于|而不是|而非|从而|使得|避免|防止|`,
    String.raw`为了).*$`,
  ],
  "is",
);
const QUOTED = /[`"“「]([^`"”」\n]{2,60})[`"”」]/g;
const SPELLED = joinPattern(
  [
    String.raw`(?<![\w./@#-])(?:--[a-z][\w-]+|@?[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+|`,
    String.raw`[a-z]+(?:[A-Z][a-z\d]*)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[A-Z][A-Z\d_]{2,}|`,
    String.raw`[A-Za-z]+\+\+\d+)(?![\w/-]|\.\w)`,
  ],
  "g",
);
export const ERROR_NAME = /(?:Error|Exception|Warning)$|^TS\d{4,5}$|^E\d{3,4}$|^ERR_\w+$|^E[A-Z]{4,}$/;
const LEAST_CHARS = 3;
/** "FIX src/a.ts — …": the verb of an action is no name, however loud it is written. */
const LOUD_VERB = /^[^\w一-鿿]*(?:\d{1,3}[.)、]\s*)?(?:[A-Z]{2,}\s+){1,3}/;

function topicsIn(told: string): readonly string[] {
  const bare = [...findPaths(told), ...findCommands(told)]
    .reduce((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), told)
    .replace(/\[tools?:[^\]]*\]/gi, " ")
    .replace(LOUD_VERB, "")
    .replace(REASON, "");
  const names = [
    ...[...bare.matchAll(QUOTED)].map(([, inner = ""]) => inner.trim()),
    ...[...bare.replace(QUOTED, " ").matchAll(SPELLED)].map(([name]) => name),
  ].filter(
    // A pattern such as `config/*.yaml` stands for names, and is none; a commit is no content.
    (name) => name.length >= LEAST_CHARS && !/\s{2}|\*|^[\da-f]{7,40}$/.test(name) && !ERROR_NAME.test(name),
  );
  return [...new Set(names)];
}

const VALUE = joinPattern(
  [
    String.raw`(?:\b(?:to|at)|→|->|=>|[改设调降升提换加](?:成|为|到|`,
    String.raw`至)了?)\s*[\x60"']?(\d[\d,_]*(?:\.\d+)*)(?![\w/:-]|\.\d|\s*(?:[个处次条项行]|(?:of|`,
    String.raw`tests?|files?|lines?|places?)\b))`,
  ],
  "g",
);

const valuesIn = (text: string): readonly string[] =>
  [...text.replace(REASON, "").matchAll(VALUE)].map(([, value = ""]) => value.replaceAll(/[,_]/g, ""));

const NAME = String.raw`(?:[A-Z][A-Za-z]{3,}|[A-Z]{3,}(?:\s[A-Z]{3,})*|[a-z]+(?:[-_][a-z]+)+|[a-z]{2,}\d+)`;
const RAN_NAMED = [
  new RegExp(
    `\\b(?:[Rr]an|[Ee]xecuted|[Ii]nvoked|[Ll]aunched)\\s(?:(?:an?|the|full|whole|quick)\\s)*(${NAME})(?![\\w./-])`,
    "g",
  ),
  joinPattern(
    [
      // A plain word is a program where it is known as one: "the whole suite was run".
      `(?<![\\w./-])(?!\\w+s\\s(?:were|have))(${NAME}|(?:${PROGRAMS})(?: [a-z]{3,})?)`,
      String.raw`\s(?:was|were|has been|have been|got)\s`,
      String.raw`(?:\w+ly\s)?(?:re-?)?(?:run|executed|invoked|launched)\b`,
    ],
    "g",
  ),
  /(?:(?:运行|执行|跑)[了过]\s?|(?:^|[，,；：:.])\s?[又再先另还]?(?:运行|执行|跑) )([A-Za-z][\w-]{2,})(?![\w./-])/g,
];
/** Words for work of any kind. */
const OF_ANY = joinPattern(
  [
    String.raw`^(?:the|this|that|they|tests?|suites?|specs?|commands?|scripts?|builds?|checks?|`,
    String.raw`linters?|queries|query|migrations?|both|these|which|everything|nothing|jobs?|`,
    String.raw`code|program|server|tools?|type-check\w*|end-to-end|dry-run|full-text|`,
    String.raw`smoke-test\w*|re-run|CI|each|unit)$`,
  ],
  "i",
);

/** What is said to have been run, by a name that only a program has. */
const programsIn = (text: string): readonly string[] =>
  RAN_NAMED.flatMap((form) =>
    [...text.matchAll(form)]
      .filter(({ 0: whole, index }) => !isUnreal(text, index) && !NOT_DONE.test(text.slice(0, index + whole.length)))
      .map(([, name = ""]) => name),
  ).filter((name) => !OF_ANY.test(name));
