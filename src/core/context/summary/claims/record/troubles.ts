import { errorLinesIn } from "../../../../conversation/text/error-lines";
import type { TroubleWord } from "../claim";
import { beginning, covers, doesChore, workingParts } from "./commands";
import type { Deed } from "./deed";
import type { WorkRecord } from "./record";
import { textOfResult } from "./record";
import { testLinesOf } from "./test-lines";

/** Something that went wrong, with what showed it. */
export interface Trouble {
  readonly deed: Deed;
  readonly at: number;
  /** What the failed attempt was, and what it printed. */
  readonly text: string;
  /** Its lines in the same form. */
  readonly lines: readonly string[];
}

/** The error that a sentence means: everything that showed it, and the last thing that did. */
export interface FoundTrouble {
  readonly newest: Trouble;
  readonly shown: readonly Trouble[];
  /** The words of the sentence that tell it. */
  readonly words: readonly TroubleWord[];
  readonly strength: "weak" | "strong";
}

export const TROUBLE_CHARS = 4_000;
const ATTEMPT_CHARS = 4_000;
const known = new WeakMap<WorkRecord, readonly Trouble[]>();

/** Failed attempts, and looks into a log that shows errors. */
export function troublesOf(record: WorkRecord): readonly Trouble[] {
  const read =
    known.get(record) ??
    record.deeds.flatMap((deed, at): readonly Trouble[] => {
      const isFailure = deed.outcome === "failure" || (deed.tests?.failed ?? 0) > 0;
      const quotes = deed.command !== undefined && QUOTES_FILES.test(deed.command);
      if (!isFailure && (deed.command === undefined || quotes)) return [];
      const output = textOfResult(record, deed.messageId);
      const lines = [...errorLinesIn(output, MOST_LINES), ...(output.match(COUNTS_TROUBLE) ?? [])].filter(
        (line) => isFailure || !MENDED.test(line),
      );
      if (!isFailure && lines.length === 0) return [];
      // A search that also looked where nothing is prints what it found.
      const told =
        isFailure && !(quotes && lines.length > 0)
          ? `${withoutPassed(output.slice(0, TROUBLE_CHARS))}\n${lines.join("\n")}`
          : lines.join("\n");
      // What a write that failed would have put into its file is no part of its trouble.
      const attempt =
        deed.command ?? (deed.files.length > 0 ? deed.files.map(({ path }) => path).join("\n") : deed.given);
      const text = plain(`${attempt.slice(0, ATTEMPT_CHARS)}\n${told}`);
      return [{ deed, at, text, lines: told.split("\n").map(plain) }];
    });
  known.set(record, read);
  return read;
}

/** Lines of an output that failed tell of what did not, too. */
const withoutPassed = (output: string): string =>
  testLinesOf(output)
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ text }) => text)
    .join("\n");
const MOST_LINES = 20;
/** `rubocop -a` went well, and lists what it mended. */
const MENDED = /\b(?:corrected|fixed|autofixed|auto-corrected)\b/i;
/** A run that went well may count what is left to mend. */
const COUNTS_TROUBLE = /^.{0,200}\b[1-9]\d{0,4} (?:warnings?|problems?|issues?|violations?)\b.{0,80}$/gim;
/** An error told in many words is told in some of its own. */
export const LEAST_SHARE = 0.5;

export function bestTroubles(troubles: readonly Trouble[], said: readonly TroubleWord[]): FoundTrouble | undefined {
  const has = ({ text }: Trouble, { anyOf, isName }: TroubleWord) =>
    anyOf.some((form) => text.includes(isName ? plain(form) : stemOf(plain(form))));
  // "the disk-space error": joined words of prose are looked for one by one.
  const words = said.flatMap((word) =>
    word.isName && word.anyOf.every((form) => PROSE.test(form)) && !troubles.some((trouble) => has(trouble, word))
      ? word.anyOf.flatMap((form) => form.split("-").map((part) => ({ anyOf: [part], isName: false })))
      : [word],
  );
  const seen = [...new Map(words.map((word) => [word.anyOf.join(" ").toLowerCase(), word])).values()]
    .map((word) => ({ word, count: troubles.filter((trouble) => has(trouble, word)).length }))
    .filter(({ count }) => count > 0);
  if (seen.length === 0) return undefined;
  const scored = troubles.map((trouble) => {
    const inside = seen.filter(({ word }) => has(trouble, word));
    return { trouble, inside, score: inside.reduce((sum, { word, count }) => sum + (word.isName ? 3 : 1) / count, 0) };
  });
  const most = Math.max(...scored.map(({ score }) => score));
  const top = scored.filter(({ score }) => score > most - 1e-6);
  const newest = top.at(-1);
  if (newest === undefined) return undefined;
  const inside = newest.inside.map(({ word }) => word);
  const share = inside.length / words.length;
  const isNamed = inside.some(({ isName }) => isName);
  if (!isNamed && share < (inside.length < 2 ? 1 : LEAST_SHARE)) return undefined;
  return {
    newest: newest.trouble,
    shown: top.map(({ trouble }) => trouble),
    words: inside,
    strength: isNamed || inside.length > 2 ? "strong" : "weak",
  };
}

