import { joinPattern } from "../../../../base/text";
import type { FileClaim } from "../claim";
import type { FileVerb } from "./file-verbs";
import { findFileVerbs, isDeed } from "./file-verbs";
import type { FoundPath } from "./found-paths";
import { findPaths, groupPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";
import { isByOthers, isGuess, isUnreal } from "./sentences";

/** Files that a sentence says were created, edited, read, deleted or renamed, and those it names as being there. */
export function readFileClaims(sentence: SummarySentence): readonly FileClaim[] {
  const { text } = sentence;
  const paths = findPaths(text);
  if (paths.length === 0) return [];
  const groups = groupPaths(text, paths);
  const verbs = verbsOf(sentence);
  const bound = verbs.flatMap((verb, index) => {
    const found = bind(text, verb, {
      groups,
      zoneEnd: verbs[index + 1]?.start ?? text.length,
      previous: verbs[index - 1],
    });
    return found === undefined ? [] : [{ verb, ...found }];
  });
  const claims = bound
    .filter(({ verb }) => isTold(sentence, verb))
    .map(({ verb, group, governs }) => claimOf(sentence, { change: verb.change, group, governs }, verb));
  const lead = claims.length > 0 ? [] : leadClaims(sentence, groups);
  return [...claims, ...lead, ...namedClaims(sentence, paths, [...bound.flatMap(({ group }) => group)])];
}

function verbsOf(sentence: SummarySentence): readonly FileVerb[] {
  const verbs = findFileVerbs(sentence.text, isFinishedItem(sentence) ? "finished-item" : "other");
  return verbs.filter((verb) => isDeed(sentence.text, verb) || (isFinishedItem(sentence) && verb.start < 3));
}

const OUTCOME = /\s(?:—|–|-{1,2}>?|→|=>)\s|\[tool:|✓|✅|✔|完成|\bdone\b/;

/** An item that tells of finished work may open with a bare verb. */
export const isFinishedItem = ({ section, item, text }: SummarySentence): boolean =>
  item === "done" || (item !== "none" && section === "history") || (item === "numbered" && OUTCOME.test(text));

/** The deed is told as done by the agent, and as having worked. */
function isTold({ text }: SummarySentence, verb: FileVerb): boolean {
  const after = text.slice(verb.end);
  const failed =
    /(?:—|–|->|→|:|\(|，|,)\s*(?:\*\*)?(?:FAILED|failed|error|rejected|denied|did not apply|refused|失败|失敗|报错|未成功)/.test(
      after,
    ) || /^[^,;，；]{0,80}\bfailed\b(?!\s+(?:tests?|assertion|login|request|case))/.test(after);
  return (
    !failed && !isUnreal(text, verb.start) && !isByOthers(text, verb.start, verb.end) && !isDescription(text, verb)
  );
}

/** "the added option", "code that reads src/a.ts", "负责读取": words about code, not about work. */
function isDescription(text: string, verb: FileVerb): boolean {
  const before = text.slice(0, verb.start);
  return (
    /(?:负责|負責|用于|用於|用来|用來|会|會|支持)\s*$/.test(before) ||
    (verb.change === "read" && /\b(?:is|are|gets?|be)\s+$/.test(before))
  );
}

interface Binding {
  readonly group: readonly FoundPath[];
  readonly governs: "each" | "any";
}

const BEFORE_VERB = joinPattern(
  [
    "^(?::\\d+(?:-\\d+)?)?[\\s`*_\"'”’)\\]|:：—–\\-,（(]*(?:(?:was|were|is|are|has|have|had|been|now|",
    "also|successfully|newly|just|got|file|files|both|all|since|since then|文件|檔案|已经|已經|已|被|均|都|也|",
    "现已|現已|又|中|里|裡|的|进行了?|進行了?|做了)[\\s`*|]*)*[（(—:：|-]*\\s*$",
  ],
  "i",
);
const AFTER_VERB = joinPattern(
  [
    "^[\\s`*_\"'“”:：(（|—–\\->\\]]*(?:(?:the|a|an|new|file|files|existing|both|module|modules|test|",
    "tests|spec|helper|script|component|config|configuration|source|contents? of|its|to|in|into|",
    'at|path|two|three|four|了|过|過|文件|檔案|新文件|新的|一个|一個|该|該|两个|兩個|三个|如下|完)[\\s`*:："“(]*)*$',
  ],
  "i",
);

/**
 * The files a verb governs: those right before it ("src/a.ts was updated"), those right after it, or some in its
 * reach.
 */
function bind(
  text: string,
  verb: FileVerb,
  {
    groups,
    zoneEnd,
    previous,
  }: { groups: readonly (readonly FoundPath[])[]; zoneEnd: number; previous: FileVerb | undefined },
): Binding | undefined {
  const before = groups.findLast((group) => (group.at(-1)?.end ?? 0) <= verb.start);
  const after = groups.filter((group) => (group[0]?.start ?? 0) >= verb.end && (group[0]?.start ?? 0) < zoneEnd);
  const [next] = after;
  const isSubject = before !== undefined && BEFORE_VERB.test(text.slice(before.at(-1)?.end ?? 0, verb.start));
  const isTaken = before !== undefined && previous !== undefined && previous.end <= (before[0]?.start ?? 0);
  const isObject = next !== undefined && AFTER_VERB.test(text.slice(verb.end, next[0]?.start ?? 0));
  if (isObject && !(isSubject && !isTaken)) return { group: next, governs: "each" };
  if (isSubject) return { group: before, governs: "each" };
  if (next !== undefined) return { group: after.flat(), governs: "any" };
  if (before === undefined || isTaken) return undefined;
  return { group: before, governs: before.length === 1 ? "each" : "any" };
}

function claimOf(
  { line, start, section, text }: SummarySentence,
  { change, group, governs }: Binding & { readonly change: FileClaim["change"] },
  verb: { readonly start: number; readonly end: number },
): FileClaim {
  const from = Math.min(verb.start, group[0]?.start ?? verb.start);
  const to = Math.max(verb.end, group.at(-1)?.end ?? verb.end);
  return {
    kind: "file",
    change: change === "created" && isInto(text, verb, group) ? "edited" : change,
    paths: group.map(({ path }) => path),
    governs,
    tense: section === "state" ? "present" : "past",
    place: { line, start: start + from, end: start + to },
  };
}

/** "added a check to src/a.ts" edits a file; "added src/a.ts" makes one. */
const isInto = (text: string, verb: { readonly end: number }, group: readonly FoundPath[]): boolean =>
  /\b(?:to|in|into|of)\b/i.test(text.slice(verb.end, group[0]?.start ?? verb.end)) || (group[0]?.start ?? 0) < verb.end;

/** Files listed below "Changed files:". */
function leadClaims(sentence: SummarySentence, groups: readonly (readonly FoundPath[])[]): readonly FileClaim[] {
  const [verb] =
    sentence.lead === ""
      ? []
      : findFileVerbs(sentence.lead, "other").filter((one) => !isUnreal(sentence.lead, one.start));
  const [group] = groups;
  if (
    verb === undefined ||
    group === undefined ||
    sentence.item === "none" ||
    !/^[\s`*"']*$/.test(sentence.text.slice(0, group[0]?.start))
  )
    return [];
  const place = { start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 };
  return [claimOf(sentence, { change: verb.change, group, governs: "each" }, place)];
}

/** A file with its folder that no verb governs is at least said to be there. */
function namedClaims(
  sentence: SummarySentence,
  paths: readonly FoundPath[],
  bound: readonly FoundPath[],
): readonly FileClaim[] {
  const { text, line, start } = sentence;
  if (isGuess(text)) return [];
  return paths
    .filter((path) => !bound.includes(path) && /[\w-][/\\]/.test(path.path) && !isUnreal(text, path.end))
    .map((path) => ({
      kind: "file",
      change: "named",
      paths: [path.path],
      governs: "each",
      tense: "past",
      place: { line, start: start + path.start, end: start + path.end },
    }));
}
