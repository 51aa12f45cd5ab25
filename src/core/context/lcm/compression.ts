import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { CompressionReport, CompressOptions, SummaryError } from "../engine";
import { sumTokens } from "../compressor/sizes";
import { newestRequestText } from "../newest";
import { assemble } from "./assemble";
import type { Folded, FoldStep, FoldWorld } from "./fold";
import { foldBeforeTail } from "./fold";
import type { LosslessLimits } from "./limits";

export type Compression =
  | {
      readonly kind: "applied";
      readonly messages: readonly Message[];
      readonly report: CompressionReport;
      readonly outcome: "folded" | "fallback";
      readonly note?: string;
    }
  | { readonly kind: "nothing"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string; readonly failure: SummaryError };

export interface CompressionWords {
  summaryId(covers: readonly MessageId[]): MessageId;
  readonly facts: string;
  readonly size: RequestSize;
}

interface Candidate {
  readonly messages: readonly Message[];
  readonly tokens: number;
  readonly folded: Folded;
}

/** What the compression knows of the next request beside its messages. */
export interface RequestSize {
  readonly currentTokens: number;
  /** System prompt and tool schemas, which no folding shrinks. */
  readonly overheadTokens: number;
}

/** Folds harder step by step until the next request has room; decides whether what came of it may be used. */
export async function compressLossless(
  world: FoldWorld,
  messages: readonly Message[],
  asked: CompressOptions,
  words: CompressionWords,
): Promise<Compression> {
  const { limits } = world;
  const beforeTokens = sumTokens(messages, world.countTokens);
  const { currentTokens, overheadTokens } = words.size;
  const scale = Math.max(1, currentTokens - overheadTokens) / Math.max(1, beforeTokens);
  const projectedTokens = (tokens: number) => Math.round(overheadTokens + tokens * scale);
  const best = await foldUntilRoomy(world, messages, { asked, words, projectedTokens });

  if (best === undefined) return { kind: "nothing", reason: "The whole conversation is still fresh." };
  if (best.tokens >= beforeTokens)
    return { kind: "nothing", reason: "Folding more would not make the request smaller." };
  const fits = asked.trigger !== "overflow" && currentTokens < limits.windowTokens;
  const failure = totalFailure(best.folded);
  if (failure !== undefined && fits) {
    return {
      kind: "failed",
      failure,
      reason: `No summary could be written, so everything was kept: ${failure.message}`,
    };
  }
  const afterTokens = projectedTokens(best.tokens);
  if (asked.trigger === "automatic" && fits && afterTokens >= limits.softTokens) {
    return {
      kind: "refused",
      reason: `The next request would still take about ${afterTokens.toLocaleString("en-US")} tokens, not below the threshold of ${limits.softTokens.toLocaleString("en-US")}.`,
    };
  }
  return { kind: "applied", ...describe(messages, best, asked, beforeTokens) };
}

interface Fitting {
  readonly asked: CompressOptions;
  readonly words: CompressionWords;
  projectedTokens(tokens: number): number;
}

async function foldUntilRoomy(
  world: FoldWorld,
  messages: readonly Message[],
  fitting: Fitting,
): Promise<Candidate | undefined> {
  const { asked, words, projectedTokens } = fitting;
  const beforeTokens = sumTokens(messages, world.countTokens);
  let best: Candidate | undefined;
  for (const [index, step] of foldSteps(world.limits, messages, asked.trigger, beforeTokens).entries()) {
    const wanted = step.needed === "roomy" ? world.limits.restTokens : world.limits.softTokens - 1;
    const mustShrink = asked.trigger === "overflow" && best === undefined;
    if (index > 0 && !mustShrink && projectedTokens(best?.tokens ?? beforeTokens) <= wanted) break;
    const folded = await foldBeforeTail(world, messages, step, asked.signal);
    if (folded.nodes.length === 0) continue;
    const id = words.summaryId(folded.nodes.flatMap((node) => node.covers));
    const candidate = assemble({
      id,
      facts: words.facts,
      nodes: folded.nodes,
      tail: folded.tail,
      request: newestRequestText(messages),
    });
    const tokens = sumTokens(candidate, world.countTokens);
    if (best === undefined || tokens < best.tokens)
      best = {
        messages: candidate,
        tokens,
        folded: { ...folded, written: [...(best?.folded.written ?? []), ...folded.written] },
      };
  }
  return best;
}

/** "roomy": worth doing until there is room for several turns; "tight": only while the request would be over the threshold. */
type NeededStep = FoldStep & { readonly needed: "roomy" | "tight" };

const FEWEST_TAIL_MESSAGES = 4;
/** A person who asks for a compression, or a provider that refused, wants less than there is, whatever the window. */
const ASKED_TAIL_SHARE = 0.33;

function foldSteps(
  limits: LosslessLimits,
  messages: readonly Message[],
  trigger: CompressOptions["trigger"],
  totalTokens: number,
): readonly NeededStep[] {
  const relative = trigger === "automatic" ? Infinity : ASKED_TAIL_SHARE;
  const tail = (part: number) => ({
    messages: Math.max(
      FEWEST_TAIL_MESSAGES,
      Math.floor(Math.min(limits.tailMessages, Math.ceil(messages.length * relative)) * part),
    ),
    tokens: Math.floor(Math.min(limits.tailTokens, totalTokens * relative) * part),
  });
  return [
    { tail: tail(1), pressure: "calm", needed: "roomy" },
    { tail: tail(0.5), pressure: "pressed", needed: trigger === "manual" ? "tight" : "roomy" },
    { tail: tail(0.25), pressure: "squeezed", needed: "tight" },
    { tail: { messages: 1, tokens: 0 }, pressure: "squeezed", needed: "tight" },
  ];
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
    ...(asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
    beforeTokens,
    afterTokens: tokens,
    beforeMessages: messages.length,
    afterMessages: after.length,
    foldedMessages: messages.length - folded.tail.length,
    prunedResults: 0,
  };
  return {
    messages: after,
    report,
    outcome: cut > 0 && cut === folded.written.length ? ("fallback" as const) : ("folded" as const),
    ...(cut === 0
      ? {}
      : {
          note: `${cut} of ${folded.written.length} new parts were cut by code because no usable summary came; their originals can be expanded.`,
        }),
  };
}
