import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { Judgment } from "../claim";
import { conceptsOf } from "../language/concepts";
import { contentChangesIn } from "../language/content-changes";
import { simplified } from "../language/plain-words";
import type { Deed } from "../record/deed";
import { isSamePath } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf } from "../record/record";

/**
 * What was put into a file that was changed, or taken out of it: a name that only a refused change has is not in it,
 * and neither is one that no change has. Undefined where nothing tells.
 */
export function judgeContent(record: WorkRecord, path: string, about: string): Judgment | undefined {
  const writes = record.deeds.filter(({ files }) =>
    files.some((file) => file.operation === "written" && isSamePath(file.path, path)),
  );
  const done = writes.filter(({ outcome }) => outcome === "success");
  const written = done.map(wordsOf).join("\n");
  if (ATTEMPT.test(about) || written.trim() === "") return undefined;
  const tellsOfErrors = /\berror\b|报错/i.test(about);
  const refused = writes
    .filter(({ outcome }) => outcome === "failure")
    .map(wordsOf)
    .join("\n");
  const isMissing = (name: string) =>
    name.length > 3 && !written.includes(name) && !hasOption(written, name) && !isSamePath(path, name);
  const name =
    (tellsOfErrors ? [] : [...conceptsOf(about).names]).find((one) => isMissing(one) && refused.includes(one)) ??
    (isWhole(writes)
      ? ((CHANGES.test(about) && !tellsOfErrors ? quotedNames(about).find(isMissing) : undefined) ??
        neverChanged(done, path, about))
      : undefined);
  if (name === undefined || isPlaceInFile(record, about, { name, written, path })) return undefined;
  const last = writes.at(-1);
  return {
    verdict: "contradicted",
    fact: sentence("no change to {path} on record has {name}", { path, name }),
    ...(last === undefined ? {} : { messageId: last.messageId }),
  };
}

/**
 * "`Delta.serialize` now returns `round(x)`", "in the `CAPTURE` case": where something changes, the change itself need
 * not say. The file has that name, and the change has what else the sentence quotes.
 */
