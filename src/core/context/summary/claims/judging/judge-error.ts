import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import { messageText } from "../../../../conversation/render";
import type { ErrorClaim, Judgment, TroubleWord } from "../claim";
import { doesChore, isWide } from "../record/commands";
import type { Deed } from "../record/deed";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { mayChangeFiles, onlyFormats } from "../record/rewrites";
import { testLinesOf } from "../record/test-lines";
import type { FoundTrouble, Trouble } from "../record/troubles";
import {
  bestTroubles,
  isSameAttempt,
  isToldIn,
  LEAST_SHARE,
  linesNear,
  plain,
  QUOTES_FILES,
  TROUBLE_CHARS,
  troublesOf,
} from "../record/troubles";
import { vocabularyOf } from "../record/vocabulary";
import { toldOpen } from "../time/told-open";
import { outcomeFact } from "./judge-run";

/**
 * An error is gone when what showed it was tried again without showing it. Which error a sentence means is decided by
 * its words: the failed attempt that has most of them, rare ones above common ones.
 */
export function judgeError(record: WorkRecord, claim: ErrorClaim): Judgment {
  const judged: Judgment =
    claim.manner === "works" || onlyNamesFiles(record, claim) ? { verdict: "silent" } : judgeTried(record, claim);
  if (claim.state === "open" || judged.verdict === "contradicted") return judged;
  const open = toldOpen(record, claim.told);
  return open === undefined
    ? judged
    : {
        verdict: "contradicted",
        fact: sentence("the record says: {line}", { line: open.text.replace(/\s+/g, " ") }),
        messageId: open.messageId,
      };
}

function judgeTried(record: WorkRecord, claim: ErrorClaim): Judgment {
  const troubles = troublesOf(record);
  const { programs } = vocabularyOf(record);
  const withPrograms = (words: readonly TroubleWord[]) =>
    words.map((word) =>
      word.anyOf.some((form) => programs.has(form.toLowerCase())) ? { ...word, isName: true } : word,
    );
  const found =
    bestTroubles(troubles, withPrograms(claim.words)) ?? bestTroubles(troubles, withPrograms(claim.context));
  if (found === undefined) {
    for (const judgeOtherwise of [judgeUnseen, judgeSpokenOf, judgePrinted, judgeUntouched]) {
      const judged = judgeOtherwise(record, claim);
      if (judged.verdict !== "silent") return judged;
    }
    return { verdict: "silent" };
  }
  if (found.strength === "weak" && (claim.manner === "listed" || claim.state === "open")) return { verdict: "silent" };
  if (claim.state === "open") return judgeOpen(record, found, claim);
  return judgeOver(record, found, claim.context);
}

/** "The problem in ring_buffer is fixed", "README 也补好了": several troubles name the file, and others ended. */
function onlyNamesFiles({ deeds }: WorkRecord, { words }: ErrorClaim): boolean {
  const written = deeds
    .filter(changesFiles)
    .flatMap(({ files }) => files.map(({ path }) => plain(baseName(path).replace(/\.\w+$/, ""))));
  return words.length > 0 && words.every(({ anyOf }) => anyOf.some((form) => written.includes(plain(form))));
}

/** A trouble that its check, run again, no longer showed is not open; one whose names it prints still is. */
function judgeOpen(record: WorkRecord, found: FoundTrouble, { words, context }: ErrorClaim): Judgment {
  const { newest, shown } = found;
  const last = record.deeds
    .slice(newest.at + 1)
    .findLast(
      (later) =>
        shown.every(({ deed }) => isSameAttempt(deed, later)) &&
        !ranOthers(record, later, testsNear(newest, found.words)),
    );
  if (last === undefined)
    return judgeOver(record, found, context).verdict === "contradicted"
      ? { verdict: "backed", messageId: newest.deed.messageId }
      : { verdict: "silent" };
  const printed = plain(textOfResult(record, last.messageId));
  const isPrinted = words.some(({ anyOf, isName }) => isName && anyOf.some((form) => printed.includes(plain(form))));
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
  const judged = judgeOver(record, { newest: trouble, shown: [trouble], words: inside, strength: "weak" }, words);
  return judged.verdict === "contradicted" ? judged : { verdict: "silent" };
}

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

