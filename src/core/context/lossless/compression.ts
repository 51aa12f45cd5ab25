import { because } from "../../base/reason";
import type { Sentence } from "../../base/sentence";
import { counted, sentence } from "../../base/sentence";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { newestRequestText } from "../../conversation/newest-request";
import { carryPins } from "../../ledger/carry-pins";
import type { Ledger } from "../../ledger/ledger";
import { pinName } from "../../ledger/pins";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { CountTokens } from "../../tokens/sizes";
import { sumTokens } from "../../tokens/sizes";
import { shrinkTail } from "../compressor/pruning/shrink-tail";
import type { CompressionReport, CompressOptions, EnginePlan, PlannedFold, Summarize, SummaryError } from "../engine";
import { noSummary, stillTooLarge } from "../engine-reasons";
import type { FittedFacts, Required } from "../summary/required-facts";
import { assemble } from "./assemble";
import { completeFacts, requiredBefore, verifyNodes } from "./checks/verify-nodes";
import type { LosslessNode } from "./dag";
import type { Folded, FoldStep, FoldWorld } from "./fold-nodes";
import { foldBeforeTail } from "./fold-nodes";
import { refuseCut } from "./fresh-tail";
import type { SessionFacts } from "./ledger-facts";
import type { LosslessLimits } from "./limits";

export type LosslessResult =
  | {
      readonly kind: "applied";
      readonly messages: readonly Message[];
      readonly report: CompressionReport;
      readonly plan: PlannedFold;
      /** How hard it folded, as a place among the steps. */
      readonly step: number;
      readonly outcome: "folded" | "fallback";
      readonly note?: Sentence;
      /** The nodes of the summary, in order. */
      readonly nodes: readonly LosslessNode[];
    }
  | { readonly kind: "nothing"; readonly reason: Sentence }
  | { readonly kind: "refused"; readonly reason: Sentence }
  | { readonly kind: "failed"; readonly reason: Sentence; readonly failure: SummaryError };

export interface CompressionInputs extends SessionFacts {
  summaryId(covers: readonly MessageId[]): MessageId;
  readonly ledger: Ledger;
  readonly size: RequestSize;
  /** Nodes of earlier compressions, whose claims were reported then. */
  readonly reported: ReadonlySet<string>;
  /** The step that a plan came to: carried out as planned, and exceeded only where the result would not help. */
  readonly plannedStep?: number;
}

/** Room for facts that neither the rendered ones nor the nodes state, as a share of what all nodes may take. */
const REQUIRED_SHARE = 0.15;

interface Candidate {
  readonly step: number;
  readonly messages: readonly Message[];
  readonly tokens: number;
  readonly folded: Folded;
  readonly required: readonly Required[];
  readonly fitted: FittedFacts;
}

/** What the compression knows of the next request beside its messages. */
interface RequestSize {
  readonly currentTokens: number;
  /** System prompt and tool schemas, which no folding shrinks. */
  readonly overheadTokens: number;
}

/** Folds harder step by step until the next request has room; decides whether what came of it may be used. */
export async function compressLossless(
  world: FoldWorld,
  messages: readonly Message[],
  asked: CompressOptions,
  inputs: CompressionInputs,
): Promise<LosslessResult> {
  const { limits } = world;
  const refusal = asked.range && refuseCut(messages, asked.range.messageId);
  if (refusal !== undefined) return { kind: "nothing", reason: refusal };
  const beforeTokens = sumTokens(messages, world.countTokens);
  const { currentTokens, overheadTokens } = inputs.size;
  const scale = Math.max(1, currentTokens - overheadTokens) / Math.max(1, beforeTokens);
  const projectedTokens = (tokens: number) => Math.round(overheadTokens + tokens * scale);
  const found = await foldUntilRoomy(world, messages, { asked, inputs, projectedTokens });
  const best = found && shrinkCandidate(found, (limits.windowTokens - overheadTokens) / scale, world.countTokens);
  if (best === undefined)
    return { kind: "nothing", reason: sentence("The whole conversation is recent, so there is nothing to fold yet.") };
  if (best.tokens >= beforeTokens)
    return { kind: "nothing", reason: sentence("Folding more would not make the request smaller.") };
  const fits = asked.trigger !== "overflow" && currentTokens < limits.windowTokens;
  const failure = totalFailure(best.folded);
  if (failure !== undefined && fits) {
    return { kind: "failed", failure, reason: noSummary(failure.sentence) };
  }
  const afterTokens = projectedTokens(best.tokens);
  if (asked.trigger === "automatic" && fits && afterTokens >= limits.softTokens)
    return { kind: "refused", reason: stillTooLarge(afterTokens, limits.softTokens) };
  const plan = planOf(world, messages, best, { asked, beforeTokens });
  const described = describe(messages, best, asked, beforeTokens);
  const fresh = best.folded.nodes.filter((node) => !inputs.reported.has(node.id));
  const { verification, claims } = verifyNodes(fresh, best.fitted, best.required.length, world.store);
  return {
    kind: "applied",
    plan,
    step: best.step,
    ...described,
    nodes: best.folded.nodes,
    report: { ...described.report, verification, ...(claims.length === 0 ? {} : { claims }) },
  };
}

