import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import type { FileClaim, Judgment } from "../claim";
import type { Deed } from "../record/deed";
import { DELEGATES, mayWorkUnseen } from "../record/others-work";
import { baseName, isSamePath, mayHold } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { messageWith, passagesOf, textOfResult } from "../record/record";
import { mayWriteFile, onlyBringsIn, onlyFormats, writesFile } from "../record/rewrites";
import { judgeContent } from "./judge-content";

/** What happened to the files: where the verb governs each of them, one that is not so is enough. */
export function judgeFile(record: WorkRecord, claim: FileClaim): Judgment {
  const judged = claim.paths.map((path) => {
    const judgment = judgePath(record, path, claim);
    if (claim.bond === "nearness" && judgment.verdict !== "backed" && isKnown(record, path)) return SILENT;
    return judgment.verdict === "backed" && claim.change === "edited" && claim.paths.length === 1
      ? (judgeContent(record, path, claim.about) ?? judgment)
      : judgment.verdict === "unchecked" && !FORMATS.test(claim.about) && isOnlyFormatted(record, path)
        ? contradicted(sentence("no call on record writes {path}", { path }))
        : judgment;
  });
  const backed = judged.find(({ verdict }) => verdict === "backed" || verdict === "silent");
  const wrong = judged.find(({ verdict }) => verdict === "contradicted");
  const open = judged.find(({ verdict }) => verdict === "unchecked");
  if (wrong !== undefined && claim.within !== undefined) return judgeHeld(record, claim) ?? wrong;
  // A rename has two paths, and tools may have been told of either.
  const isEnough = claim.governs === "any" || claim.change === "renamed";
  // One of several files that no message ever named: the sentence is not about this session.
  const isForeign =
    claim.governs === "any" && claim.change !== "read" && claim.paths.some((path) => !isKnown(record, path));
  if (isForeign && wrong !== undefined) return wrong;
  if (isEnough && claim.paths.some((path) => isWrittenAbout(record, path))) return backed ?? { verdict: "silent" };
  if (isEnough) return backed ?? open ?? wrong ?? { verdict: "silent" };
  return wrong ?? open ?? backed ?? { verdict: "silent" };
}

const SILENT: Judgment = { verdict: "silent" };

/** "edited x.toml, dropped y.md": the name of a file that was put into another one, or taken out of it. */
function judgeHeld(record: WorkRecord, { change, paths, within = [] }: FileClaim): Judgment | undefined {
  const changes = record.deeds.filter(
    ({ outcome, files }) =>
      outcome === "success" &&
      files.some((file) => file.operation === "written" && within.some((one) => isSamePath(file.path, one))),
  );
  // A change that writes a whole file does not show what it took out.
  const isHeld = (path: string) =>
    changes.some(({ oldText = "", newText = "" }) =>
      oldText === "" ? names(newText, path) || change === "deleted" : names(oldText, path) !== names(newText, path),
    );
  const name = paths.find((path) => !isHeld(path));
  if (name === undefined) return SILENT;
  const [holder, ...others] = within;
  const isShown = changes.some(({ oldText = "", newText = "" }) => names(`${oldText}\n${newText}`, name));
  return holder === undefined || others.length > 0 || changes.length === 0 || isShown
    ? undefined
    : contradicted(sentence("no change to {path} on record has {name}", { path: holder, name }));
}

/** "the output became `a.parquet`": a change has the name of the file in it. */
const isWrittenAbout = (record: WorkRecord, path: string): boolean =>
  record.deeds.some(({ outcome, newText }) => outcome === "success" && newText?.includes(path) === true);

/** A formatter may have touched a file; no sentence about anything else is meant by that. */
const FORMATS = /format|tid(?:y|ied)|clean|lint|style|prettif|sort|unused|\bfix\b|格式|整理|排版|未使用|自动修/i;

const isOnlyFormatted = (record: WorkRecord, path: string): boolean =>
  record.deeds.every((deed) => !mayHaveWritten(record, deed, path) || onlyFormats(deed.command ?? ""));

/** A file that is listed as being there, which was only spoken of, and which no call found. */
const isOnlyWished = (record: WorkRecord, path: string, about: string): boolean =>
  path.includes("/") &&
  record.earlier === "" &&
  new RegExp(`^[\\s\x60*"']*${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`).test(about) &&
  !WISHED.test(about) &&
  !record.deeds.some(
    ({ files, given, command, outcome, messageId }) =>
      (outcome === "success" && (files.some((file) => isSamePath(file.path, path)) || given.includes(path))) ||
      (command !== undefined && names(given, path)) ||
      ((outcome === "success" || command !== undefined) && names(textOfResult(record, messageId), path)),
  );

