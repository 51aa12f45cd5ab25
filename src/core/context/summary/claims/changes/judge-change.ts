import type { Sentence } from "../../../../base/sentence";
import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import { callsOf } from "../../../../conversation/exchanges";
import { messageText } from "../../../../conversation/render";
import type { ChangeClaim, Judgment } from "../claim";
import { opposingStance } from "../decisions/opposed";
import type { Stance } from "../decisions/stances";
import { topicsOf } from "../decisions/topics";
import { quote } from "../judging/judge-run";
import { isMeasured } from "../judging/judge-step";
import { contentChangesIn } from "../language/content-changes";
import type { Deed } from "../record/deed";
import { mayWorkUnseen } from "../record/others-work";
import { baseName, isSamePath } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { mayChangeFiles, mayWriteNames } from "../record/rewrites";
import { isInstrumentUsed } from "./instruments";
import { ERROR_NAME } from "./read-changes";
import { undoneWork } from "./undone-work";

/**
 * A change that is told by a name which no change on record has: it is wrong where that name stands in a change that
 * did not come about, and where nobody had spoken of it by the time of the last change.
 */
export function judgeChange(record: WorkRecord, claim: ChangeClaim): Judgment {
  if (effectsOf(record).isUnseen) return { verdict: "silent" };
  const unknown =
    claim.programs.find((program) => !isRunOnRecord(record, program)) ??
    claim.instruments.find((name) => !isInstrumentUsed(record, name));
  if (unknown !== undefined)
    return { verdict: "contradicted", fact: sentence("`{command}` was never run", { command: unknown }) };
  const judged = judgeTopics(record, claim);
  if (judged.verdict !== "silent") return judged;
  const name = namesChangedIn(claim.about).find((one) => !isInAnyChange(record, one));
  if (name !== undefined) return contradicted(name, undefined);
  const value = claim.values.find((one) => !isValueWritten(record, one) && !isMeasured(record, one));
  if (value !== undefined) return contradicted(value, undefined);
  const assigned = assignedIn(claim.about).find(({ name, to }) => !isAssigned(record, name, to));
  if (assigned !== undefined) return contradicted(`${assigned.name} ${assigned.to}`, undefined);
  const forbidden = forbiddenBy(record, claim.about);
  if (forbidden !== undefined)
    return {
      verdict: "contradicted",
      fact: sentence("the record says: {line}", { line: forbidden.text.trim() }),
      messageId: forbidden.messageId,
    };
  const undone = undoneWork(record, claim.about);
  if (undone === undefined) return { verdict: "silent" };
  const [file] = undone.files;
  const fact: Sentence =
    undone.refused !== undefined
      ? sentence("`{command}` was never run", { command: quote(undone.refused) })
      : sentence("no attempt to write {path} succeeded", { path: file?.path ?? "" });
  return { verdict: "contradicted", fact, messageId: undone.messageId };
}

/** What the user did not want done, where nothing that was done has a word of it. */
function forbiddenBy(record: WorkRecord, about: string): Stance | undefined {
  if (about === "") return undefined;
  const stance = opposingStance(record, about, "user");
  // "The seed, not the backfill" sets two things against each other.
  if (stance === undefined || /^\s*not\b/i.test(stance.text)) return undefined;
  const told = topicsOf(about);
  const telling = [...told.names, ...told.words].filter(
    (item) => !item.startsWith("=") && (stance.concepts.names.has(item) || stance.concepts.words.has(item)),
  );
  const { done, others } = effectsOf(record);
  const isDone = (item: string) =>
    others.includes(plain(item)) || done.some((deed) => plainText(deed).includes(plain(item)));
  // One word in common is chance, and where no file was changed, work is something else than changing files.
  return done.length > 0 && telling.length > 1 && !telling.some(isDone) ? stance : undefined;
}