/** Where the newest messages alone do not fit into a request, they are reduced; the store has them in full. */
function shrinkCandidate(candidate: Candidate, roomTokens: number, countTokens: CountTokens): Candidate {
  const messages = shrinkTail(candidate.messages, roomTokens, countTokens);
  return messages === candidate.messages
    ? candidate
    : { ...candidate, messages, tokens: sumTokens(messages, countTokens) };
}

export interface LosslessPlan {
  readonly plan: EnginePlan;
  /** Absent where nothing would be folded. */
  readonly plannedStep?: number;
}

/**
 * Goes through the whole compression with texts of the wanted size in place of summaries, on nodes that are thrown away
 * afterwards: the plan cannot differ from the deed, because it is made by the same code.
 */
export async function planLossless(
  world: FoldWorld,
  messages: readonly Message[],
  asked: CompressOptions,
  inputs: CompressionInputs,
): Promise<LosslessPlan> {
  const summarize = asked.summary === "deterministic" ? world.summarize : writePlaceholder;
  const result = await compressLossless({ ...world, summarize }, messages, asked, inputs);
  if (result.kind === "applied") return { plan: result.plan, plannedStep: result.step };
  const beforeTokens = sumTokens(messages, world.countTokens);
  return { plan: { kind: "nothing", beforeTokens, ...because(result.reason) } };
}

const FILLER = "word ";
const FILLER_TOKENS = estimateTextTokens(FILLER.repeat(100)) / 100;

const writePlaceholder: Summarize = async ({ targetTokens }) =>
  FILLER.repeat(Math.max(1, Math.floor(targetTokens / FILLER_TOKENS)));

interface Fitting {
  readonly asked: CompressOptions;
  readonly inputs: CompressionInputs;
  projectedTokens(tokens: number): number;
}

async function foldUntilRoomy(
  world: FoldWorld,
  messages: readonly Message[],
  fitting: Fitting,
): Promise<Candidate | undefined> {
  const { asked, inputs, projectedTokens } = fitting;
  const { plannedStep } = inputs;
  const beforeTokens = sumTokens(messages, world.countTokens);
  let best: Candidate | undefined;
  for (const [index, step] of foldSteps(world.limits, messages, asked, beforeTokens).entries()) {
    const isRoomy = step.needed === "roomy" && plannedStep === undefined;
    const wanted = isRoomy ? world.limits.targetTokens : world.limits.softTokens - 1;
    const isPlanned = plannedStep !== undefined && index <= plannedStep;
    const mustShrink = isPlanned || (asked.trigger === "overflow" && best === undefined);
    if (index > 0 && !mustShrink && projectedTokens(best?.tokens ?? beforeTokens) <= wanted) break;
    const folded = await foldBeforeTail(world, messages, step, asked.signal);
    if (folded.nodes.length === 0) continue;
    const id = inputs.summaryId(folded.nodes.flatMap((node) => node.covers));
    const required = requiredBefore(folded.tail, messages, inputs);
    const room = Math.floor(world.limits.nodesTokens * REQUIRED_SHARE);
    const fitted = completeFacts(inputs.facts, folded.nodes, required, room);
    const assembled = assemble({
      id,
      facts: fitted.text,
      nodes: folded.nodes,
      tail: folded.tail,
      request: newestRequestText(messages),
    });
    const candidate = carryPins(assembled, asked.ledger?.pins ?? []);
    const tokens = sumTokens(candidate, world.countTokens);
    if (best === undefined || tokens < best.tokens || index === plannedStep)
      best = {
        step: index,
        messages: candidate,
        tokens,
        required,
        fitted,
        folded: { ...folded, written: [...(best?.folded.written ?? []), ...folded.written] },
      };
  }
  return best;
}

