import { joinPattern } from "../../../../base/text";
import type { FileClaim } from "../claim";
import { isByOthers, isGuess, isUnreal } from "../language/modality";
import { simplified } from "../language/plain-words";
import { AFTER_VERB, BEFORE_VERB, isTied, VERDICT } from "../language/ties";
import type { Vocabulary } from "../record/vocabulary";
import { clausesOf } from "./clauses";
import type { FileVerb } from "./file-verbs";
import { findFileVerbs, isDeed } from "./file-verbs";
import { findCommands } from "./found-commands";
import type { FoundPath } from "./found-paths";
import { findPaths, findSpokenFiles, findSteps, groupPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";
import { isFinishedItem } from "./sentences";

/**
 * Files that a sentence says were created, edited, read, deleted or renamed, and those it names as being there. In a
 * list of finished work a file that no verb governs was changed, unless the sentence tells of a look at it.
 */
export function readFileClaims(told: SummarySentence, { files, programs }: Vocabulary): readonly FileClaim[] {
  if (told.item === "failed") return [];
  const sentence = { ...told, text: simplified(told.text), lead: simplified(told.lead) };
  const { text } = sentence;
  const commands = findCommands(text);
  const written = findPaths(text);
  const spoken = findSpokenFiles(text, files).filter(
    (one) =>
      !written.some(({ start, end }) => one.start < end && start < one.end) &&
      // What was built of a file and ran has its name.
      !programs.has(text.slice(one.start, one.end).toLowerCase()),
  );
  const paths = [...written, ...spoken]
    .filter(({ start }) => !commands.some((one) => start >= one.start && start < one.end))
    .toSorted((a, b) => a.start - b.start);
  if (paths.length === 0) return [];
  const steps = findSteps(text, paths);
  const groups = groupPaths(
    text,
    paths.filter((path) => !steps.some((step) => step.pair.includes(path))),
  );
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
    .filter(({ verb, group }) => isToldAsDone(sentence.text, verb) && !isDeniedBehind(text, group.at(-1)?.end ?? 0))
    .map(({ verb, group, governs, bond }) => ({
      ...claimOf(sentence, { change: changeOf(text, verb, group), group, governs, bond }, verb),
      ...(PUTS.test(text.slice(verb.start, verb.end)) ? withinOf(paths, group) : {}),
    }));
  const renamed = steps
    .filter(({ isValue }) => !isValue && verbs.some((verb) => isToldAsDone(text, verb)))
    .map(({ pair }) =>
      claimOf(
        sentence,
        { change: "renamed", group: pair, governs: "any", bond: "grammar" },
        { start: pair[0].start, end: pair[1].end },
      ),
    );
  // An entry of a list of files is there, whatever a verb in its description does to something else.
  const entry = claims.length > 0 ? undefined : entryOf(sentence, paths);
  const governed = bound
    .flatMap(({ group, bond }) => (bond === "grammar" ? group : []))
    .filter((path) => path !== entry);
  const lead = claims.length > 0 ? [] : leadClaims(sentence, groups);
  const listed = claims.length > 0 || lead.length > 0 || governed.length > 0 ? [] : listedClaims(sentence, groups);
  return [
    ...claims,
    ...renamed,
    ...lead,
    ...listed,
    ...namedClaims(sentence, paths, { bound: bound.flatMap(({ group }) => group), governed }),
  ];
}

/** What is done to a part of a file as well as to a file. */
const PUTS = /add|append|insert|put|drop|remov|delet|erase|got rid|list|regist|[加添补塞放写删去移清拿剔扔砍撤]|注册/i;

function withinOf(paths: readonly FoundPath[], group: readonly FoundPath[]): Pick<FileClaim, "within"> {
  const others = paths.filter((path) => !group.includes(path)).map(({ path }) => path);
  return others.length === 0 ? {} : { within: others };
}

const NOT_THERE = joinPattern(
  [
    String.raw`\b(?:not|no|never|yet|to be|to-?do|will|should|must|pending|planned|missing|next|later|if|would|`,
    String.raw`need\w*|propos\w*|suggest\w*)\b|n['’]t\b|未|没|不|待|尚|计划|需|将|要|应|缺|后续|之后|建议`,
  ],
  "i",
);

/** The file that a line is about: it stands before a dash or a colon. */
function entryOf({ text, section }: SummarySentence, paths: readonly FoundPath[]): FoundPath | undefined {
  const [first] = paths;
  if (first === undefined || (section !== "facts" && section !== "state")) return undefined;
  const isEntry =
    /^[\s\x60*"'-]*$/.test(text.slice(0, first.start)) && /^[\x60*"']*\s*(?:[—–:：]|- )/.test(text.slice(first.end));
  return isEntry && !NOT_THERE.test(text) ? first : undefined;
}

function verbsOf(sentence: SummarySentence): readonly FileVerb[] {
  const isFinished = isFinishedItem(sentence) || sentence.section === "history";
  const verbs = findFileVerbs(sentence.text, isFinishedItem(sentence) ? "finished-item" : "other");
  return verbs.filter((verb) => isFinished || isDeed(sentence.text, verb));
}

/** A file is deleted where the verb stands right beside it; otherwise something in it was. */
function changeOf(text: string, verb: FileVerb, group: readonly FoundPath[]): FileClaim["change"] {
  if (verb.change !== "deleted") return verb.change;
  const [from, to] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
  const isBeside =
    to <= verb.start ? BEFORE_VERB.test(text.slice(to, verb.start)) : AFTER_VERB.test(text.slice(verb.end, from));
  // "an unused import in src/a.ts, removed": what was in the file went, not the file.
  if (/(?:\b(?:in|from|of|at|within|inside|out of)\s+|[在从]\s*)[`"'*]*$/i.test(text.slice(0, from))) return "edited";
  const isWithin = to > verb.start && /\b(?:in|into|from|to|at|of)\b/i.test(text.slice(verb.end, from));
  // "src/a.ts: dropped the retry", "src/a.ts 去掉了重试": the verb has an object of its own.
  const rest = text.slice(verb.end);
  const hasObject =
    to <= verb.start &&
    ((/^[^\w]*[:：—–-]/.test(text.slice(to)) && /^\s+[a-z`"']/i.test(rest)) ||
      /^了?\s?[“「"'`]|^了?[一-鿿]{2}/.test(rest));
  return isBeside && !isWithin && !hasObject ? "deleted" : "edited";
}

/** A look, a search, a diagnosis, a run: work that leaves files as they are. */
const LOOKS = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:read|view|inspect|examine|review|look|study|check|scan|search|open|list|run|test|trace|`,
    String.raw`verify|find)\b|^[^\w一-鿿]*(?:read|find|search|list|grep|view)\w*\]|`,
    String.raw`\b(?:reading|viewed|inspected|examined|reviewed|look(?:ed|ing)|studied|analy[sz]ed|checked|scanned|`,
    "searched|investigated|explored|found|located|discovered|identified|diagnosed|traced|debugged|reproduced|",
    "understood|",
    "learned|determined|suspected|pinpointed|compared|discussed|explained|asked|confirmed|verified|observed|noted|",
    "noticed|",
    "listed|saw|seen|opened|printed|measured|profiled|ran|tested|executed|according|revealed|shows?|showed|shown|",
    "points?|",
    "pointed|mapped|reported|fail\\w*|errors?|warnings?|attempt\\w*|tried|compiled|committed|staged|pushed|unchanged|",
    String.raw`untouched|alone|because|contains?|exists?|match(?:es)?|hits?|occurrences?)\b|[看读查搜析览检]|定位|发现|确认|了解|`,
    "排查|诊断|失败|报错|运行|执行|跑|提交",
  ],
  "i",
);

/** "main.ts has a loop", "`run()` in main.ts": code is described. */
const isDescribed = (text: string, from: number, to: number): boolean =>
  /^[`*"']*\s+(?:has|have|is|are|holds?|lives|handles|extends|becomes?|does|uses|calls|defines?)\b/i.test(
    text.slice(to),
  ) || /`[\w.]+\(\)`(?: (?:is|are))?(?: all| also)? in\s+[`*"']*$/i.test(text.slice(0, from));

/** Numbered, with its tool, or in words of work: free notes under such a heading describe code as much as work. */
const isToldAsStep = ({ item, text }: SummarySentence): boolean =>
  item === "numbered" || item === "done" || /\[tools?:/i.test(text) || OF_WORK.test(text);

const OF_WORK = joinPattern(
  [
    String.raw`\b(?:(?:edit|updat|chang|patch|modif|remov|renam|replac|refactor|extend|bump|pinn|rais|lower|reduc|`,
    String.raw`switch|convert|implement|introduc|dropp|wir|register|correct|add|insert|import|tun)(?:e?d|ied)|`,
    String.raw`removal|rewrote|rewritten|took|taken|got rid)\b|[改补加调删]|导入|写入|替换|重构`,
  ],
  "i",
);

/** In a list of finished work, what no verb governs was worked on. */
function listedClaims(sentence: SummarySentence, groups: readonly (readonly FoundPath[])[]): readonly FileClaim[] {
  const { text, section } = sentence;
  const [group] = groups;
  const isFinished = isFinishedItem(sentence) || section === "history";
  if (!isFinished || group === undefined || groups.length > 1 || findCommands(text).length > 0) return [];
  const [from, to] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
  if (!isToldAsStep(sentence)) return [];
  const prose = `${text.slice(0, from)} ${text.slice(to)}`;
  if (
    isDescribed(text, from, to) ||
    IS_OPERAND.test(text.slice(0, from)) ||
    LOOKS.test(prose) ||
    VERDICT.test(prose) ||
    isUnreal(prose, prose.length) ||
    /^:\d/.test(text.slice(to)) ||
    isByOthers(text, from, to)
  )
    return [];
  return [claimOf(sentence, { change: "edited", group, governs: "each", bond: "grammar" }, { start: from, end: to })];
}

/** The deed is told as done by the agent, and as having worked. */
export function isToldAsDone(text: string, verb: FileVerb): boolean {
  const after = text.slice(verb.end);
  const failed =
    /(?:—|–|->|→|:|\(|，|,)\s*(?:\*\*)?(?:FAILED|failed|error|rejected|denied|did not apply|refused|失败|失敗|报错|未成功)/.test(
      after,
    ) ||
    joinPattern([
      String.raw`^[^,;，；。]{0,6}(?:没有?|未)能?(?:成功|生效|应用|落地|写入|找到)|^[^,;]{0,40}\b(?:did not|`,
      String.raw`didn['’]t|never) (?:apply|take|stick|land|match|go)`,
    ]).test(after) ||
    /^[^,;，；]{0,80}\bfailed\b(?!\s+(?:tests?|assertion|login|request|case))/.test(after);
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
  readonly governs: FileClaim["governs"];
  readonly bond: FileClaim["bond"];
}

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
  const bound = (group: readonly FoundPath[], governs: Binding["governs"]): Binding => ({
    group,
    governs,
    bond: bondOf(text, verb, group),
  });
  if (isObject && !(isSubject && !isTaken)) return bound(next, "each");
  if (isSubject) return bound(before, "each");
  const isList =
    next !== undefined && after.length === 1 && /[:：]\s*[`*"']*$/.test(text.slice(verb.end, next[0]?.start ?? 0));
  if (isList) return bound(next, "each");
  if (next !== undefined) return bound(after.flat(), "any");
  if (before === undefined || isTaken || isPlaceOfError(text, before)) return undefined;
  return bound(before, before.length === 1 ? "each" : "any");
}

/** "src/a.c:88: assertion failed", "a.php line 52": where a trouble shows, which a verb further on does not govern. */
const isPlaceOfError = (text: string, group: readonly FoundPath[]): boolean =>
  /^[`"']?(?::\d+|\(\d+|,? (?:on |at )?line \d+|\s*第\s*\d+\s*行)/.test(text.slice(group.at(-1)?.end ?? 0));

function bondOf(text: string, verb: FileVerb, group: readonly FoundPath[]): FileClaim["bond"] {
  const span = { start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 };
  const subject = group.some(({ path }) => isTestPath(path)) ? "test" : "file";
  if (verb.force !== "strong" && IS_OPERAND.test(text.slice(0, span.start))) return "nearness";
  return isTied(text, verb, { ...span, subject }) ? "grammar" : "nearness";
}

/** "Timed the binary on big.log", "Compacting big.log processed …": what was run took the file as it is. */
const IS_OPERAND = /\b(?:on|against|over)\s(?:the\s)?[`"'*]*$|^\W*[A-Z][a-z]+ing\s(?:the\s)?[`"'*]*$/;

const isTestPath = (path: string): boolean => /(?:^|[/\\._-])(?:tests?|specs?|e2e)(?![a-z])|Tests?\.\w+$/i.test(path);

function claimOf(
  sentence: SummarySentence,
  { change, group, governs, bond }: Binding & { readonly change: FileClaim["change"] },
  verb: { readonly start: number; readonly end: number },
): FileClaim {
  const { line, start, section, text } = sentence;
  const from = Math.min(verb.start, group[0]?.start ?? verb.start);
  const to = Math.max(verb.end, group.at(-1)?.end ?? verb.end);
  return {
    kind: "file",
    change: change === "created" && isInto(text, verb, group) ? "edited" : change,
    paths: group.map(({ path }) => path),
    about: wordsAbout(sentence, group),
    governs,
    bond,
    tense: section === "state" ? "present" : "past",
    place: { line, start: start + from, end: start + to },
  };
}

/** The sentence without the clauses about other files: those that name one, and those that follow them. */
function wordsAbout(sentence: SummarySentence, group: readonly FoundPath[]): string {
  let isOwn = true;
  const values = findSteps(sentence.text, findPaths(sentence.text)).flatMap(({ pair }) => pair);
  return clausesOf(sentence)
    .map(({ start, end }) => ({ from: start - sentence.start, to: end - sentence.start }))
    .filter(({ from, to }) => {
      const words = sentence.text.slice(from, to);
      const isNamed = group.some((path) => path.start >= from && path.start < to);
      const inside = values.filter(({ start }) => start >= from && start < to);
      if (isNamed || findPaths(words).length > inside.length) isOwn = isNamed;
      return isOwn;
    })
    .map(({ from, to }) => sentence.text.slice(from, to))
    .join("");
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
  return [claimOf(sentence, { change: verb.change, group, governs: "each", bond: "grammar" }, place)];
}

/** Where a change has not been put is no denial of it. */
const UNCOMMITTED =
  /(?:尚|还)?未(?:提交|推送|暂存|合并)|还?没(?:提交|推送)|not (?:yet )?(?:pushed|committed|merged|staged)/gi;
const DENIED_BEHIND = joinPattern(
  [
    String.raw`^[\x60"'*\s]*[^，,；;。]{0,8}(?:没有?|未|不存在|不动|别动)|^[\x60"'*]*\s+(?:was|is|has|does|`,
    String.raw`did|were|are)(?: not|n['’]t)\b|^[\x60"'*]*\s+never\b|^[^,;]{0,20}\b(?:left alone|untouched|unchanged)\b`,
  ],
  "i",
);

const isDeniedBehind = (text: string, at: number): boolean => DENIED_BEHIND.test(text.slice(at));

/** A file with its folder that no verb governs is at least said to be there. */
function namedClaims(
  sentence: SummarySentence,
  paths: readonly FoundPath[],
  { bound, governed }: { readonly bound: readonly FoundPath[]; readonly governed: readonly FoundPath[] },
): readonly FileClaim[] {
  const { text, line, start } = sentence;
  if (isGuess(text)) return [];
  return paths
    .filter(
      (path) =>
        !governed.includes(path) &&
        !isUnreal(
          text.replace(UNCOMMITTED, (words) => "·".repeat(words.length)),
          path.end,
        ) &&
        !DENIED_BEHIND.test(text.slice(path.end)),
    )
    .map((path) => ({
      kind: "file",
      change: "named",
      paths: [path.path],
      about: text,
      governs: "each",
      bond: bound.includes(path) ? "nearness" : "grammar",
      tense: "past",
      place: { line, start: start + path.start, end: start + path.end },
    }));
}
