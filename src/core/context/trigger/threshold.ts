import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { EngineModel } from "../engine";
import type { Budgets, CompressionPolicy } from "../policy";
import { budgetsFor, HYGIENE_RATIO } from "../policy";
import { adaptiveBudgets, USUAL_COSTS } from "./adaptive-budgets";
import type { TriggerPolicy } from "./trigger";

export interface TriggerPlace {
  readonly budgets: Budgets;
  /** Where automatic compression starts. */
  readonly thresholdTokens: number;
  /** Why it starts elsewhere than the setting says. */
  readonly note?: Sentence;
  /** Shown once; the `id` says whether that has happened. */
  readonly notice?: { readonly id: string; readonly text: Sentence };
}

export interface TriggerInputs {
  readonly policy: CompressionPolicy;
  readonly model: EngineModel;
  readonly codexGpt55Autoraise: "on" | "off";
  /** System prompt and tool schemas: part of every request, never compressed. */
  readonly overheadTokens: number;
  /** As measured in this session. */
  readonly growthTokensPerCall?: number;
  readonly rule?: TriggerPolicy;
  readonly budgets?: BudgetOverrides;
}

/** For those who measure what each part of the adaptive rule is worth. */
export type BudgetOverrides = Partial<Pick<Budgets, "tailTokens" | "factsTokens" | "headTokens" | "liveTokens">>;

/**
 * The ChatGPT route caps this model's window below what it has elsewhere; at half of it compression would come far too
 * early.
 */
const CODEX_WINDOW_TOKENS = 272_000;
const CODEX_THRESHOLD = 0.85;
/** Above the part that cannot shrink there must be this much room, or every turn would compress. */
const ROOM_ABOVE_FLOOR = 1.25;

export function placeTrigger(inputs: TriggerInputs): TriggerPlace {
  return inputs.rule === "adaptive" ? placeByCost(inputs) : placeByShare(inputs);
}

/** What a route does to its window holds under any rule; where to trigger in it is the adaptive rule's own business. */
function placeByCost(inputs: TriggerInputs): TriggerPlace {
  const { policy, model, overheadTokens, growthTokensPerCall } = inputs;
  const costs = { ...USUAL_COSTS, ...model.prices, ...(growthTokensPerCall !== undefined && { growthTokensPerCall }) };
  const budgets = { ...adaptiveBudgets(policy, windowOf(model), overheadTokens, costs), ...inputs.budgets };
  return { budgets, thresholdTokens: budgets.thresholdTokens };
}

function placeByShare(inputs: TriggerInputs): TriggerPlace {
  const codex = inputs.codexGpt55Autoraise === "on" && isCodexGpt55(inputs.model);
  const window = windowOf(inputs.model);
  const policy = codex
    ? { ...inputs.policy, threshold: Math.max(inputs.policy.threshold, CODEX_THRESHOLD) }
    : inputs.policy;
  const budgets = budgetsFor(policy, window);
  const raised = raiseAboveFloor(budgets, inputs.overheadTokens);
  const raisedByRoute = codex && budgets.thresholdTokens > budgetsFor(inputs.policy, window).thresholdTokens;
  const note =
    raised > budgets.thresholdTokens
      ? floorNote(raised, budgets, inputs.overheadTokens)
      : raisedByRoute
        ? CODEX_NOTE
        : undefined;
  return {
    budgets,
    thresholdTokens: raised,
    ...(note === undefined ? {} : { note }),
    ...(raisedByRoute ? { notice: { id: "codexGpt55Autoraise", text: CODEX_NOTE } } : {}),
  };
}

const isCodexGpt55 = (model: EngineModel): boolean => model.provider === "openai-codex" && model.name === "gpt-5.5";

const windowOf = (model: EngineModel): number =>
  isCodexGpt55(model) ? Math.min(model.contextLength, CODEX_WINDOW_TOKENS) : model.contextLength;

/** System, tools, tail and summary cannot shrink; a trigger below them could never be satisfied. */
function raiseAboveFloor(budgets: Budgets, overheadTokens: number): number {
  if (overheadTokens <= 0) return budgets.thresholdTokens;
  const floor = overheadTokens + 2 * budgets.tailTokens + budgets.summaryCeilingTokens;
  const wanted = Math.min(Math.floor(floor * ROOM_ABOVE_FLOOR), Math.floor(budgets.contextTokens * HYGIENE_RATIO));
  return floor > budgets.thresholdTokens ? Math.max(budgets.thresholdTokens, wanted) : budgets.thresholdTokens;
}

const floorNote = (raised: number, budgets: Budgets, overheadTokens: number): Sentence =>
  sentence(
    [
      "Compression starts at {raised} tokens instead of {threshold}:",
      "the system prompt and the tools alone take {overhead}, so compressing earlier would not help.",
    ],
    { raised, threshold: budgets.thresholdTokens, overhead: overheadTokens },
  );

const CODEX_NOTE = sentence([
  "gpt-5.5 over the ChatGPT Codex route compresses at 85 % of its 272K window.",
  "`hermes.compression.codexGpt55Autoraise` turns this off.",
]);
