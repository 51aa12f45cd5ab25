import { sentence } from "../../../../base/sentence";
import { messageText } from "../../../../conversation/render";
import { errorLinesIn } from "../../../../conversation/text/error-lines";
import type { ErrorClaim, Judgment, TroubleWord } from "../claim";
import { beginning, commandParts, covers, doesChore, isWide } from "../record/commands";
import type { Deed } from "../record/deed";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { mayChangeFiles } from "../record/rewrites";
import { testLinesOf } from "../record/test-lines";
import { vocabularyOf } from "../record/vocabulary";
import { outcomeFact } from "./judge-run";

/**
 * An error is gone when what showed it was tried again without showing it. Which error a sentence means is decided by
 * its words: the failed attempt that has most of them, rare ones above common ones.
 */
export function judgeError(record: WorkRecord, claim: ErrorClaim): Judgment {
  const troubles = troublesOf(record);
  const { programs } = vocabularyOf(record);
  const withPrograms = (words: readonly TroubleWord[]) =>
    words.map((word) =>
      word.anyOf.some((form) => programs.has(form.toLowerCase())) ? { ...word, isName: true } : word,
    );
  const found =
    bestTroubles(troubles, withPrograms(claim.words)) ?? bestTroubles(troubles, withPrograms(claim.context));
  if (found === undefined) {
    const unseen = judgeUnseen(record, claim);
    return unseen.verdict === "silent" ? judgeSpokenOf(record, claim) : unseen;
  }
  if (found.strength === "weak" && (claim.manner === "listed" || claim.state === "open")) return { verdict: "silent" };
  return claim.state === "open" ? judgeOpen(record, found, claim.words) : judgeOver(record, found);
}

/** A trouble that its check, run again, no longer showed is not open; one whose names it prints still is. */
function judgeOpen(record: WorkRecord, { newest, shown }: FoundTrouble, said: readonly TroubleWord[]): Judgment {
  const last = record.deeds
    .slice(newest.at + 1)
    .findLast((later) => shown.every(({ deed }) => isSameAttempt(deed, later)));
  if (last === undefined) return { verdict: "silent" };
  const printed = plain(textOfResult(record, last.messageId));
  const isPrinted = said.some(({ anyOf, isName }) => isName && anyOf.some((form) => printed.includes(plain(form))));
  return isPrinted
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}

/**
 * A trouble told in words that its output does not have: those who spoke of it right after may have used them.
 */
function judgeSpokenOf(record: WorkRecord, { words, state, manner }: ErrorClaim): Judgment {
  if (manner !== "said" || state !== "over" || words.length === 0) return { verdict: "silent" };
  const scored = troublesOf(record).map((trouble) => {
    const text = `${trouble.text}\n${talkAfter(record, trouble)}`;
    const inside = words.filter((word) => isToldIn(text, word));
    return { trouble, inside, isOwn: inside.some((word) => isToldIn(trouble.text, word)) };
  });
  const most = Math.max(0, ...scored.map(({ inside }) => inside.length));
  const best = scored.filter(({ inside }) => inside.length === most);
  // Words of the output itself tell more than those of the talk about it.
  const meant = best.findLast(({ isOwn }) => isOwn) ?? best.at(-1);
  if (meant === undefined || most === 0 || most / words.length < LEAST_SHARE) return { verdict: "silent" };
  const { trouble, inside } = meant;
  const judged = judgeOver(record, { newest: trouble, shown: [trouble], words: inside, strength: "weak" });
  return judged.verdict === "contradicted" ? judged : { verdict: "silent" };
}

/** Longer words are told by their beginnings: "ambiguity" and "ambiguating". */
const isToldIn = (text: string, { anyOf, isName }: TroubleWord): boolean =>
  anyOf.some((form) => {
    const word = plain(form);
    return text.includes(isName || word.length < LONG_CHARS ? stemOf(word) : word.slice(0, word.length - 3));
  });
const LONG_CHARS = 8;

/** What people and the assistant said before the next call came back. */
function talkAfter(record: WorkRecord, { deed }: Trouble): string {
  const at = record.messages.findIndex(({ id }) => id === deed.messageId);
  const said: string[] = [];
  for (const message of record.messages.slice(at + 1)) {
    if (message.role === "tool" && said.length > 0) break;
    if (message.role === "user" || message.role === "assistant") said.push(messageText(message));
  }
  return plain(said.join("\n").slice(0, TROUBLE_CHARS));
}

interface Trouble {
  readonly deed: Deed;
  readonly at: number;
  /** What the failed attempt was, and what it printed. */
  readonly text: string;
  /** Its lines in the same form. */
  readonly lines: readonly string[];
}

