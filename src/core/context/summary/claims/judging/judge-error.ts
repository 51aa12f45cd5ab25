import { sentence } from "../../../../base/sentence";
import { errorLinesIn } from "../../../../conversation/text/error-lines";
import type { ErrorClaim, Judgment } from "../claim";
import { commandParts, doesChore } from "../record/commands";
import type { Deed } from "../record/deed";
import type { WorkRecord } from "../record/record";
import { messageWith, textOfResult } from "../record/record";
import { mayChangeFiles } from "../record/rewrites";

/** An error is gone when what showed it succeeded later; it is not when nothing was changed after it was last seen. */
export function judgeError(record: WorkRecord, { names }: ErrorClaim): Judgment {
  const at = record.deeds.findLastIndex((deed) => isShownBy(record, deed, names));
  const shown = record.deeds[at];
  if (shown === undefined) return judgeUnseen(record, names);
  const later = record.deeds.slice(at + 1);
  const again = later.findLast((deed) => isSameAttempt(shown, deed));
  // The same attempt may fail in another way now; this error is gone all the same.
  if (again !== undefined) return { verdict: "backed", messageId: again.messageId };
  const changed = later.find((deed) => changesFiles(deed) && !isOnlyAboutCode(deed));
  if (changed !== undefined) return { verdict: "unchecked", messageId: changed.messageId };
  return {
    verdict: "contradicted",
    fact: sentence("{error} was still in the last output that could show it", { error: names.join(" ") }),
    messageId: shown.messageId,
  };
}

/**
 * An error by name that no message has cannot have been fixed; described in words it may have been called otherwise.
 */
function judgeUnseen(record: WorkRecord, names: readonly string[]): Judgment {
  const [name] = names;
  const isName =
    name !== undefined && names.length === 1 && /(?:Error|Exception)$|^[A-Z]{2,}\w*\d|^E[A-Z]{4,}$|^ERR_/.test(name);
  return !isName || messageWith(record, name) !== undefined
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no message on record shows {error}", { error: name }) };
}

/** An error told in many words is told in some of its own. */
const LEAST_SHARE = 0.7;

/**
 * A failing call shows it on any line; a call that went well, like a look into a log, on a line that reads as an
 * error.
 */
function isShownBy(record: WorkRecord, deed: Deed, names: readonly string[]): boolean {
  if (deed.outcome === "success" && (deed.command === undefined || QUOTES_FILES.test(deed.command))) return false;
  const wanted = names.map(plain);
  return textOfResult(record, deed.messageId)
    .split("\n")
    .filter((line) => deed.outcome === "failure" || errorLinesIn(line).length > 0)
    .map(plain)
    .some((line) => wanted.filter((name) => line.includes(name)).length >= Math.ceil(wanted.length * LEAST_SHARE));
}

/** Prints what files say, errors that their code may raise included. */
const QUOTES_FILES = /\b(?:grep|rg|ag|ack|cat|sed|head|less|bat|git (?:show|diff|log|grep|blame)|find|awk)\b/;

/** Spaces, quotes and letter case tell nothing: a "type error" is a `TypeError`. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s_"'`-]+/g, "");

const changesFiles = ({ outcome, files, command }: Deed): boolean =>
  outcome === "success" &&
  (files.some(({ operation }) => operation !== "read") || (command !== undefined && mayChangeFiles(command)));

/** A new test or document repairs nothing. */
const isOnlyAboutCode = ({ files, command }: Deed): boolean =>
  command === undefined &&
  files.length > 0 &&
  files.every(({ path }) => /[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|\.(?:md|rst|txt|adoc)$/i.test(path));

/** The same command, tests after tests, or the same tool on the same file. */
function isSameAttempt(shown: Deed, deed: Deed): boolean {
  const [first, second] = [shown.command, deed.command];
  if (first === undefined || second === undefined)
    return first === second && shown.tool === deed.tool && shown.files[0]?.path === deed.files[0]?.path;
  if (doesChore(first, "test") && doesChore(second, "test")) return true;
  const parts = new Set(commandParts(second).map(beginning));
  return commandParts(first).some((words) => parts.has(beginning(words)));
}

const beginning = (words: readonly string[]): string => words.slice(0, 2).join(" ");