function judgeOver(
  record: WorkRecord,
  { newest, shown, words }: FoundTrouble,
  context: readonly TroubleWord[],
): Judgment {
  const later = record.deeds.slice(newest.at + 1);
  const tests = testsNear(newest, words);
  const near = linesNear(newest, words);
  // Tests that were counted had been compiled.
  const isRefusedCode =
    newest.deed.tests === undefined &&
    near.some((line) => REFUSED_CODE.test(line)) &&
    !near.some((line) => ENDED_TEST.test(line));
  const again = later.findLast(
    (deed) =>
      (!shown.some((one) => one.deed === deed) &&
        shown.some((one) => isSameAttempt(one.deed, deed)) &&
        !ranOthers(record, deed, tests)) ||
      showsTest(record, deed, tests) ||
      (isRefusedCode && compilesAlike(newest.deed, deed)),
  );
  const isMuted = again !== undefined && onlySkips(later.slice(0, later.indexOf(again)));
  // The same attempt may fail in another way now; this error is gone all the same.
  if (again !== undefined && !isMuted) return { verdict: "backed", messageId: again.messageId };
  // What was not pushed is pushed by nothing but a push.
  const isEffect = EFFECTS.some((chore) => doesChore(newest.deed.command ?? "", chore));
  const changed = isMuted || isEffect ? undefined : later.find((deed) => changesFiles(deed) && mayConcern(deed, near));
  if (changed !== undefined) {
    const own = near.filter((line) => words.some(({ anyOf }) => anyOf.some((form) => line.includes(plain(form)))));
    const proof = later
      .slice(later.indexOf(changed))
      .findLast((deed) => provesMended(record, deed, { lines: own.length > 0 ? own : near, words }));
    if (proof !== undefined) return { verdict: "backed", messageId: proof.messageId };
    // "Cured by adding `rb_free`": the change that the sentence tells was made, whether or not it was tried.
    const made = plain(changed.newText ?? "");
    const told = context.filter((word) => isToldIn(made, word));
    const isTold = told.length > 1 || told.some(({ isName }) => isName);
    return isTold ? { verdict: "silent" } : { verdict: "unchecked", messageId: changed.messageId };
  }
  return stillShown(newest, words);
}

const stillShown = ({ deed }: Trouble, words: readonly TroubleWord[]): Judgment => ({
  verdict: "contradicted",
  fact: sentence("{error} was still in the last output that could show it", {
    error: words.map(({ anyOf }) => anyOf[0] ?? "").join(" "),
  }),
  messageId: deed.messageId,
});

const EFFECTS = ["commit", "push"] as const;

/** Every change in between turned a test off: what it showed is as it was. */
function onlySkips(deeds: readonly Deed[]): boolean {
  const changes = deeds.filter(changesFiles);
  return changes.length > 0 && changes.every(({ newText = "" }) => SKIPS.test(newText));
}

const SKIPS = joinPattern([
  String.raw`\b(?:TEST_IGNORE\w*|GTEST_SKIP|xfail|xit|xdescribe|(?:it|test|describe)\.skip|t\.Skip\w*|`,
  String.raw`mark\.skip\w*|unittest\.skip\w*)\b|@(?:Disabled|Ignore)\b|#\[ignore`,
]);

/** A trouble that an output prints although its command went well: a status, a finding, the log of something else. */
function judgePrinted(record: WorkRecord, { words, state, manner }: ErrorClaim): Judgment {
  if (manner !== "said" || state !== "over") return { verdict: "silent" };
  const printed = record.deeds.flatMap((deed, at) => {
    if (deed.command === undefined || deed.outcome === "failure" || QUOTES_FILES.test(deed.command)) return [];
    const lines = textOfResult(record, deed.messageId).slice(0, TROUBLE_CHARS).split("\n").map(plain);
    const found = lines.map((line) => words.filter((word) => isToldIn(line, word)));
    const inside = found.reduce((most, one) => (one.length > most.length ? one : most), []);
    const isStatus = inside.some(({ anyOf }) => /^[45]\d\d$/.test(anyOf[0] ?? ""));
    const isTold =
      isStatus ||
      (inside.length >= 2 && inside.some(({ isName }) => isName) && inside.length / words.length >= LEAST_PRINTED);
    return isTold ? [{ trouble: { deed, at, text: lines.join("\n"), lines }, inside }] : [];
  });
  const last = printed.at(-1);
  if (last === undefined) return { verdict: "silent" };
  const { trouble, inside } = last;
  const names = inside.filter(({ isName, anyOf }) => isName && !/^\d+$/.test(anyOf[0] ?? ""));
  const later = record.deeds.slice(trouble.at + 1);
  const isTriedAgain = later.some((deed) => isSameAttempt(trouble.deed, deed));
  const isChanged = later.filter(changesFiles).some((deed) => names.length === 0 || speaksOf(deed, names));
  return isTriedAgain || isChanged ? { verdict: "silent" } : stillShown(trouble, inside);
}

const LEAST_PRINTED = 0.4;

/** The change has one of the names, in what it puts in, takes out, runs, or in its path. */
const speaksOf = (
  { newText = "", oldText = "", command = "", files }: Deed,
  names: readonly TroubleWord[],
): boolean => {
  const text = plain([newText, oldText, command, ...files.map(({ path }) => path)].join("\n"));
  return names.some((word) => isToldIn(text, word));
};

