import { joinPattern } from "../../../../base/text";
import { messageText } from "../../../../conversation/render";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { meaningsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { mayChangeFiles } from "../record/rewrites";
import type { ToldTime } from "./told-time";

/** Share of what a phrase names that one piece of work must have, for the phrase to mean it. */
const LEAST_SHARE = 0.5;
/** What no change has may be a word for it all the same. */
const UNKNOWN_WEIGHT = 0.5;
/** Less is said of many pieces of work. */
const LEAST_WEIGHT = 1;

/**
 * Those of the runs that came right after, or before, the work which a sentence names: up to the next change. Undefined
 * where the record has no such work.
 */
export function runsInTime(
  record: WorkRecord,
  runs: readonly Deed[],
  time: ToldTime | undefined,
): readonly Deed[] | undefined {
  if (time === undefined || runs.length === 0) return undefined;
  const found = workMeant(record, time.words);
  const places =
    found.length === 0 ? wholeWork(record, time) : FIRST_OF_ALL.test(time.words) ? found.slice(0, 1) : found;
  if (places.length === 0) return undefined;
  const at = (deed: Deed) => record.deeds.indexOf(deed);
  const [first = 0] = places;
  if (time.which === "first" && time.relation === "after") return runs.filter((run) => at(run) > first).slice(0, 1);
  const inTime =
    time.relation === "before"
      ? runs.filter((run) => at(run) < (places.find((place) => runs.some((one) => at(one) < place)) ?? first))
      : runs.filter((run) => places.some((place) => isRightAfter(record, runs, { place, run: at(run) })));
  return inTime.length === 0 && time.relation === "before" ? undefined : inTime;
}

/** "The first run after the refactoring", "before the changes": work told as a whole begins with the first change. */
function wholeWork(record: WorkRecord, { words, which, relation }: ToldTime): readonly number[] {
  const isWhole = which === "first" && WHOLE_WORK.test(words);
  if (!isWhole && !(relation === "before" && ANY_WORK.test(words))) return [];
  const at = record.deeds.findIndex((deed) => isChange(deed) && deed.newText !== undefined);
  return at < 0 ? [] : [at];
}

const WHOLE_WORK = joinPattern(
  [
    String.raw`^(?:(?:the|this|my|our)\s)?(?:refactor\w*|rewrite|migration|upgrade|rename|conversion|cleanup)\s*$|`,
    "^(?:重构|迁移|升级|重写)(?:完成?)?$",
  ],
  "i",
);

/** "Before anything was edited", "动手改代码之前": any change at all. */
const ANY_WORK = joinPattern(
  [
    String.raw`^(?:even )?(?:(?:(?:the|any|my|our|these|all|making|doing)\s)*(?:changes?|edits?|modifications?)|`,
    String.raw`(?:any\w*|(?:any|the|a|this)\s(?:\w+\s)?(?:code|sources?|files?|lines?))\s(?:\w+\s){0,2}(?:`,
    String.raw`edited|changed|touched|modified|altered)|`,
    String.raw`(?:touch|chang|edit|modify|alter)ing\s(?:any\w*|(?:any|the)\s(?:\w+\s)?(?:code|sources?|files?))|`,
    String.raw`(?:I|we|anyone|it)\s(?:had\s)?(?:touched|changed|edited|modified)\s.{2,20})\s*$|`,
    "^(?:本次|这次|任何|开始|动手|还没|尚未|一切|去)*(?:修改|改动|编辑|动手|改|动)(?:任何)?(?:代码|文件|源码|东西)?$",
  ],
  "i",
);

/** "After the first rewrite": of several changes that have the same words, the one before the others. */
const FIRST_OF_ALL = /^(?:(?:the|my|our|this)\s)?(?:very )?(?:first|initial|original)\s|第一次|首次|最初/i;

/** Between the work and the run, no run was followed by another change. */
function isRightAfter(
  { deeds }: WorkRecord,
  runs: readonly Deed[],
  { place, run }: { readonly place: number; readonly run: number },
): boolean {
  if (run <= place) return false;
  const between = deeds.slice(place + 1, run);
  const firstRun = between.findIndex((deed) => runs.includes(deed));
  return firstRun < 0 || !between.slice(firstRun).some(isChange);
}

const isChange = ({ outcome, command, files }: Deed): boolean =>
  outcome === "success" &&
  (command === undefined ? files.some(({ operation }) => operation !== "read") : mayChangeFiles(command));

/** Places of the changes that have most of what the words name; none where no change has enough of it. */
function workMeant(record: WorkRecord, words: string): readonly number[] {
  const said = [...telling(conceptsOf(words)), ...numbersIn(words).map((item) => ({ item, weight: 2 }))];
  const changes = record.deeds.flatMap((deed, place) =>
    isWork(deed) && !isDocument(deed, words) ? [{ place, items: itemsOf(record, deed) }] : [],
  );
  const known = said
    .map(({ item, weight }) => ({ item, weight, count: changes.filter(({ items }) => items.has(item)).length }))
    .filter(({ count }) => count > 0);
  const total = known.reduce((sum, { weight }) => sum + weight, 0) + UNKNOWN_WEIGHT * (said.length - known.length);
  // A change to the file of that name is meant before one that only speaks of it.
  const isOfFile = (place: number, item: string) =>
    record.deeds[place]?.files.some(({ path }) => baseName(path).replace(/\.\w+$/, "") === item) === true;
  const scored = changes.map(({ place, items }) => {
    const inside = known.filter(({ item }) => items.has(item));
    return {
      place,
      weight: inside.reduce((sum, one) => sum + one.weight, 0),
      score: inside.reduce((sum, one) => sum + (one.weight * (isOfFile(place, one.item) ? 2 : 1)) / one.count, 0),
    };
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score, weight }) => score > most - 1e-6 && weight >= LEAST_WEIGHT && weight / total >= LEAST_SHARE)
    .map(({ place }) => place);
}

