import type { CallId, SessionId } from "../conversation/ids";
import type { JsonObject, ToolCallPart } from "../conversation/message";
import type { ApprovalWatch, Approvals } from "./approval";
import { parseArguments } from "./arguments";
import type { RepairJson } from "./arguments";
import { failedOutcome } from "./tool";
import type { Tool, ToolCategory, ToolContext, ToolOutcome } from "./tool";
import type { ToolBox } from "./tool-box";

/** What running calls needs from outside. */
export interface ToolWorld {
  readonly session: SessionId;
  readonly box: ToolBox;
  readonly approvals: Approvals;
  readonly watch: ToolWatch;
  readonly repairJson: RepairJson;
  /** Milliseconds; for durations only. */
  now(): number;
}

/** Told of everything that happens to a call, synchronously and in order. */
export interface ToolWatch extends ApprovalWatch {
  onStarted(call: ToolCallPart, category: ToolCategory): void;
  onOutput(callId: CallId, text: string): void;
  onEnded(callId: CallId, outcome: ToolOutcome, durationMs: number): void;
}

/** Results come in call order, exactly one per call, whatever happened. `tool` is absent where no tool has that name. */
export interface CallResult {
  readonly call: ToolCallPart;
  readonly tool: Tool | undefined;
  readonly outcome: ToolOutcome;
}

export async function runCalls(
  world: ToolWorld,
  calls: readonly ToolCallPart[],
  signal: AbortSignal,
): Promise<readonly CallResult[]> {
  const results: CallResult[] = [];
  for (const batch of intoBatches(world.box, calls)) results.push(...(await runBatch(world, batch, signal)));
  return results;
}

/** Neighbours that only read share a batch; every other call is a batch of its own. */
function intoBatches(box: ToolBox, calls: readonly ToolCallPart[]): readonly (readonly ToolCallPart[])[] {
  const batches: ToolCallPart[][] = [];
  let open: ToolCallPart[] | undefined;
  for (const call of calls) {
    const parallel = box.find(call.name)?.order === "parallel";
    if (parallel && open !== undefined) open.push(call);
    else batches.push([call]);
    open = parallel ? batches.at(-1) : undefined;
  }
  return batches;
}

/** Questions to a person come one after another, then the calls run together. */
async function runBatch(
  world: ToolWorld,
  calls: readonly ToolCallPart[],
  signal: AbortSignal,
): Promise<readonly CallResult[]> {
  const prepared: Prepared[] = [];
  for (const call of calls) prepared.push(await prepare(world, call, signal));
  return Promise.all(prepared.map((one) => finish(world, one, signal)));
}

type Prepared =
  | { readonly kind: "ready"; readonly call: ToolCallPart; readonly tool: Tool; readonly args: JsonObject }
  | {
      readonly kind: "settled";
      readonly call: ToolCallPart;
      readonly tool: Tool | undefined;
      readonly outcome: ToolOutcome;
    };

async function prepare(world: ToolWorld, call: ToolCallPart, signal: AbortSignal): Promise<Prepared> {
  const tool = world.box.find(call.name);
  world.watch.onStarted(call, tool?.category ?? "internal");
  const settled = (outcome: ToolOutcome): Prepared => ({ kind: "settled", call, tool, outcome });
  if (signal.aborted) return settled(notBegun);
  if (tool === undefined)
    return settled(
      failedOutcome(
        `There is no tool named ${JSON.stringify(call.name)}. Available: ${world.box.tools.map(({ name }) => name).join(", ")}.`,
      ),
    );
  const parsed = await parseArguments(tool, call.inputJson, world.repairJson);
  if (parsed.kind === "bad") return settled(failedOutcome(parsed.reason));
  try {
    const refusal = await untilStopped(findRefusal(world, { call, tool, args: parsed.args }, signal), signal);
    return refusal === undefined ? { kind: "ready", call, tool, args: parsed.args } : settled(refusal);
  } catch (error) {
    return settled(signal.aborted ? notBegun : failedOutcome(`${tool.name} failed: ${sayError(error)}`));
  }
}

/** The outcome of a call that must not run; undefined for one that may. */
async function findRefusal(
  world: ToolWorld,
  { call, tool, args }: { readonly call: ToolCallPart; readonly tool: Tool; readonly args: JsonObject },
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  const denial = world.approvals.findDenial(tool);
  if (denial !== undefined) return failedOutcome(denial);
  const preview = (await tool.preview?.(args, contextOf(world, call, signal))) ?? {
    kind: "ready" as const,
    title: tool.name,
    detail: call.inputJson,
  };
  if (preview.kind === "refused") return preview.outcome;
  const verdict = await world.approvals.decide({ callId: call.callId, tool, preview }, world.watch, signal);
  return verdict.kind === "denied" ? failedOutcome(verdict.reason) : undefined;
}

async function finish(world: ToolWorld, prepared: Prepared, signal: AbortSignal): Promise<CallResult> {
  const startedMs = world.now();
  const outcome = prepared.kind === "settled" ? prepared.outcome : await execute(world, prepared, signal);
  world.watch.onEnded(prepared.call.callId, outcome, prepared.kind === "settled" ? 0 : world.now() - startedMs);
  return { call: prepared.call, tool: prepared.tool, outcome };
}

async function execute(
  world: ToolWorld,
  { call, tool, args }: Extract<Prepared, { kind: "ready" }>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (signal.aborted) return notBegun;
  try {
    return await withGrace(tool.run(args, contextOf(world, call, signal)), signal);
  } catch (error) {
    return signal.aborted ? stoppedOutcome : failedOutcome(`${tool.name} failed: ${sayError(error)}`);
  }
}

const contextOf = (world: ToolWorld, call: ToolCallPart, signal: AbortSignal): ToolContext => ({
  session: world.session,
  callId: call.callId,
  signal,
  onOutput: (text) => world.watch.onOutput(call.callId, text),
});

const notBegun = failedOutcome("Not run: the user stopped the turn before this call began.");
const stoppedOutcome = failedOutcome(
  "Stopped by the user while this call was running; it may have taken effect in part.",
);

/** A stopped tool may hand over what it has so far, e.g. the output of a killed command; one that does not react is left behind. */
const STOP_GRACE_MS = 1_000;

async function withGrace(work: Promise<ToolOutcome>, signal: AbortSignal): Promise<ToolOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => undefined;
  const overdue = new Promise<ToolOutcome>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve(stoppedOutcome), STOP_GRACE_MS);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Rejects as soon as the turn is stopped: a question to a person may stay open for hours. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const sayError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