/**
 * "roomy": worth doing until there is room for several turns; "tight": only while the request would be over the
 * threshold.
 */
type NeededStep = FoldStep & { readonly needed: "roomy" | "tight" };

const FEWEST_TAIL_MESSAGES = 4;
/** A person who asks for a compression, or a provider that refused, wants less than there is, whatever the window. */
const ASKED_TAIL_SHARE = 0.33;

function foldSteps(
  limits: LosslessLimits,
  messages: readonly Message[],
  { trigger, keepVerbatim, range }: CompressOptions,
  totalTokens: number,
): readonly NeededStep[] {
  if (range !== undefined)
    return [{ tail: { messages: 0, tokens: 0, first: range.messageId }, condense: "full-leaf-sets", needed: "tight" }];
  const keep = new Set(keepVerbatim);
  const relative = trigger === "automatic" ? Infinity : ASKED_TAIL_SHARE;
  const tail = (part: number) => ({
    messages: Math.max(
      FEWEST_TAIL_MESSAGES,
      Math.floor(Math.min(limits.tailMessages, Math.ceil(messages.length * relative)) * part),
    ),
    tokens: Math.floor(Math.min(limits.tailTokens, totalTokens * relative) * part),
    keep,
  });
  return [
    { tail: tail(1), condense: "full-leaf-sets", needed: "roomy" },
    { tail: tail(0.5), condense: "full-sets", needed: trigger === "manual" ? "tight" : "roomy" },
    { tail: tail(0.25), condense: "any-neighbors", needed: "tight" },
    { tail: { messages: 1, tokens: 0 }, condense: "any-neighbors", needed: "tight" },
  ];
}

/** The nodes as they are now are the summary; everything before the fresh tail is in them. */
function planOf(
  world: FoldWorld,
  messages: readonly Message[],
  { folded, messages: after, tokens }: Candidate,
  { asked, beforeTokens }: { readonly asked: CompressOptions; readonly beforeTokens: number },
): PlannedFold {
  const before = messages.slice(0, messages.length - folded.tail.length);
  const keptTokens = sumTokens(
    after.filter(({ role }) => role !== "summary"),
    world.countTokens,
  );
  return {
    kind: "fold",
    headIds: [],
    foldedIds: before.map(({ id }) => id),
    tailIds: folded.tail.map(({ id }) => id),
    prunedIds: [],
    ...(asked.range === undefined ? {} : { range: asked.range }),
    pins: (asked.ledger?.pins ?? []).map(pinName),
    summaryTargetTokens: tokens - keptTokens,
    beforeTokens,
    foldedTokens: sumTokens(before, world.countTokens),
    keptTokens,
    afterTokens: tokens,
  };
}

/** Set when not one of the texts came from the summarizer because every call to it failed. */
function totalFailure({ written }: Folded): SummaryError | undefined {
  const failures = written.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  return failures.length > 0 && failures.length === written.length ? failures[0] : undefined;
}

function describe(
  messages: readonly Message[],
  { messages: after, tokens, folded }: Candidate,
  asked: CompressOptions,
  beforeTokens: number,
) {
  const cut = folded.written.filter(({ writing }) => writing === "deterministic").length;
  const report: CompressionReport = {
    trigger: asked.trigger,
    ...(asked.focusTopic === undefined ? {} : { focusTopic: redactSecrets(asked.focusTopic) }),
    ...(asked.range === undefined ? {} : { range: asked.range.kind }),
    beforeTokens,
    afterTokens: tokens,
    beforeMessages: messages.length,
    afterMessages: after.length,
    foldedMessages: messages.length - folded.tail.length,
    prunedResults: 0,
    originals: "recoverable",
  };
  return {
    messages: after,
    report,
    outcome: cut > 0 && cut === folded.written.length ? ("fallback" as const) : ("folded" as const),
    ...(cut === 0 ? {} : { note: cutNote(cut, folded.written.length) }),
  };
}

const cutNote = (cut: number, written: number): Sentence =>
  counted(
    cut,
    [
      "1 of {written} new parts was shortened by code because no usable summary arrived;",
      "its originals can be expanded.",
    ],
    [
      "{count} of {written} new parts were shortened by code because no usable summary arrived;",
      "their originals can be expanded.",
    ],
    { written },
  );
