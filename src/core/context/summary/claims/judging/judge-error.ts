import { sentence } from "../../../../base/sentence";
import { errorLinesIn } from "../../../../conversation/text/error-lines";
import type { ErrorClaim, Judgment, TroubleWord } from "../claim";
import { beginning, commandParts, covers, doesChore } from "../record/commands";
import type { Deed } from "../record/deed";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { mayChangeFiles } from "../record/rewrites";
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
  if (found === undefined) return judgeUnseen(record, claim);
  const { best, words, strength } = found;
  if (strength === "weak" && (claim.manner === "listed" || claim.state === "open")) return { verdict: "silent" };
  if (claim.state === "open") return judgeOpen(record, best);
  const states = best.map((trouble) => stateOf(record, trouble, words));
  const over = states.find(({ verdict }) => verdict === "backed");
  return over ?? states.at(-1) ?? { verdict: "silent" };
}

/** A trouble that its check, run again, no longer showed is not open. */
function judgeOpen(record: WorkRecord, troubles: readonly Trouble[]): Judgment {
  const again = troubles.map(({ deed, at }) =>
    record.deeds.slice(at + 1).findLast((later) => isSameAttempt(deed, later)),
  );
  const last = again.at(-1);
  if (last === undefined || again.includes(undefined)) return { verdict: "silent" };
  return { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}

interface Trouble {
  readonly deed: Deed;
  readonly at: number;
  /** What the failed attempt was, and what it printed. */
  readonly text: string;
  readonly namesFiles: boolean;
}

const TROUBLE_CHARS = 4_000;
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
        ? `${output.slice(0, TROUBLE_CHARS).replace(WENT_WELL, "")}\n${lines.join("\n")}`
        : lines.join("\n");
      const text = plain(`${deed.command ?? deed.given.slice(0, 400)}\n${told}`);
      return [{ deed, at, text, namesFiles: SOURCE_FILE.test(told) }];
    });
  known.set(record, read);
  return read;
}

/** Lines of an output that failed which tell of what did not. */
const WENT_WELL = /^.*(?:✓|✔|\bpassed\b(?!.*\bfailed\b)|\bPASS\b|^ok\b).*$/gm;
const MOST_LINES = 20;
/** A run that went well may count what is left to mend. */
const COUNTS_TROUBLE = /^.{0,200}\b[1-9]\d{0,4} (?:warnings?|problems?|issues?|violations?)\b.{0,80}$/gim;
/** An error told in many words is told in some of its own. */
const LEAST_SHARE = 0.5;

function bestTroubles(
  troubles: readonly Trouble[],
  words: readonly TroubleWord[],
): { best: readonly Trouble[]; words: readonly TroubleWord[]; strength: "weak" | "strong" } | undefined {
  const has = ({ text }: Trouble, { anyOf, isName }: TroubleWord) =>
    anyOf.some((form) => text.includes(isName ? plain(form) : stemOf(plain(form))));
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
  // Of the same attempt only the newest counts: that one still showed it.
  const best = top.filter(
    ({ trouble }, index) => !top.slice(index + 1).some((later) => isSameAttempt(trouble.deed, later.trouble.deed)),
  );
  const inside = best[0]?.inside.map(({ word }) => word) ?? [];
  const isNamed = inside.some(({ isName }) => isName);
  const share = inside.length / words.length;
  if (!isNamed && share < (inside.length < 2 ? 1 : LEAST_SHARE)) return undefined;
  return {
    best: best.map(({ trouble }) => trouble),
    words: inside,
    strength: isNamed || inside.length > 2 ? "strong" : "weak",
  };
}

/** "migration" and "migrate" are the same thing. */
const stemOf = (word: string): string => word.replace(/(?<=[a-z]{4})(?:ations?|ions?|ings?|ed|es|s|e|al|ment)$/, "");

function stateOf(record: WorkRecord, trouble: Trouble, words: readonly TroubleWord[]): Judgment {
  const { deed: shown, at } = trouble;
  const later = record.deeds.slice(at + 1);
  const again = later.findLast((deed) => isSameAttempt(shown, deed) || showsTest(record, deed, trouble));
  // The same attempt may fail in another way now; this error is gone all the same.
  if (again !== undefined) return { verdict: "backed", messageId: again.messageId };
  const changed = later.find((deed) => changesFiles(deed) && mayConcern(deed, trouble));
  if (changed !== undefined) return { verdict: "unchecked", messageId: changed.messageId };
  const error = words.map(({ anyOf }) => anyOf[0] ?? "").join(" ");
  return {
    verdict: "contradicted",
    fact: sentence("{error} was still in the last output that could show it", { error }),
    messageId: shown.messageId,
  };
}

/** A run of fewer tests shows as much about those that it runs. */
function showsTest(record: WorkRecord, { command, messageId }: Deed, { text }: Trouble): boolean {
  if (command === undefined || !doesChore(command, "test")) return false;
  const passed = textOfResult(record, messageId).match(/^.*(?:✓|✔|\bPASS\b|\bok\b).*$/gim) ?? [];
  const ran = plain(`${command}\n${passed.join("\n")}`);
  const folders = [...command.matchAll(/\s(?:\.\/)?((?:[\w-]+\/)+[\w-]+)\/?(?=\s|$)/g)].map(([, folder = ""]) =>
    plain(folder),
  );
  if (folders.some((folder) => text.includes(folder))) return true;
  return [...text.matchAll(/[a-z]\w{3,}tests?\b|\w+\.(?:test|spec)\.\w+|test\w+\.py/g)].some(
    ([name]) => name.length > 5 && ran.includes(name),
  );
}

/** A change to files that the failure names may have mended it; where it names none, any change to code may have. */
function mayConcern({ files, command }: Deed, { text, namesFiles }: Trouble): boolean {
  const written = files.filter(({ operation }) => operation === "written").map(({ path }) => path);
  const isNamed = written.some((path) => text.includes(plain(baseName(path))));
  if (isNamed) return true;
  return !namesFiles && files.length === 0 && command !== undefined;
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
  const parts = new Set(commandParts(second).map(beginning));
  return commandParts(first).some((words) => parts.has(beginning(words)));
}