/** A document tells of all work in words; nothing is tested after it, unless it is named. */
const isDocument = ({ files }: Deed, words: string): boolean =>
  files.length > 0 &&
  files.every(
    ({ path }) => /\.(?:md|rst|txt)$/i.test(path) && !words.includes(baseName(path).split(".", 1)[0] ?? path),
  );

const isWork = (deed: Deed): boolean =>
  isChange(deed) ||
  (deed.outcome === "success" &&
    (/\b(?:rm|mv|drop|delete|install|migrate)\b/.test(deed.command ?? "") || STARTS.test(deed.command ?? "")));

/** Begins something that keeps running, which runs of tests may need. */
const STARTS =
  /\b(?:docker(?:[ -]compose)?|podman|systemctl|service|brew services|pm2)\b.*\s(?:run|up|start|restart)\b/;

/** Said of every change. */
const VAGUE = new Set(
  [
    "fix change add remove move replace test run error bug fail pass build file line code use write import",
    "function name first last all one only new attempt number",
  ]
    .flatMap((words) => words.split(" "))
    .flatMap((word) => [word, `=${word}`]),
);

const telling = ({ names, words, pairs }: Concepts): readonly { readonly item: string; readonly weight: number }[] => [
  ...[...names].map((item) => ({ item, weight: 3 })),
  ...[...words].filter((word) => !VAGUE.has(word)).map((item) => ({ item, weight: 1 })),
  ...[...pairs].map((item) => ({ item, weight: 0.5 })),
];

const known = new WeakMap<Deed, ReadonlySet<string>>();
const READ_CHARS = 4_000;

function itemsOf(record: WorkRecord, deed: Deed): ReadonlySet<string> {
  const items = known.get(deed) ?? readItems(record, deed);
  known.set(deed, items);
  return items;
}

const LEAST_MEMBER_CHARS = 5;

/** A model is changed in `app/models/order.py`: the nearest folders tell as much as the name. */
const FOLDERS = 2;

/** What the change has in it, and what was said right before it. */
function readItems(record: WorkRecord, { files, newText = "", oldText = "", command = "", messageId }: Deed) {
  const paths = files.map(
    ({ path }) =>
      `${baseName(path)} ${path
        .split(/[/\\]/)
        .slice(-FOLDERS - 1)
        .map((part) => part.replace(/\.\w+$/, ""))
        .join(" ")}`,
  );
  const texts = [newText, oldText, command, leadingTo(record, messageId), STARTS.test(command) ? "start" : ""].map(
    (text) => text.slice(0, READ_CHARS),
  );
  const all = [...paths, ...texts, ...meaningsOf(command)].join("\n");
  const { names, words, pairs } = conceptsOf(all);
  // `V6__backfill.sql` is called "V6", and a change after a `NameError` is the one that mends it.
  const parts = [...names].flatMap((name) => name.split(/[^a-z\d]+/)).filter((part) => /^[a-z]+\d+$/.test(part));
  // `rows.insert_all` is called `insert_all`.
  const members = [...names]
    .flatMap((name) => name.split(/[.:/#]+/))
    .filter((part) => part.length >= LEAST_MEMBER_CHARS);
  return new Set([
    ...names,
    ...words,
    ...pairs,
    ...parts,
    ...members,
    ...numbersIn(`${newText}\n${command}`),
    ...errorsBefore(record, messageId),
  ]);
}

const numbersIn = (text: string): readonly string[] =>
  (text.slice(0, READ_CHARS).match(/(?<![\w.])\d[\d_]*(?:\.\d+)*(?![\w.]\d?)/g) ?? [])
    .map((number) => number.replaceAll("_", ""))
    .filter((number) => number.length > 1);

/** Errors by their names in what the call right before printed. */
function errorsBefore({ messages }: WorkRecord, id: Deed["messageId"]): readonly string[] {
  const at = messages.findIndex((message) => message.id === id);
  const call = messages.slice(0, Math.max(0, at)).findLastIndex(({ role }) => role === "assistant");
  const shown = messages.slice(0, Math.max(0, call)).findLast(({ role }) => role === "tool");
  const text = shown === undefined ? "" : messageText(shown).slice(-READ_CHARS);
  return (text.match(/\b[A-Z]\w*(?:Error|Exception)\b|\bTS\d{4,5}\b|\bE\d{4}\b/g) ?? []).map((name) =>
    name.toLowerCase(),
  );
}

/** The words of the assistant with the call, and those of the user that it answers. */
function leadingTo({ messages }: WorkRecord, id: Deed["messageId"]): string {
  const at = messages.findIndex((message) => message.id === id);
  const call = messages.slice(0, Math.max(0, at)).findLastIndex(({ role }) => role !== "tool");
  return [messages[call - 1], messages[call]]
    .flatMap((message) => (message?.role === "user" || message?.role === "assistant" ? [messageText(message)] : []))
    .join("\n");
}
