import { fnv1a } from "../../base/hash";
import type { JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import { callsByResult } from "../../conversation/exchanges";
import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { Message, ToolCallPart, ToolMessage } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { subjectOf } from "../../conversation/text/call-subject";
import type { Intent } from "../../ledger/intent";
import { readIntent } from "../../ledger/intent";
import { estimateMessageTokens } from "../../tokens/estimate";

/**
 * Reading again what a compression has just folded away. A plain value stepped by compressions and steps, so that it
 * survives a reload: a strike is a compression after which the model brings folded content back at once.
 */
export interface Rereading {
  /** What the newest compressions folded away and nothing has changed since. */
  readonly folded: readonly FoldedRead[];
  /** Steps in which reading it again still counts. */
  readonly stepsLeft: number;
  /** Tokens read again since the newest compression. */
  readonly tokens: number;
  /** What was read again since the strikes began, for people. */
  readonly names: readonly string[];
  /** Whether the newest compression has had its strike. */
  readonly struck: boolean;
  /** Compressions in a row that were struck. */
  readonly strikes: number;
  /** Results that were read again; kept verbatim from the second strike on. */
  readonly keep: readonly MessageId[];
}

interface FoldedRead {
  readonly tool: string;
  /** The path of a file, or the whole call where no file is named. */
  readonly subject: string;
  readonly kind: "file" | "call";
  /** Arguments and result: the same call with another result reads something new. */
  readonly input: number;
  readonly text: number;
  /** Some of its lines, by which the same content is known whichever call brings it back. */
  readonly lines: readonly number[];
  /** Compressions since the one that folded it. */
  readonly age: number;
}

export const NOTHING_REREAD: Rereading = {
  folded: [],
  stepsLeft: 0,
  tokens: 0,
  names: [],
  struck: false,
  strikes: 0,
  keep: [],
};

/** A model that misses folded content asks for it right away; what it reads later belongs to its next piece of work. */
const REREAD_STEPS = 6;
/** Reading less than this share of the threshold again costs less than the summary that would keep it. */
const REREAD_SHARE = 0.05;
const STRIKES_TO_KEEP = 2;
const STRIKES_TO_PAUSE = 3;
/** A turn that begins after a struck compression has had one warning, however many there were. */
const STRIKES_CARRIED = 1;
/** A model that reads its files in turns comes back to one after a compression or two; later that is other work. */
const OLDEST_COMPRESSIONS = 2;
/** One compression folds a few hundred results at most; the bound keeps the journal small. */
const MOST_FOLDED = 300;
const MOST_NAMES = 3;
const NAME_CHARS = 80;

export const isPauseDue = ({ strikes }: Rereading): boolean => strikes >= STRIKES_TO_PAUSE;

/** Results that the next compression should not fold again. */
export const keptVerbatim = ({ strikes, keep }: Rereading): readonly MessageId[] =>
  strikes >= STRIKES_TO_KEEP ? keep : [];

export const afterNewTurn = (state: Rereading): Rereading => ({
  ...state,
  strikes: Math.min(state.strikes, STRIKES_CARRIED),
});

/** A compression after which nothing was read again shows that the model works on, and clears the strikes. */
export function afterCompression(state: Rereading, before: readonly Message[], after: readonly Message[]): Rereading {
  const left = new Set(after);
  const older = state.folded.flatMap((read) =>
    read.age < OLDEST_COMPRESSIONS ? [{ ...read, age: read.age + 1 }] : [],
  );
  return {
    ...(state.struck ? state : NOTHING_REREAD),
    folded: foldedReads(older, before, (message) => !left.has(message)).slice(-MOST_FOLDED),
    stepsLeft: REREAD_STEPS,
    tokens: 0,
    struck: false,
  };
}

/** `exchange` is one reply with its results. */
export function afterStep(state: Rereading, exchange: readonly Message[], thresholdTokens: number): Rereading {
  if (state.stepsLeft === 0 || state.folded.length === 0) return state;
  let { folded, tokens, keep, names } = state;
  for (const [message, call] of callsByResult(exchange)) {
    const reads = readsOf(message, call);
    const shown = new Set(linesOf(message));
    const again = reads.filter((read) =>
      folded.some((known) => isSameRead(known, read) || (!isOtherFile(known, read) && isShownAgain(known, shown))),
    );
    if (again.length > 0) {
      tokens += estimateMessageTokens(message);
      keep = [...keep, message.id];
      names = [...new Set([...names, ...again.map(nameOf)])].slice(0, MOST_NAMES);
    }
    folded = withoutChanged(folded, message, call);
  }
  const struck = state.struck || tokens >= thresholdTokens * REREAD_SHARE;
  return {
    folded,
    tokens,
    keep,
    names,
    struck,
    strikes: state.strikes + (struck && !state.struck ? 1 : 0),
    stepsLeft: state.stepsLeft - 1,
  };
}

/** Read back from a session; what cannot be read counts as nothing. */
export function readRereading(saved: JsonValue | undefined): Rereading {
  if (!isObject(saved)) return NOTHING_REREAD;
  const count = (name: string) => (typeof saved[name] === "number" ? Math.max(0, saved[name]) : 0);
  const texts = (name: string) => listOf(saved[name]).filter((text) => typeof text === "string");
  return {
    folded: listOf(saved["folded"]).flatMap(readFolded),
    stepsLeft: count("stepsLeft"),
    tokens: count("tokens"),
    names: texts("names"),
    struck: saved["struck"] === true,
    strikes: count("strikes"),
    keep: texts("keep").map(messageId),
  };
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

function readFolded(saved: JsonValue): readonly FoldedRead[] {
  if (!isObject(saved)) return [];
  const { tool, subject, kind, input, text, lines, age } = saved;
  if (typeof tool !== "string" || typeof subject !== "string" || (kind !== "file" && kind !== "call")) return [];
  if (typeof input !== "number" || typeof text !== "number" || typeof age !== "number") return [];
  return [{ tool, subject, kind, input, text, age, lines: listOf(lines).filter((line) => typeof line === "number") }];
}

/** Earlier ones and those among these messages that are gone now, without those whose file was written afterwards. */
function foldedReads(
  earlier: readonly FoldedRead[],
  messages: readonly Message[],
  isGone: (message: Message) => boolean,
): readonly FoldedRead[] {
  let reads = earlier;
  for (const [message, call] of callsByResult(messages)) {
    reads = withoutChanged(reads, message, call);
    if (isGone(message)) reads = [...reads, ...readsOf(message, call)];
  }
  return reads;
}

function readsOf(message: ToolMessage, call: ToolCallPart): readonly FoldedRead[] {
  if (message.failed) return [];
  const { files } = readIntent(call.name, call.inputJson);
  if (files.some(({ operation }) => operation !== "read")) return [];
  const facts = {
    age: 0,
    tool: call.name,
    input: fnv1a(call.inputJson),
    text: fnv1a(messageText(message)),
    lines: sampleOf(message),
  };
  return files.length === 0
    ? [{ ...facts, kind: "call", subject: `${call.name} ${subjectOf(call.inputJson)}` }]
    : files.map(({ path }) => ({ ...facts, kind: "file", subject: path.replace(/\\/g, "/").replace(/^\.\//, "") }));
}

/**
 * The same call with the same result, or the same file by another tool. Another part of a file, or a file that reads
 * differently by now, is new to the model.
 */
function isSameRead(known: FoldedRead, read: FoldedRead): boolean {
  if (known.tool === read.tool) return known.input === read.input && known.text === read.text;
  return known.kind === "file" && read.kind === "file" && isSamePath(known.subject, read.subject);
}

/** Modules of one project share many lines: a file that was not read before is new, however much it looks alike. */
const isOtherFile = (known: FoldedRead, read: FoldedRead): boolean =>
  known.kind === "file" && read.kind === "file" && !isSamePath(known.subject, read.subject);

/** Enough of the sampled lines are in the new result: another command brought the same content back. */
const isShownAgain = ({ lines }: FoldedRead, shown: ReadonlySet<number>): boolean =>
  lines.length >= LEAST_LINES && lines.filter((line) => shown.has(line)).length >= lines.length * SHOWN_SHARE;

const SAMPLED_LINES = 8;
/** Two results have a line or two in common by chance. */
const LEAST_LINES = 3;
const SHOWN_SHARE = 0.6;
/** Shorter lines are brackets and blanks, which every file has. */
const LEAST_LINE_CHARS = 12;

/** The lines with the smallest hashes: the same ones for the same content, wherever a cut begins. */
const sampleOf = (message: ToolMessage): readonly number[] =>
  [...new Set(linesOf(message))].sort((a, b) => a - b).slice(0, SAMPLED_LINES);

/** Hashes of the lines without the numbers that tools write before them. */
const linesOf = (message: ToolMessage): readonly number[] =>
  messageText(message)
    .split("\n")
    .map((line) => line.replace(/^\s*\d+[\t|:]\s?/, "").trim())
    .filter((line) => line.length >= LEAST_LINE_CHARS)
    .map((line) => fnv1a(line));

/** One of them may be absolute. */
const isSamePath = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

/** A written file is read again for good reason, and after any edit so are the results of commands and searches. */
function withoutChanged(reads: readonly FoldedRead[], message: ToolMessage, call: ToolCallPart): readonly FoldedRead[] {
  const written = message.failed ? [] : writtenBy(readIntent(call.name, call.inputJson));
  if (written.length === 0) return reads;
  return reads.filter(({ kind, subject }) => kind === "file" && !written.some((path) => isSamePath(path, subject)));
}

const writtenBy = ({ files }: Intent): readonly string[] =>
  files.flatMap(({ path, operation }) => (operation === "read" ? [] : [path.replace(/^\.\//, "")]));

const nameOf = ({ subject }: FoldedRead): string => subject.slice(0, NAME_CHARS);