/** What the change is said to have in it stands in none that was made. */
function judgeTopics(record: WorkRecord, { topics, paths, by }: ChangeClaim): Judgment {
  const effects = effectsOf(record);
  const own = paths.filter((path) => effects.done.some((deed) => isWrittenBy(deed, path)));
  const done =
    own.length === 0 ? effects.done : effects.done.filter((deed) => own.some((path) => isWrittenBy(deed, path)));
  const text = done.map(plainText).join("\n");
  const missing = topics.filter((topic) => !isIn(text, topic) && !isIn(effects.others, topic));
  const refused = missing.find((topic) => effects.failed.some((deed) => plainText(deed).includes(plain(topic))));
  if (refused !== undefined) return contradicted(refused, own[0]);
  const [first] = missing;
  const isNone = first !== undefined && missing.length === topics.length;
  // What a change is in is named as well as what it changes.
  const isAround = (topic: string) => !/^[\w@.$-]+$/.test(topic) || surroundsOf(record).has(plain(topic));
  if (by === "tool" && isNone && !missing.some(isAround)) return contradicted(first, own[0]);
  const last = Math.max(-1, ...done.map((deed) => effects.places.get(deed.messageId) ?? -1), effects.lastCommand);
  const late = missing.find((topic) => {
    const mention = firstMention(record, plain(topic));
    return mention !== undefined && mention > last;
  });
  return late === undefined ? { verdict: "silent" } : contradicted(late, own[0]);
}

const surrounds = new WeakMap<WorkRecord, ReadonlySet<string>>();

/** Words shown of the files that were written, on lines that name one of those, or said beside the calls that write. */
function surroundsOf(record: WorkRecord): ReadonlySet<string> {
  const found = surrounds.get(record) ?? readSurrounds(record);
  surrounds.set(record, found);
  return found;
}

function readSurrounds(record: WorkRecord): ReadonlySet<string> {
  const written = [...new Set(effectsOf(record).done.flatMap(({ files }) => files.map(({ path }) => path)))];
  const names = written.map(baseName);
  const texts = record.deeds.flatMap(({ files, messageId }) => {
    const result = textOfResult(record, messageId).slice(0, READ_CHARS);
    if (files.some(({ path }) => written.some((one) => isSamePath(one, path)))) return [result];
    return result.split("\n").filter((line) => names.some((name) => line.toLowerCase().includes(name)));
  });
  const said = record.messages.flatMap((message) =>
    message.role === "assistant" && callsOf(message).some(({ name }) => WRITES.test(name))
      ? [messageText(message)]
      : [],
  );
  return new Set([...texts, ...said].flatMap((text) => text.match(/[\w.-]+/g) ?? []).map(plain));
}

const WRITES = /patch|write|edit|replace|insert|create|update/i;

/** A longer result is a log. */
const READ_CHARS = 40_000;

