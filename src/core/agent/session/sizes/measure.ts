import type { Sentence } from "../../../base/sentence";
import { verbatim } from "../../../base/sentence";
import { judgeEviction } from "../../../context/compressor/pruning/eviction";
import { HYGIENE_RATIO, PROTECT_FIRST_N } from "../../../context/policy";
import type { MessageId } from "../../../conversation/ids";
import type { Message, PinnedText } from "../../../conversation/message";
import { labelMessages, shortenLine } from "../../../conversation/text/label-messages";
import type { Pin } from "../../../ledger/ledger";
import { pinName } from "../../../ledger/pins";
import { RULES_HEADING } from "../../../memory/system-prompt";
import type { Model } from "../../../models/model";
import { redacting } from "../../../redact/redacted-message";
import { redactSecrets } from "../../../redact/secrets";
import { SKILLS_HEADING } from "../../../skills/skill-texts";
import {
  estimateMessagesTokens,
  estimateMessageTokens,
  estimateTextTokens,
  estimateToolsTokens,
} from "../../../tokens/estimate";
import type { Tool } from "../../../tools/tool";
import type { ContextItem, ContextMeasure, EvictableBlock, Segment, SegmentKind } from "../../events";
import { listPins } from "./listed-pins";

export interface Measured {
  readonly model: Model;
  readonly systemPrompt: string;
  readonly tools: readonly Tool[];
  readonly deferredTools?: readonly Tool[];
  readonly messages: readonly Message[];
  readonly pins: readonly Pin[];
  /** Messages that are pinned as a whole. */
  readonly pinned: ReadonlySet<MessageId>;
  /** Messages with the instructions of a skill in use. */
  readonly skills: ReadonlySet<MessageId>;
  readonly usedTokens: number;
  /** An estimate in the tokens of the provider, in which `usedTokens` and the threshold are. */
  readonly correct: (estimatedTokens: number) => number;
  readonly source: ContextMeasure["source"];
  readonly thresholdTokens: number;
  readonly automatic: "on" | "off";
  readonly thresholdNote?: Sentence;
  readonly outputReserveTokens: number;
  /** What removing a message would cost, told before it happens. */
  readonly rereadPrice?: (tokens: number) => number | null;
}

/** Enough to find the large messages; a longer list is expensive to send and hard to read. */
const LISTED_ITEMS = 200;

/**
 * Measures how the window is filled. Every size is the same estimate as in the list of items, previews, and pins; where
 * the provider counts differently, the difference is a segment of its own, so that the segments add up to the tokens in
 * use.
 */
export function measureContext(measured: Measured): ContextMeasure {
  const segments = withOverhead(rawSegments(measured), measured.usedTokens);
  return {
    usedTokens: measured.usedTokens,
    source: measured.source,
    windowTokens: measured.model.windowTokens,
    windowOrigin: measured.model.windowOrigin,
    ...(measured.model.windowReason !== undefined && { windowReason: measured.model.windowReason }),
    thresholdTokens: measured.thresholdTokens,
    ...(measured.automatic === "off" && { automatic: measured.automatic }),
    ...(measured.thresholdNote !== undefined && { thresholdNote: measured.thresholdNote }),
    hygieneTokens: Math.floor(measured.model.windowTokens * HYGIENE_RATIO),
    outputReserveTokens: measured.outputReserveTokens,
    segments,
    ...listItems(measured),
    pins: listPins(measured.pins, measured.messages).filter((_, index) => !isSkill(measured.pins[index])),
    turnsLeft: measured.automatic === "off" ? null : turnsLeft(measured),
  };
}

/** Nobody pinned the instructions of a skill. */
const isSkill = (pin: Pin | undefined): boolean => pin?.kind === "message" && pin.skill !== undefined;

export function largestBlocks(messages: readonly Message[], count: number): readonly EvictableBlock[] {
  const labelOf = labelMessages(messages, redacting);
  return largest(messages, count).map((message) => ({
    messageId: message.id,
    label: labelOf(message),
    tokens: ownTokens(message),
    eviction: judgeEviction(message),
  }));
}

export const fixedTokens = (systemPrompt: string, tools: readonly Tool[]): number =>
  estimateTextTokens(systemPrompt) + estimateToolsTokens(tools);

function rawSegments(measured: Measured): readonly Segment[] {
  const { system, skills, rules } = splitSystemPrompt(measured.systemPrompt);
  const tokens = new Map<SegmentKind, number>([
    ["system", estimateTextTokens(system)],
    ["skills", estimateTextTokens(skills)],
    ["rules", estimateTextTokens(rules)],
    ["tools", estimateToolsTokens(measured.tools)],
  ]);
  const add = (kind: SegmentKind, more: number) => tokens.set(kind, (tokens.get(kind) ?? 0) + more);
  const segmentAt = segmenter(measured);
  measured.messages.forEach((message, index) => {
    add(segmentAt(message, index), ownTokens(message));
    for (const carried of carriedBy(message)) add(carried.segment, carried.tokens);
  });
  const { deferredTools = [] } = measured;
  const onDemand = { tools: deferredTools.length, tokens: estimateToolsTokens(deferredTools) };
  return SEGMENT_ORDER.map((kind) => ({
    kind,
    tokens: tokens.get(kind) ?? 0,
    ...(kind === "tools" && onDemand.tools > 0 && { onDemand }),
  })).filter((segment) => segment.tokens > 0);
}

const SEGMENT_ORDER: readonly SegmentKind[] = [
  "system",
  "tools",
  "skills",
  "rules",
  "head",
  "summary",
  "pins",
  "tail",
  "turn",
];

interface Carried {
  readonly pinned: PinnedText;
  readonly segment: "pins" | "skills";
  readonly tokens: number;
}