function isPlaceInFile(
  record: WorkRecord,
  about: string,
  { name, written, path }: { readonly name: string; readonly written: string; readonly path: string },
): boolean {
  const place = name.toLowerCase();
  const text = about.toLowerCase();
  const isTold =
    PLACE_BEFORE.test(text.slice(0, text.indexOf(place))) ||
    PLACE_BEHIND.test(text.slice(text.indexOf(place) + place.length));
  if (!isTold) return false;
  const others = [...text.matchAll(/`([^`\n]{4,120})`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => !code.includes(place) && !isSamePath(path, code));
  const parts = place.split(/[.#]|::/).filter((part) => part.length > 2);
  return (
    others.some((code) => plain(written).includes(plain(code))) &&
    passagesOf(record).some(
      ({ message, text: shown }) =>
        message.role === "tool" && parts.every((part) => shown.toLowerCase().includes(part)),
    )
  );
}

const PLACE_BEFORE = /\b(?:in|of|inside|within|under)\s(?:the\s)?[`"']?(?:[\w.]+\s?\/\s?)?[`"']?$|[在于里]\s*[`"']?$/i;
const PLACE_BEHIND =
  /^[`"']?\s(?:now|case|function|method|class|block|rule|section|handler)|^[`"']?\s*(?:现在|里|中|内|的)/i;

/** An option is declared by its name without dashes, in the case of its language: `dryRun` of `--dry-run`. */
const hasOption = (written: string, name: string): boolean =>
  name.startsWith("-") && plain(written).includes(plain(name));

const wordsOf = ({ newText, oldText, command }: Deed): string =>
  `${newText ?? ""}\n${oldText ?? ""}\n${command ?? ""}`.toLowerCase();

const ATTEMPT = /\b(?:first|initially|attempt|tried|refused|rejected|failed|missed)\b|首次|先|失败|被拒/i;
/** The sentence says what was put in or taken out. */
const CHANGES =
  /\b(?:drop|remov|delet|add|introduc|renam|replac|switch|bump|insert|strip)(?:p?ed|t?ed|d)\b|删|加[上入了]|改成|改为|换成|去掉|引入/i;

/** Commands change files in ways that their words do not show. */
const isWhole = (writes: readonly Deed[]): boolean => writes.every(({ command }) => command === undefined);

/** What stands in code quotes, one word each; an error or a command is no content. */
const quotedNames = (about: string): readonly string[] =>
  [...about.matchAll(/`([\w@.$-]+)`/g)]
    // Where something was is told by the words for what surrounds it.
    .filter(({ index }) => !/\b(?:from|in|of|inside|within)\s$/i.test(about.slice(0, index)))
    .map(([, name = ""]) => name.toLowerCase())
    .filter((name) => !/error|exception/.test(name));

/** Something that the sentence says was added, taken out or put in, which no change to the file did. */
function neverChanged(done: readonly Deed[], path: string, about: string): string | undefined {
  const { added, removed, replaced, codeReplaced, imported, assigned } = contentChangesIn(about);
  const [before, after] = [
    done.map(({ oldText }) => plain(oldText ?? "")).join("\n"),
    done.map(({ newText }) => plain(newText ?? "")).join("\n"),
  ];
  const isOther = (name: string) => !/^:\d/.test(name) && !isSamePath(path, name) && !plain(path).includes(plain(name));
  return (
    added.find((name) => isOther(name) && !after.includes(plain(name))) ??
    imported.find((name) => isOther(name) && !isImported(done, name)) ??
    assigned.find((name) => isOther(name) && !after.includes(plain(name)) && !before.includes(plain(name))) ??
    removed.find((name) => isOther(name) && !done.some((deed, at) => takesOut(deed, done.slice(0, at), name))) ??
    replaced.find(({ from, to }) => before.includes(plain(from)) && !after.includes(plain(to)))?.to ??
    codeReplaced.find(({ to }) => isOther(to) && !after.includes(plain(to)))?.to ??
    valueNeverSet(done, about)
  );
}

const RAISED = joinPattern(
  [
    String.raw`\b(?:set|raised|lowered|bumped|increased|reduced|cut|changed|relaxed|`,
    String.raw`tightened)\b[^.;,]*?\bto\s["'\x60]?(\d+(?:\.\d+)?)(?![\w.:/])|`,
    String.raw`[改设调降升提减增加放抬](?:高|低|大|小|少|宽)?(?:成|为|到|`,
    String.raw`至)了?\s*["'\x60]?(\d+(?:\.\d+)?)(?![\w.:/])`,
  ],
  "gi",
);

const STEPPED = joinPattern(
  [
    String.raw`\b(?:set|raised|lowered|bumped|increased|reduced|cut|changed|relaxed|tightened|extended|shortened)\b`,
    String.raw`[^.;,]*?\bfrom ["'\x60]?(\d+(?:\.\d+)?)\b[^.;,]{0,20}?\bto ["'\x60]?(\d+(?:\.\d+)?)(?![\w.:/])|`,
    String.raw`[从由]\s*["'\x60]?(\d+(?:\.\d+)?)[^，,。；]{0,6}?[改设调降升提减增加放抬](?:高|低|大|小|少|宽)?(?:成|为|到|`,
    String.raw`至)了?\s*["'\x60]?(\d+(?:\.\d+)?)(?![\w.:/])`,
  ],
  "gi",
);

const numbersIn = (lines: readonly string[]): readonly number[] =>
  lines.flatMap((line) => line.match(/\d+(?:[._]\d+)*/g) ?? []).map((one) => Number(one.replaceAll("_", "")));

const isAmong = (numbers: readonly number[], value: string): boolean =>
  FACTORS.some((factor) => numbers.includes(Number(value) * factor));

/** A number that took the place of one which the changes have, in words only. */
function stepNeverMade(done: readonly Deed[], text: string): string | undefined {
  const [before, after] = [done.map(({ oldText = "" }) => oldText), done.map(({ newText = "" }) => newText)].map(
    numbersIn,
  );
  return [...text.matchAll(STEPPED)]
    .map(([, from, to, chineseFrom, chineseTo]) => ({ from: from ?? chineseFrom ?? "", to: to ?? chineseTo ?? "" }))
    .find(({ from, to }) => isAmong(before ?? [], from) && !isAmong(after ?? [], to))?.to;
}

/** A key of the file that is said to have got a number which no change gave it: the changes have it with another. */
function valueNeverSet(done: readonly Deed[], about: string): string | undefined {
  const text = simplified(about);
  const step = stepNeverMade(done, text);
  if (step !== undefined) return step;
  const keys = (text.match(/[A-Za-z][\w-]{2,}/g) ?? []).map((key) => key.toLowerCase());
  const lines = done.flatMap(({ oldText = "", newText = "" }) => `${oldText}\n${newText}`.toLowerCase().split("\n"));
  const isKept = keys.some((key) =>
    lines.some((line) => new RegExp(`(?<![\\w-])${key}["']?\\s*[:=]\\s*["']?\\d`).test(line)),
  );
  if (!isKept) return undefined;
  const numbers = numbersIn(lines);
  return [...text.matchAll(RAISED)]
    .map(([, english, chinese]) => english ?? chinese ?? "")
    .find((value) => !isAmong(numbers, value));
}

const FACTORS = [1, 60, 100, 1_000, 1_024, 3_600, 60_000, 1_048_576, 0.01];

/** A change takes a name out of its file; one that writes the whole file, out of what was written before. */
function takesOut({ oldText, newText = "" }: Deed, earlier: readonly Deed[], name: string): boolean {
  const before = oldText === undefined || oldText === "" ? (earlier.at(-1)?.newText ?? "") : oldText;
  return countOf(plain(before), name) > countOf(plain(newText), name);
}

/** A line of a change brings the name in: with the word for it, or as a line of a list of imports. */
const isImported = (done: readonly Deed[], name: string): boolean =>
  done.some(({ newText = "" }) =>
    newText
      .split("\n")
      .some(
        (line) =>
          plain(line).includes(plain(name)) &&
          (/\b(?:import|from|require|use|using|include|mod)\b/.test(line) ||
            /^\s*(?:\w+ )?["'][^"']+["'],?;?\s*$/.test(line)),
      ),
  );

const countOf = (text: string, name: string): number => text.split(plain(name)).length - 1;

/** Names are told with and without the signs of their language. */
const plain = (text: string): string => text.toLowerCase().replace(/[-_@"'`\s]/g, "");