const PROSE = /^[a-z]{3,}(?:-[a-z]{3,})+$/;

/** "migration" and "migrate" are the same thing. */
const stemOf = (word: string): string => word.replace(/(?<=[a-z]{4})(?:ations?|ions?|ings?|ed|es|s|e|al|ment)$/, "");

/** Longer words are told by their beginnings: "ambiguity" and "ambiguating". */
export const isToldIn = (text: string, { anyOf, isName }: TroubleWord): boolean =>
  anyOf.some((form) => {
    const word = plain(form);
    return text.includes(isName || word.length < LONG_CHARS ? stemOf(word) : word.slice(0, word.length - 3));
  });
const LONG_CHARS = 8;

/** Lines around the one that shows an error on which its runner names the test. */
const NEAR_LINES = 6;
/** Lines of the output around those that have the words. */
export function linesNear({ lines }: Trouble, words: readonly TroubleWord[]): readonly string[] {
  const forms = words.flatMap(({ anyOf }) => anyOf.map(plain));
  const places = lines.flatMap((line, at) => (forms.some((form) => line.includes(form)) ? [at] : []));
  if (places.length === 0) return lines;
  // Findings that are set apart by empty lines name their own files.
  const blocks = places.flatMap((place) => blockAt(lines, place));
  return blocks.some((line) => NAMES_FILE.test(line))
    ? blocks
    : lines.filter((_, at) => places.some((place) => Math.abs(place - at) <= NEAR_LINES));
}

const NAMES_FILE = /[\w-]\.[a-z]{1,5}(?::|line|\(|\[)\d/;

function blockAt(lines: readonly string[], place: number): readonly string[] {
  const start = lines.slice(0, place).lastIndexOf("") + 1;
  const end = lines.indexOf("", place);
  return lines.slice(start, end < 0 ? lines.length : end);
}

/** Prints what files say, errors that their code may raise included. */
export const QUOTES_FILES = /\b(?:grep|rg|ag|ack|cat|sed|head|less|bat|git (?:show|diff|log|grep|blame)|find|awk)\b/;

/** Spaces, quotes and letter case tell nothing: a "type error" is a `TypeError`. */
export const plain = (text: string): string => text.toLowerCase().replace(/[\s_"'`-]+/g, "");

/** The same command, tests after tests, or the same tool on the same file. */
export function isSameAttempt(shown: Deed, deed: Deed): boolean {
  const [first, second] = [shown.command, deed.command];
  if (first === undefined || second === undefined)
    return first === second && shown.tool === deed.tool && shown.files[0]?.path === deed.files[0]?.path;
  if (doesChore(first, "test") && doesChore(second, "test")) return covers(second, first);
  // A build alone says nothing about tests that failed after it.
  if ((shown.tests?.failed ?? 0) > 0 && deed.tests === undefined) return false;
  const [tried, again] = [workingParts(first), workingParts(second)];
  // What a log shows is over when the same program later did its work.
  if (shown.outcome === "success" && LOOKS.test(first) && !LOOKS.test(second) && deed.outcome === "success")
    return again.some(([program]) => tried.some(([other]) => program === other));
  return tried.some((words) =>
    again.some(
      (others) =>
        (beginning(words) === beginning(others) || doesAsMuch(words, others)) &&
        !evades(words, others) &&
        targetsOf(words).every((target) => others.includes(target)) &&
        runsInside(words).every((script) => runsInside(others).includes(script)),
    ),
  );
}

/** A build for another platform is another attempt. */
const targetsOf = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => TARGET.test(word) || (TARGET_OPTION.test(words[at - 1] ?? "") && !word.startsWith("-")));
const TARGET = /^--(?:target|platform|arch|triple)=/;
const TARGET_OPTION = /^--?(?:target|platform|arch|triple)$/;

/** What runs in a container or on another machine is the attempt, and not what brings it there. */
const runsInside = (words: readonly string[]): readonly string[] =>
  CARRIES.test(words.slice(0, 3).join(" "))
    ? words.flatMap((word) => (SCRIPT.test(word) ? [word.replace(/^.*\//, "")] : []))
    : [];
const CARRIES = /^(?:docker|docker-compose|podman|kubectl|oc|nerdctl)\b.*\b(?:exec|run)\b|^(?:ssh|vagrant)\b/;
const SCRIPT = /^[\w./-]+\.(?:sh|py|rb|js|mjs|ts|pl|php|exs?)$/;

/** `make plan policy` does what `make policy` did. */
const doesAsMuch = (words: readonly string[], others: readonly string[]): boolean =>
  words.length > 1 && words[0] === others[0] && words.every((word) => others.includes(word));

/** Shows how something else went. */
const LOOKS = /\b(?:logs?|describe|events|journalctl|status|view|tail)\b/;

/** Only lists what is there, or turns off what failed: neither tells whether the trouble is over. */
const evades = (words: readonly string[], others: readonly string[]): boolean =>
  others.some((word) => EVADES.test(word) && !words.includes(word));
const EVADES =
  /^(?:-l|--list|--help|--version|--dry-run|--no-\w[\w-]*|--skip\S*|--ignore\S*|--force|--?[\w-]+=(?:false|off|skip))$/;