/** The whole path, or the file without any folder, which may be in any. */
const names = (text: string, path: string): boolean =>
  text.includes(path) ||
  new RegExp(`(?<![\\w./-])${baseName(path).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "i").test(text);

const WISHED = joinPattern(
  [
    String.raw`\b(?:not|no|never|yet|to-?do|to be|to come|will|should|must|pending|planned|`,
    String.raw`missing|request|ask|want|wish|need|still|next|later|if|would|does|exist)\w*\b|`,
    String.raw`n['’]t\b|未|没|不|待|尚|计划|需|将|要|想|应|缺|后续|之后`,
  ],
  "i",
);

function judgePath(record: WorkRecord, path: string, { change, about }: Pick<FileClaim, "change" | "about">): Judgment {
  switch (change) {
    case "named":
      return isKnown(record, path) && !isOnlyWished(record, path, about)
        ? { verdict: "silent" }
        : { verdict: "contradicted", fact: sentence("no message on record names {path}", { path }) };
    case "read":
      return judgeRead(record, path);
    case "deleted":
      return judgeDeleted(record, path);
    case "created":
    case "edited":
    case "renamed":
      return judgeWritten(record, path, { change, about });
  }
}

function judgeWritten(
  record: WorkRecord,
  path: string,
  { change, about }: Pick<FileClaim, "change" | "about">,
): Judgment {
  const writes = record.deeds.filter(({ files }) =>
    files.some(
      (file) =>
        (file.operation === "written" || (change === "renamed" && file.operation === "deleted")) &&
        (isSamePath(file.path, path) || (path.endsWith("/") && mayHold(path, file.path))),
    ),
  );
  const done = writes.findLast(({ outcome }) => outcome === "success");
  if (done !== undefined) return backed(sentence("{path} was written", { path }), done.messageId);
  const byCommand = record.deeds.findLast(
    ({ command, outcome }) => command !== undefined && outcome === "success" && writesFile(command, path),
  );
  if (byCommand !== undefined) return backed(sentence("{path} was written", { path }), byCommand.messageId);
  if (writes.length === 0 && !isKnown(record, path))
    return contradicted(sentence("no message on record names {path}", { path }));
  const printed = record.deeds.findLast(
    (deed) =>
      deed.outcome === "success" &&
      (mayHaveWritten(record, deed, path) || PRODUCES.test(deed.command ?? "")) &&
      isListed(textOfResult(record, deed.messageId), path),
  );
  if (printed !== undefined) return { verdict: "backed", messageId: printed.messageId };
  const maybe = record.deeds.find((deed) => mayHaveWritten(record, deed, path) && !isBroughtIn(deed, about));
  if (maybe !== undefined) return { verdict: "unchecked", messageId: maybe.messageId };
  const tried = writes.at(-1);
  if (tried !== undefined)
    return contradicted(sentence("no attempt to write {path} succeeded", { path }), tried.messageId);
  const read = record.deeds.findLast(({ files }) => files.some((file) => isSamePath(file.path, path)));
  return contradicted(sentence("no call on record writes {path}", { path }), read?.messageId);
}

