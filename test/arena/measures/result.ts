import type { ModelServer, RecordedRequest } from "../../support/model-server/server";
import type { Contestant, PromptEnd } from "../contestants/contestant";
import { offeredTools, visibleText } from "../model/request-view";
import type { ScriptedModel } from "../model/scripted-model";
import type { ArenaTask } from "../task/task";
import { spendingOf } from "./cost";
import type { FactReport } from "./facts";
import { countFacts } from "./facts";
import { findInvalid } from "./validate";

/** Everything the report says of one agent on one task in one window. */
export interface ContestResult extends MeasuredContest {
  readonly run: ArenaRun;
}

/** Where a result comes from. */
interface ArenaRun {
  /** When the run of the arena began, as an ISO time. */
  readonly startedAt: string;
  readonly endedAfterMs: number;
  /** How many contests were held at the same time. */
  readonly jobs: number;
  /** 1 for the contest that the tables show; later ones say how far two runs agree. */
  readonly round: number;
}

export interface MeasuredContest {
  readonly contestant: string;
  readonly version: string;
  readonly family: string;
  readonly seed: number;
  readonly windowTokens: number;
  readonly quality: string;
  /** In thousand units: the price of a thousand fresh input tokens of the vendor. */
  readonly kiloUnits: number;
  readonly readShare: number;
  /** System prompt and tools, in every request. */
  readonly overheadTokens: number;
  readonly requests: number;
  readonly summaryCalls: number;
  readonly compactions: number;
  readonly overflows: number;
  readonly peakTokens: number;
  readonly meanTokens: number;
  readonly atEnd: FactReport;
  /** Mean share of facts told in the first request after each compaction; undefined without one. */
  readonly toldAfterCompaction?: number;
  readonly editAvail: number;
  readonly rereads: number;
  readonly solved: number;
  readonly solvedAfterRereading: number;
  readonly failed: number;
  /** The headline: tasks within the task per million units. */
  readonly solvedPerMillion: number;
  /** What the user would have waited for summaries, at the speed of a current model. */
  readonly summaryWaitSeconds: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  /** Why the figures do not count; empty for a valid run. */
  readonly invalid: readonly string[];
}

interface Contest {
  readonly contestant: Contestant;
  readonly task: ArenaTask;
  readonly model: ScriptedModel;
  readonly server: ModelServer;
  readonly ends: readonly PromptEnd[];
  readonly notes: readonly string[];
  readonly options: { readonly windowTokens: number; readonly quality: string };
  /** What the user has waited for summaries, on the arena's clock. */
  readonly waitedMs: number;
}

export function measureContest(contest: Contest): MeasuredContest {
  const { contestant, task, model, server, ends, options } = contest;
  const { requests, outputTokens } = server;
  const spending = spendingOf(requests, outputTokens);
  const prompts = requests.map(({ promptTokens }) => promptTokens);
  const count = (outcome: string) => model.probes.filter((probe) => probe.outcome === outcome).length;
  const [solved, again] = [count("solved"), count("solved-after-rereading")];
  const after = toldAfterCompactions(contest);
  const first = requests.find(({ body }) => offeredTools(body).length > 0);
  return {
    contestant: contestant.id,
    version: contestant.version,
    family: task.family,
    seed: task.seed,
    windowTokens: options.windowTokens,
    quality: options.quality,
    kiloUnits: spending.units / 1_000,
    readShare: spending.promptTokens === 0 ? 0 : spending.readTokens / spending.promptTokens,
    overheadTokens: first === undefined ? 0 : overheadOf(first),
    requests: requests.length,
    summaryCalls: model.notes.filter(({ purpose }) => purpose === "summary").length,
    compactions: compactionsOf(model).length,
    overflows: server.refused.length,
    peakTokens: Math.max(0, ...prompts),
    meanTokens: prompts.length === 0 ? 0 : spending.promptTokens / prompts.length,
    atEnd: factsAtEnd(contest),
    ...(after !== undefined && { toldAfterCompaction: after }),
    editAvail: model.edits.all === 0 ? 1 : model.edits.available / model.edits.all,
    rereads: model.rereads,
    solved,
    solvedAfterRereading: again,
    failed: count("failed"),
    solvedPerMillion: spending.units === 0 ? 0 : ((solved + again) / spending.units) * 1_000_000,
    summaryWaitSeconds: contest.waitedMs / 1_000,
    wallMs: sum(ends.map(({ wallMs }) => wallMs)),
    cpuMs: sum(ends.map(({ cpuMs }) => cpuMs)),
    peakMb: Math.max(0, ...ends.map(({ peakMb }) => peakMb)),
    invalid: findInvalid({ task, model, ends, notes: contest.notes }),
  };
}

/** The first working request after each group of summary requests. */
function compactionsOf(model: ScriptedModel): readonly number[] {
  return model.notes.flatMap(({ purpose }, index) => {
    if (purpose !== "work") return [];
    const before = model.notes.slice(0, index).findLastIndex((note) => note.purpose !== "other");
    return before >= 0 && model.notes[before]?.purpose === "summary" ? [index] : [];
  });
}

function toldAfterCompactions({ task, model, server }: Contest): number | undefined {
  const shares = compactionsOf(model).flatMap((index) => {
    const [request, note] = [server.requests[index], model.notes[index]];
    if (request === undefined || note === undefined) return [];
    const { all } = countFacts(task, note.prompt, visibleText(request.body));
    return [all.told / Math.max(1, all.known)];
  });
  return shares.length === 0 ? undefined : sum(shares) / shares.length;
}

function factsAtEnd({ task, model, server }: Contest): FactReport {
  const last = model.notes.findLastIndex(({ purpose }) => purpose === "work");
  const request = server.requests[last];
  return countFacts(task, task.prompts.length - 1, request === undefined ? "" : visibleText(request.body));
}

const CHARS_PER_TOKEN = 4;

function overheadOf({ body }: RecordedRequest): number {
  const fixed = [body["system"], body["instructions"], body["tools"]].filter((part) => part !== undefined);
  return Math.ceil(sum(fixed.map((part) => JSON.stringify(part).length)) / CHARS_PER_TOKEN);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