/** A trouble in code that was read and talked about is not over where nobody touched that code. */
function judgeUntouched(record: WorkRecord, { words, state, manner }: ErrorClaim): Judgment {
  if (manner !== "said" || state !== "over") return { verdict: "silent" };
  const names = words.flatMap(({ anyOf: [word = ""] }) => (/^[a-z]\w*_\w+$|^[a-z]+[A-Z]\w+$/.test(word) ? [word] : []));
  const [name] = names;
  if (name === undefined || names.length > 1) return { verdict: "silent" };
  const holding = record.deeds.filter(
    (deed) =>
      deed.command === undefined && deed.files.length > 0 && textOfResult(record, deed.messageId).includes(name),
  );
  const paths = holding.flatMap(({ files }) => files.map(({ path }) => baseName(path)));
  const isTouched = record.deeds
    .filter(
      (deed) => changesFiles(deed) && !deed.files.every(({ path }) => deed.command === undefined && BESIDE.test(path)),
    )
    .some(
      (deed) =>
        (deed.command !== undefined && deed.files.length === 0 && /\bgit\b|<<|\$\(/.test(deed.command)) ||
        speaksOf(deed, [{ anyOf: [name], isName: true }]) ||
        deed.files.some(({ path }) => paths.includes(baseName(path))),
    );
  return paths.length === 0 || isTouched
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no change on record has {name}", { name }) };
}

/** Tests and notes speak of code without changing it. */
const BESIDE = /(?:^|[/_.-])(?:tests?|specs?|__tests__|docs?)(?:[/_.-]|$)|\.md$/i;

/** A line of code that a compiler refused. */
const REFUSED_CODE = /\.(?:go|rs|tsx?|java|kt|swift|c|cc|cpp|cs|scala)[:([]\d+/;

/** A test failed: code that only builds says nothing about that. */
const FAILED_TEST = /^fail:|assertionerror|racedetected|panicked|expected/;

/** Its lines name places in code that did compile. */
const ENDED_TEST = /^-*fail:|assertionerror|panicked/;

/** Code that builds again, or a test that passes and goes by a word for the trouble. */
function provesMended(
  record: WorkRecord,
  { command = "", outcome, messageId }: Deed,
  { lines, words }: { readonly lines: readonly string[]; readonly words: readonly TroubleWord[] },
): boolean {
  if (outcome !== "success") return false;
  const builds = (doesChore(command, "build") || doesChore(command, "types")) && isWide(command);
  if (builds && lines.some((line) => REFUSED_CODE.test(line) && !FAILED_TEST.test(line))) return true;
  if (!doesChore(command, "test")) return false;
  const passed = testLinesOf(textOfResult(record, messageId)).filter(({ verdict }) => verdict === "pass");
  const forms = words.flatMap(({ anyOf }) => anyOf.map((form) => form.toLowerCase()));
  return passed.some(({ text }) => text.split(/\W+/).some((word) => word !== "test" && forms.includes(word)));
}

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

/** A run that lists the files it tested, and not the one that failed, shows nothing about it. */
function ranOthers(record: WorkRecord, { messageId }: Deed, tests: readonly string[]): boolean {
  const files = tests.filter((name) => FILE_OF_TESTS.test(name));
  if (files.length === 0) return false;
  const listed = plain(textOfResult(record, messageId)).match(FILES_OF_TESTS) ?? [];
  return listed.length > 0 && !files.some((file) => listed.some((one) => one.includes(file) || file.includes(one)));
}

const FILE_OF_TESTS = /\.(?:test|spec)\.\w+$|^test\w+\.py$/;
const FILES_OF_TESTS = /[\w]+\.(?:test|spec)\.\w+|test\w+\.py/g;

/** `cargo test` compiles everything that `cargo check` refused. */
const compilesAlike = ({ command: first = "" }: Deed, { command: second = "", outcome }: Deed): boolean =>
  outcome === "success" &&
  isWide(second) &&
  !doesChore(first, "lint") &&
  COMPILERS.some((program) => program.test(first) && program.test(second));

const COMPILERS: readonly RegExp[] = [
  /\bcargo\b.*\b(?:check|build|test|run|clippy|bench)\b/,
  /\bgo (?:build|test|vet|run|install)\b/,
  /\bdotnet\b.*\b(?:build|test|run|publish|pack)\b/,
  /\bmvnw?\b.*\b(?:compile|test|verify|package|install)\b/,
  /\bgradlew?\b.*\b(?:build|test|check|assemble)\w*/,
  /\bswift (?:build|test|run)\b/,
];

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
  const told = lines
    .filter((line) => !/^(?:modified:|newfile:|deleted:)?[\w./]+\.(?!\w*line\d+$)\w+$/.test(line))
    .join("\n");
  const written = files.filter(({ operation }) => operation === "written").map(({ path }) => path);
  const isNamed = written.some((path) => told.includes(plain(baseName(path))));
  if (isNamed) return true;
  return !SOURCE_FILE.test(told) && files.length === 0 && command !== undefined && !onlyFormats(command);
}

const SOURCE_FILE = /\.(?:tsx?|jsx?|py|go|rs|java|kt|rb|php|cs|cpp|c|h|vue|swift|tf|ya?ml|toml|sql|css|sh|ex|scala)\b/;

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

const changesFiles = ({ outcome, files, command }: Deed): boolean =>
  outcome === "success" &&
  (files.some(({ operation }) => operation !== "read") || (command !== undefined && mayChangeFiles(command)));