/** The output names the file, and not as the place of a finding. */
const isListed = (output: string, path: string): boolean =>
  output.split("\n").some((line) => {
    const at = line.indexOf(path);
    return at >= 0 && !/^[:(]\d/.test(line.slice(at + path.length)) && !/\b(?:error|warning|note)\b/i.test(line);
  });

/** Commands that print the names of what they made. */
const PRODUCES = /\b(?:make\w*|build|compile|generate|migrat\w*|export|render|emit|create|init|new|gen|dump|bundle)\b/i;

/** A command that rewrites files it does not name, or an assistant of its own, may have done it unseen. */
function mayHaveWritten(record: WorkRecord, deed: Deed, path: string): boolean {
  const { command, outcome } = deed;
  if (mayWorkUnseen(deed)) return true;
  if (command === undefined || outcome === "failure") return false;
  return mayWriteFile(command, path, isKnown(record, path) ? "known" : "new");
}

/** What others did, and Git brought in, is not told as an edit of one's own. */
const isBroughtIn = (deed: Deed, about: string): boolean =>
  deed.command !== undefined && !mayWorkUnseen(deed) && onlyBringsIn(deed.command) && !TELLS_OF_HISTORY.test(about);

const TELLS_OF_HISTORY = joinPattern(
  [
    String.raw`\b(?:merg|rebas|pull|cherry|restor|check(?:ed)?[- ]?out|stash|reset|sync|upstream|fetch|clon|submodule|`,
    String.raw`fast-forward)\w*|合并|变基|拉取|还原|恢复|切换|同步|上游`,
  ],
  "i",
);

function judgeRead(record: WorkRecord, path: string): Judgment {
  const name = baseName(path);
  const read = record.deeds.findLast(
    ({ files, given, outcome }) =>
      outcome === "success" &&
      (files.some((file) => isSamePath(file.path, path)) || given.toLowerCase().includes(name)),
  );
  if (read !== undefined) return backed(sentence("{path} was read", { path }), read.messageId);
  const shown = passagesOf(record).find(
    ({ message, text }) => message.role === "tool" && showsLinesOf(text.toLowerCase(), name),
  );
  if (shown !== undefined) return { verdict: "backed", messageId: shown.message.id };
  if (!isKnown(record, path)) return contradicted(sentence("no message on record names {path}", { path }));
  return record.deeds.some(({ tool }) => DELEGATES.test(tool))
    ? { verdict: "unchecked" }
    : contradicted(sentence("no call on record reads {path}", { path }));
}

/** A search prints lines of a file behind its name. */
const showsLinesOf = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (/^(?:["'`]?:\d|-\d+-|:.|\s*\n\s*\d+[:|\t ])/.test(text.slice(at + name.length, at + name.length + 12)))
      return true;
  return false;
};

function judgeDeleted(record: WorkRecord, path: string): Judgment {
  const name = baseName(path);
  const done = record.deeds.findLast(
    ({ files, command, outcome }) =>
      outcome === "success" &&
      (files.some(
        (file) => file.operation === "deleted" && (isSamePath(file.path, path) || mayHold(file.path, path)),
      ) ||
        (command !== undefined &&
          /\brm\b|\bunlink\b|\bgit (?:rm|clean|mv)\b|\bmv\b|-delete\b|remove/.test(command) &&
          command.toLowerCase().includes(name))),
  );
  if (done !== undefined) return backed(sentence("{path} was deleted", { path }), done.messageId);
  const patched = record.deeds.find(
    ({ tool, given }) => /patch/i.test(tool) && given.toLowerCase().includes(`delete file: ${path.toLowerCase()}`),
  );
  if (patched !== undefined) return backed(sentence("{path} was deleted", { path }), patched.messageId);
  const maybe = record.deeds.find(
    ({ command }) =>
      command !== undefined &&
      /\brm\b|\bgit\b.*\b(?:clean|checkout|reset|stash|merge|revert)\b|clean|-delete\b/.test(command),
  );
  if (maybe !== undefined) return { verdict: "unchecked", messageId: maybe.messageId };
  return contradicted(sentence("no call on record deletes {path}", { path }));
}

const answers = new WeakMap<WorkRecord, Map<string, boolean>>();

/**
 * Whether any message, or the record itself, has the file. A file in a folder is not the file of the same name at the
 * root that a tool was given.
 */
function isKnown(record: WorkRecord, path: string): boolean {
  const known = answers.get(record) ?? new Map<string, boolean>();
  answers.set(record, known);
  const answer = known.get(path) ?? isNamed(record, path);
  known.set(path, answer);
  return answer;
}

function isNamed(record: WorkRecord, path: string): boolean {
  const plain = path.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/$/g, "");
  const name = plain.split("/").at(-1) ?? path;
  const isGiven = record.deeds.some(({ files }) => files.some((file) => isSamePath(file.path, plain)));
  if (isGiven || record.earlier.includes(name) || messageWith(record, plain) !== undefined) return true;
  const isOfRoot = plain.includes("/") && record.deeds.some(({ files }) => files.some((file) => file.path === name));
  const folder = plain.split("/").at(-2) ?? "";
  const worksThere = record.deeds.some(({ given, command }) => command !== undefined && given.includes(folder));
  if (isOfRoot && !worksThere) return false;
  if (plain.includes("/") && name.includes(".")) return isNamedAlone(record, name);
  return record.deeds.some(({ given }) => given.includes(name)) || messageWith(record, name) !== undefined;
}

/** Somewhere the name stands without a folder: the file may be in any. Where it never does, it is in those folders. */
const isNamedAlone = (record: WorkRecord, name: string): boolean =>
  passagesOf(record).some(({ text }) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      if (!/[\w./\\@-]/.test(text[at - 1] ?? "") && !/[\w-]/.test(text[at + name.length] ?? "")) return true;
    return false;
  });

const backed = (fact: ReturnType<typeof sentence>, messageId: MessageId): Judgment => ({
  verdict: "backed",
  fact,
  messageId,
});

const contradicted = (fact: ReturnType<typeof sentence>, messageId?: MessageId): Judgment => ({
  verdict: "contradicted",
  fact,
  ...(messageId === undefined ? {} : { messageId }),
});