/** After a compression, the summary carries pins and the instructions of skills in use; they count apart from it. */
const carriedBy = (message: Message): readonly Carried[] =>
  message.role !== "summary"
    ? []
    : (message.pins ?? []).map((pinned) => ({
        pinned,
        segment: pinned.skill === undefined ? "pins" : "skills",
        tokens: estimateTextTokens(pinned.text),
      }));

/** The size of a message in every list: without what it carries for others. */
export const ownTokens = (message: Message): number =>
  estimateMessageTokens(message) - carriedBy(message).reduce((sum, { tokens }) => sum + tokens, 0);

function splitSystemPrompt(systemPrompt: string): Readonly<Record<"system" | "skills" | "rules", string>> {
  const end = systemPrompt.length;
  const rulesAt = placeOf(systemPrompt, RULES_HEADING, end);
  const skillsAt = placeOf(systemPrompt.slice(0, rulesAt), SKILLS_HEADING, rulesAt);
  return {
    system: systemPrompt.slice(0, skillsAt),
    skills: systemPrompt.slice(skillsAt, rulesAt),
    rules: systemPrompt.slice(rulesAt),
  };
}

/** Where a section begins: its heading is a paragraph of its own. */
function placeOf(text: string, heading: string, otherwise: number): number {
  const at = text.indexOf(`\n${heading}\n`);
  return at < 0 ? otherwise : at;
}

function segmenter(measured: Measured): (message: Message, index: number) => SegmentKind {
  // A compression in the middle of a turn restates its request in the summary.
  const turnStart = measured.messages.findLastIndex(
    (message) => message.role === "user" || (message.role === "summary" && message.restatedRequest !== undefined),
  );
  return (message, index) => {
    if (message.role === "summary") return "summary";
    if (measured.skills.has(message.id)) return "skills";
    if (measured.pinned.has(message.id)) return "pins";
    if (index >= turnStart && turnStart >= 0) return "turn";
    return index < PROTECT_FIRST_N ? "head" : "tail";
  };
}

/** Negative where the provider counts fewer tokens than estimated. */
function withOverhead(segments: readonly Segment[], usedTokens: number): readonly Segment[] {
  const overhead = usedTokens - segments.reduce((sum, segment) => sum + segment.tokens, 0);
  return segments.length === 0 || overhead === 0 ? segments : [...segments, { kind: "overhead", tokens: overhead }];
}

function listItems(measured: Measured): Pick<ContextMeasure, "items" | "hiddenItems" | "hiddenTokens"> {
  const { messages, pinned } = measured;
  const segmentAt = segmenter(measured);
  const labelOf = labelMessages(messages, redacting);
  const indexOf = new Map(messages.map((message, index) => [message.id, index]));
  const tokensAfter = tokensBehindEach(messages);
  const items = largest(messages, LISTED_ITEMS).map((message): ContextItem => {
    const index = indexOf.get(message.id) ?? 0;
    const evictionUsd = measured.rereadPrice?.(tokensAfter[index] ?? 0) ?? null;
    return {
      messageId: message.id,
      label: labelOf(message),
      segment: segmentAt(message, index),
      tokens: ownTokens(message),
      state: pinned.has(message.id) ? "pinned" : message.role === "tool" ? message.body.kind : "full",
      eviction: pinned.has(message.id) ? "pinned" : judgeEviction(message),
      ...(evictionUsd !== null && { evictionUsd }),
    };
  });
  const carried = messages.flatMap((message) => carriedItems(measured, message));
  const listed = [...items, ...carried].sort((a, b) => b.tokens - a.tokens).slice(0, LISTED_ITEMS);
  return {
    items: listed,
    hiddenItems: messages.length + carried.length - listed.length,
    hiddenTokens: estimateMessagesTokens(messages) - listed.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** For each message, the tokens of those that follow it: a change in it takes them out of the cache. */
function tokensBehindEach(messages: readonly Message[]): readonly number[] {
  const behind = new Array<number>(messages.length).fill(0);
  for (let index = messages.length - 2; index >= 0; index--) {
    const next = messages[index + 1];
    behind[index] = (behind[index + 1] ?? 0) + (next === undefined ? 0 : estimateMessageTokens(next));
  }
  return behind;
}

/** Each pin beside the summary is a row of its own, with the size that the list of pins shows. */
const carriedItems = ({ pins }: Measured, message: Message): readonly ContextItem[] =>
  carriedBy(message).map(({ pinned, segment, tokens }) => {
    const pin = pins.find(({ text }) => text === pinned.text);
    return {
      messageId: message.id,
      // The model is told that it is an instruction; a person wants to see which one.
      label: verbatim(redactSecrets(pin?.kind === "instruction" ? shortenLine(pinned.text) : pinned.name)),
      segment,
      tokens,
      state: "pinned",
      eviction: "pinned",
      ...(pin !== undefined && segment === "pins" && { pin: pinName(pin) }),
    };
  });

const largest = (messages: readonly Message[], count: number): readonly Message[] =>
  [...messages].sort((a, b) => ownTokens(b) - ownTokens(a)).slice(0, count);

/**
 * At the average size of the turns so far; unknown before the first full turn. Below the threshold there is always room
 * for one: a single long turn says little about the next.
 */
function turnsLeft(measured: Measured): number | null {
  const turns = measured.messages.filter((message) => message.role === "user").length;
  const spent = measured.correct(estimateMessagesTokens(measured.messages.filter(({ role }) => role !== "summary")));
  if (turns === 0 || spent === 0 || measured.messages.at(-1)?.role !== "assistant") return null;
  const room = measured.thresholdTokens - measured.usedTokens;
  return room <= 0 ? 0 : Math.max(1, Math.floor(room / (spent / turns)));
}