/** The error that a sentence means: everything that showed it, and the last thing that did. */
interface FoundTrouble {
  readonly newest: Trouble;
  readonly shown: readonly Trouble[];
  /** The words of the sentence that tell it. */
  readonly words: readonly TroubleWord[];
  readonly strength: "weak" | "strong";
}

const TROUBLE_CHARS = 4_000;
const ATTEMPT_CHARS = 4_000;
const known = new WeakMap<WorkRecord, readonly Trouble[]>();

/** Failed attempts, and looks into a log that shows errors. */
function troublesOf(record: WorkRecord): readonly Trouble[] {
  const read =
    known.get(record) ??
    record.deeds.flatMap((deed, at): readonly Trouble[] => {
      const isFailure = deed.outcome === "failure" || (deed.tests?.failed ?? 0) > 0;
      if (!isFailure && (deed.command === undefined || QUOTES_FILES.test(deed.command))) return [];
      const output = textOfResult(record, deed.messageId);
      const lines = [...errorLinesIn(output, MOST_LINES), ...(output.match(COUNTS_TROUBLE) ?? [])];
      if (!isFailure && lines.length === 0) return [];
      const told = isFailure
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
/** A run that went well may count what is left to mend. */
const COUNTS_TROUBLE = /^.{0,200}\b[1-9]\d{0,4} (?:warnings?|problems?|issues?|violations?)\b.{0,80}$/gim;
/** An error told in many words is told in some of its own. */
const LEAST_SHARE = 0.5;

function bestTroubles(troubles: readonly Trouble[], said: readonly TroubleWord[]): FoundTrouble | undefined {
  const has = ({ text }: Trouble, { anyOf, isName }: TroubleWord) =>
    anyOf.some((form) => text.includes(isName ? plain(form) : stemOf(plain(form))));
  // "the disk-space error": joined words of prose are looked for one by one.
  const words = said.flatMap((word) =>
    word.isName && word.anyOf.every((form) => PROSE.test(form)) && !troubles.some((trouble) => has(trouble, word))
      ? word.anyOf.flatMap((form) => form.split("-").map((part) => ({ anyOf: [part], isName: false })))
      : [word],
  );
  const seen = words
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
  const isNamed = inside.some(({ isName }) => isName);
  const share = inside.length / words.length;
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

function judgeOver(record: WorkRecord, { newest, shown, words }: FoundTrouble): Judgment {
  const later = record.deeds.slice(newest.at + 1);
  const tests = testsNear(newest, words);
  const again = later.findLast(
    (deed) => shown.some((one) => isSameAttempt(one.deed, deed)) || showsTest(record, deed, tests),
  );
  // The same attempt may fail in another way now; this error is gone all the same.
  if (again !== undefined) return { verdict: "backed", messageId: again.messageId };
  const near = linesNear(newest, words);
  const changed = later.find((deed) => changesFiles(deed) && mayConcern(deed, near));
  if (changed !== undefined) {
    const proof = later.slice(later.indexOf(changed)).findLast((deed) => provesMended(record, deed, { near, words }));
    return proof === undefined
      ? { verdict: "unchecked", messageId: changed.messageId }
      : { verdict: "backed", messageId: proof.messageId };
  }
  const error = words.map(({ anyOf }) => anyOf[0] ?? "").join(" ");
  return {
    verdict: "contradicted",
    fact: sentence("{error} was still in the last output that could show it", { error }),
    messageId: newest.deed.messageId,
  };
}

/** A line of code that a compiler refused. */
const REFUSED_CODE = /\.(?:go|rs|tsx?|java|kt|swift|c|cc|cpp|cs|scala)[:([]\d+/;

/** Code that builds again, or a test that passes and goes by a word for the trouble. */
function provesMended(
  record: WorkRecord,
  { command = "", outcome, messageId }: Deed,
  { near, words }: { readonly near: readonly string[]; readonly words: readonly TroubleWord[] },
): boolean {
  if (outcome !== "success") return false;
  if ((doesChore(command, "build") || doesChore(command, "types")) && isWide(command))
    return near.some((line) => REFUSED_CODE.test(line));
  if (!doesChore(command, "test")) return false;
  const passed = testLinesOf(textOfResult(record, messageId)).filter(({ verdict }) => verdict === "pass");
  const forms = words.flatMap(({ anyOf }) => anyOf.map((form) => form.toLowerCase()));
  return passed.some(({ text }) => text.split(/\W+/).some((word) => word !== "test" && forms.includes(word)));
}

/** Lines around the one that shows an error on which its runner names the test. */
const NEAR_LINES = 6;
const TEST_FILE = /[a-z]\w{3,}tests?\b|\w+\.(?:test|spec)\.\w+|test\w+\.py/g;
const PACKAGE = /(?:[\w-]+\/)+[\w-]+/g;

/** Tests, their files and packages that stand near the words; of the whole output where nothing stands near. */
function testsNear(trouble: Trouble, words: readonly TroubleWord[]): readonly string[] {
  const namesIn = (some: readonly string[]) =>
    some
      .flatMap((line) => [...(line.match(TEST_FILE) ?? []), ...(line.match(PACKAGE) ?? [])])
      .filter((name) => name.length > 5);
  const near = namesIn(linesNear(trouble, words));
  return near.length > 0 ? near : namesIn(trouble.lines);
}

/** Lines of the output around those that have the words. */
function linesNear({ lines }: Trouble, words: readonly TroubleWord[]): readonly string[] {
  const forms = words.flatMap(({ anyOf }) => anyOf.map(plain));
  const places = lines.flatMap((line, at) => (forms.some((form) => line.includes(form)) ? [at] : []));
  return places.length === 0
    ? lines
    : lines.filter((_, at) => places.some((place) => Math.abs(place - at) <= NEAR_LINES));
}

/** A run of fewer tests shows as much about those that it runs. */
function showsTest(record: WorkRecord, { command, messageId }: Deed, tests: readonly string[]): boolean {
  if (command === undefined || !doesChore(command, "test")) return false;
  const passed = testLinesOf(textOfResult(record, messageId)).filter(({ verdict }) => verdict === "pass");
  const ran = plain(`${command}\n${passed.map(({ text }) => text).join("\n")}`);
  const folders = [...command.matchAll(/\s(?:\.\/)?((?:[\w-]+\/)+[\w-]+)\/?(?=\s|$)/g)].map(([, folder = ""]) =>
    plain(folder),
  );
  return tests.some((name) => (name.includes("/") ? folders.some((one) => name.includes(one)) : ran.includes(name)));
}

/** A change to files that the failure names may have mended it; where it names none, any change to code may have. */
function mayConcern({ files, command }: Deed, lines: readonly string[]): boolean {
  // A list of changed files, as Git prints it, tells of no trouble.
  const told = lines.filter((line) => !/^(?:modified:|newfile:|deleted:)?[\w./]+\.\w+$/.test(line)).join("\n");
  const written = files.filter(({ operation }) => operation === "written").map(({ path }) => path);
  const isNamed = written.some((path) => told.includes(plain(baseName(path))));
  if (isNamed) return true;
  return !SOURCE_FILE.test(told) && files.length === 0 && command !== undefined;
}

const SOURCE_FILE = /\.(?:tsx?|jsx?|py|go|rs|java|kt|rb|php|cs|cpp|c|h|vue|swift)\b/;

/** An error by name that no message has cannot have been fixed; in other words it may have been called otherwise. */
function judgeUnseen(record: WorkRecord, { context }: ErrorClaim): Judgment {
  const names = context.flatMap(({ anyOf }) => anyOf).filter((word) => IS_ERROR_NAME.test(word));
  const unseen = names.find((name) => !isSaid(record, name));
  return unseen === undefined
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no message on record shows {error}", { error: unseen }) };
}

const IS_ERROR_NAME = /^[A-Z]\w*(?:Error|Exception)$|^TS\d{4,5}$|^E\d{4}$|^ERR_\w+$|^E[A-Z]{5,}$/;

const isSaid = (record: WorkRecord, name: string): boolean =>
  passagesOf(record).some(({ text }) => text.includes(name));

/** Prints what files say, errors that their code may raise included. */
const QUOTES_FILES = /\b(?:grep|rg|ag|ack|cat|sed|head|less|bat|git (?:show|diff|log|grep|blame)|find|awk)\b/;

/** Spaces, quotes and letter case tell nothing: a "type error" is a `TypeError`. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s_"'`-]+/g, "");

const changesFiles = ({ outcome, files, command }: Deed): boolean =>
  outcome === "success" &&
  (files.some(({ operation }) => operation !== "read") || (command !== undefined && mayChangeFiles(command)));

/** The same command, tests after tests, or the same tool on the same file. */
function isSameAttempt(shown: Deed, deed: Deed): boolean {
  const [first, second] = [shown.command, deed.command];
  if (first === undefined || second === undefined)
    return first === second && shown.tool === deed.tool && shown.files[0]?.path === deed.files[0]?.path;
  if (doesChore(first, "test") && doesChore(second, "test")) return covers(second, first);
  // A build alone says nothing about tests that failed after it.
  if ((shown.tests?.failed ?? 0) > 0) return false;
  const parts = new Set(commandParts(second).map(beginning));
  return commandParts(first).some((words) => parts.has(beginning(words)));
}