/** A name as it is, or all of its parts: `session.messages`, `render()`. */
const isIn = (text: string, topic: string): boolean =>
  text.includes(plain(topic)) || topic.split(/\.|\(.*/s).every((part) => text.includes(plain(part)));

/** A command with one of its words; what is spelled as no command may be named by an output instead. */
const isRunOnRecord = (record: WorkRecord, program: string): boolean =>
  program
    .toLowerCase()
    .split(/[\s-]/)
    .some((word) =>
      record.deeds.some(
        ({ command, messageId }) =>
          command !== undefined &&
          `${command}\n${/[A-Z]/.test(program) ? textOfResult(record, messageId) : ""}`.toLowerCase().includes(word),
      ),
    );

/** Names of code that are said to have been put in, taken out or put in the place of others. */
function namesChangedIn(about: string): readonly string[] {
  const { added, removed, codeReplaced } = contentChangesIn(about);
  return [...added, ...removed, ...codeReplaced.map(({ to }) => to)].filter(
    (name) => CODE_NAME.test(name) && !ERROR_NAME.test(name),
  );
}

/** Spelled as no product is: `@Lock`, `--strict`, `max_lines`, `maxLines`, `HALF_UP`. */
const CODE_NAME = /^@?[\w.-]*(?:_|[a-z]\d*[A-Z]|^--|^@)[\w.-]*$/;

function isInAnyChange(record: WorkRecord, name: string): boolean {
  const { done, others, hidesNames } = effectsOf(record);
  const last = plain(name.split(/[.:]/).at(-1) ?? name);
  return (
    done.length === 0 || hidesNames || others.includes(last) || done.some((deed) => plainText(deed).includes(last))
  );
}

const ASSIGNED = joinPattern(
  [
    String.raw`([A-Za-z][\w.-]*[\w])[\x60"']?\s+(?:was |is |has been |now )?(?:set|changed|`,
    String.raw`switched|flipped|turned)(?: back)? to [\x60"']?(true|false|null|none|on|off|`,
    String.raw`[a-z_]+(?=[\x60"']))`,
  ],
  "gi",
);

const assignedIn = (about: string): readonly { readonly name: string; readonly to: string }[] =>
  [...about.matchAll(ASSIGNED)]
    .map(([, name = "", to = ""]) => ({ name, to }))
    .filter(({ name }) => /[_.]|[a-z][A-Z]/.test(name));

/** A line of a change has both; a name that no change has may have been told in other words. */
function isAssigned(record: WorkRecord, name: string, to: string): boolean {
  const lines = effectsOf(record)
    .done.flatMap(({ newText = "" }) => newText.split("\n"))
    .filter((line) => plain(line).includes(plain(name)));
  return lines.length === 0 || lines.some((line) => plain(line).includes(plain(to)));
}

const FACTORS = [1, 1_000, 60, 1_024, 60_000, 3_600, 1_048_576, 0.01, 100];

/** A number that a change has in it, in whatever unit. Commands may have written any. */
function isValueWritten(record: WorkRecord, value: string): boolean {
  const { done, lastCommand, commands } = effectsOf(record);
  if (done.length === 0 || lastCommand >= 0 || commands.includes(value)) return true;
  const numbers = done.flatMap(({ newText, given }) => (newText ?? given).match(/\d+(?:_\d{3})*(?:\.\d+)*/g) ?? []);
  return numbers.some((number) => {
    const [written, claimed] = [Number(number.replaceAll("_", "")), Number(value)];
    return number === value || number.startsWith(`${value}.`) || FACTORS.some((factor) => written === claimed * factor);
  });
}

function contradicted(name: string, path: string | undefined): Judgment {
  const fact: Sentence =
    path === undefined
      ? sentence("no change on record has {name}", { name })
      : sentence("no change to {path} on record has {name}", { path, name });
  return { verdict: "contradicted", fact };
}

interface Effects {
  /** Calls that wrote a file. */
  readonly done: readonly Deed[];
  /** Calls that meant to and did not. */
  readonly failed: readonly Deed[];
  /** Commands that went well, and the place of the last one that may have changed files. */
  readonly commands: string;
  readonly lastCommand: number;
  /** What commands and calls of other tools were given that went well: they change more than files. */
  readonly others: string;
  /** A command may have brought in names that no call shows. */
  readonly hidesNames: boolean;
  /** Where each message stands. */
  readonly places: ReadonlyMap<string, number>;
  /** Changes were made whose text nobody kept. */
  readonly isUnseen: boolean;
}

const known = new WeakMap<WorkRecord, Effects>();

function effectsOf(record: WorkRecord): Effects {
  const effects = known.get(record) ?? readEffects(record);
  known.set(record, effects);
  return effects;
}

function readEffects(record: WorkRecord): Effects {
  const places = new Map(passagesOf(record).map(({ message }, at) => [String(message.id), at]));
  const calls = record.deeds.filter(({ files, command }) => command === undefined && files.some(writes));
  const done = calls.filter(isGood);
  const commands = record.deeds.filter((deed) => deed.command !== undefined && isGood(deed));
  const others = record.deeds.filter(({ command, files }) => command === undefined && files.length === 0);
  return {
    done,
    others: plain([...commands, ...others.filter(isGood)].map(({ command, given }) => command ?? given).join("\n")),
    failed: calls.filter(({ outcome }) => outcome === "failure"),
    commands: plain(commands.map(({ command }) => command).join("\n")),
    lastCommand: Math.max(
      -1,
      ...commands
        .filter(({ command = "", files }) => files.some(writes) || mayChangeFiles(command))
        .map(({ messageId }) => places.get(messageId) ?? -1),
    ),
    hidesNames: commands.some(({ command = "" }) => mayWriteNames(command)),
    places,
    isUnseen: record.earlier !== "" || record.deeds.some((deed) => deed.tool === "" || mayWorkUnseen(deed)),
  };
}

const isGood = ({ outcome }: Deed): boolean => outcome === "success";
const writes = ({ operation }: Deed["files"][number]): boolean => operation !== "read";

const isWrittenBy = ({ files }: Deed, path: string): boolean =>
  files.some((file) => file.operation !== "read" && isSamePath(file.path, path));

const texts = new WeakMap<Deed, string>();

function plainText(deed: Deed): string {
  const text =
    texts.get(deed) ??
    plain(`${deed.newText ?? deed.given}\n${deed.oldText ?? ""}\n${deed.files.map(({ path }) => path).join("\n")}`);
  texts.set(deed, text);
  return text;
}

/** Names are told with and without the signs of their language. */
const plain = (text: string): string => text.toLowerCase().replace(/[-_@"'`\s\\]/g, "");

function firstMention(record: WorkRecord, topic: string): number | undefined {
  const at = passagesOf(record).findIndex(({ text }) => plain(text).includes(topic));
  return at < 0 ? undefined : at;
}
