import type { Wait } from "../base/abort";
import { untilAborted, untilDeadline, whenAborted } from "../base/abort";
import type { JsonObject } from "../base/json";
import { freezeDeep } from "../base/json";
import { sentence } from "../base/sentence";
import type { CallId, SessionId } from "../conversation/ids";
import type { ToolCallPart } from "../conversation/message";
import type { Approvals, ApprovalWatch } from "./approval";
import type { RepairJson } from "./arguments";
import { parseArguments } from "./arguments";
import { unwrapCall } from "./deferred-tools";
import type { CallPreview, DecidedBy, Tool, ToolCategory, ToolContext, ToolOutcome } from "./tool";
import { failedOutcome } from "./tool";
import type { ToolBox } from "./tool-box";

/** Everything needed to run calls. */
export interface ToolWorld {
  readonly session: SessionId;
  readonly box: ToolBox;
  readonly approvals: Approvals;
  readonly watch: ToolWatch;
  readonly repairJson: RepairJson;
  /** Milliseconds; for durations only. */
  now(): number;
  readonly wait: Wait;
  readonly hooks?: CallHooks;
}

/** Lets others look at a call before it is approved, and at its outcome. Never throws. */
export interface CallHooks {
  before(call: HookedCall, signal: AbortSignal): Promise<CallWish>;
  /** Texts that the model gets with the result. */
  after(call: HookedCall, outcome: ToolOutcome, signal: AbortSignal): Promise<readonly string[]>;
}

interface HookedCall {
  readonly tool: Tool;
  readonly args: JsonObject;
}

interface CallWish {
  /** The reason not to run it, for the model. */
  readonly denied?: string;
  /** The reason to ask the user. */
  readonly ask?: string;
  /** Arguments to use instead; they have to fit the schema, and are approved like any others. */
  readonly args?: JsonObject;
  /** Texts that the model gets with the result. */
  readonly context?: readonly string[];
}

/** Observes everything that happens to a call, synchronously and in order. */
export interface ToolWatch extends ApprovalWatch {
  onStarted(call: ToolCallPart, category: ToolCategory): void;
  onOutput(callId: CallId, text: string): void;
  onEnded(callId: CallId, outcome: ToolOutcome, durationMs: number): void;
  /** Called for every call that got as far as a decision, whoever or whatever made it. */
  onDecided?(decision: Decision): void;
}

export interface Decision {
  readonly call: ToolCallPart;
  readonly category: ToolCategory;
  readonly preview: ReadyPreview;
  readonly verdict: "allowed" | "denied";
  readonly by: DecidedBy;
}

/**
 * Results come in call order, exactly one per call, whatever happened. `tool` is undefined where no tool has that name.
 */
export interface CallResult {
  readonly call: ToolCallPart;
  readonly tool: Tool | undefined;
  readonly outcome: ToolOutcome;
  /** 0 for a call that did not run. */
  readonly durationMs: number;
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

/** Adjacent calls that only read share a batch; every other call is a batch of its own. */
function intoBatches(box: ToolBox, calls: readonly ToolCallPart[]): readonly (readonly ToolCallPart[])[] {
  const batches: ToolCallPart[][] = [];
  let open: ToolCallPart[] | undefined;
  for (const call of calls) {
    const { name } = unwrapCall(call, (other) => box.find(other));
    const parallel = box.find(name)?.order === "parallel";
    if (parallel && open !== undefined) open.push(call);
    else batches.push([call]);
    open = parallel ? batches.at(-1) : undefined;
  }
  return batches;
}

/**
 * Questions to the user come one after another. A call runs as soon as it may: a question about its neighbor can stay
 * open for hours, and a row that says "running" must be true.
 */
async function runBatch(
  world: ToolWorld,
  calls: readonly ToolCallPart[],
  signal: AbortSignal,
): Promise<readonly CallResult[]> {
  const running: Promise<CallResult>[] = [];
  for (const call of calls) {
    const prepared = await confirm(world, await prepare(world, call, signal), signal);
    running.push(finish(world, prepared, signal));
  }
  return Promise.all(running);
}

type Prepared =
  | {
      readonly kind: "ready";
      readonly call: ToolCallPart;
      readonly tool: Tool;
      readonly args: JsonObject;
      /** What the user read before allowing it; undefined where nobody was asked. */
      readonly shown?: ReadyPreview;
      readonly wish?: CallWish;
    }
  | {
      readonly kind: "settled";
      readonly call: ToolCallPart;
      readonly tool: Tool | undefined;
      readonly outcome: ToolOutcome;
    };

async function prepare(world: ToolWorld, call: ToolCallPart, signal: AbortSignal): Promise<Prepared> {
  const target = unwrapCall(call, (name) => world.box.find(name));
  const tool = world.box.find(target.name);
  world.watch.onStarted(call, tool?.category ?? "internal");
  const settled = (outcome: ToolOutcome): Prepared => ({ kind: "settled", call, tool, outcome });
  if (signal.aborted) return settled(notBegun);
  if (tool === undefined)
    return settled(
      failedOutcome(
        `There is no tool named ${JSON.stringify(call.name)}. ` +
          `Available: ${world.box.tools.map(({ name }) => name).join(", ")}.`,
      ),
    );
  const parsed = await parseArguments(tool, target.inputJson, world.repairJson);
  if (parsed.kind === "bad") return settled(failedOutcome(parsed.reason));
  try {
    const hooked = await askHooks(world, { call, tool, args: freezeDeep(parsed.args) }, signal);
    if (hooked.kind === "settled") return hooked;
    // A question to the user may stay open for hours, so a stop does not wait for its answer.
    return await untilAborted(approve(world, hooked.parsed, signal), signal);
  } catch (error) {
    return settled(signal.aborted ? notBegun : failedOutcome(`${tool.name} failed: ${messageOf(error)}`));
  }
}

type ReadyPreview = Extract<CallPreview, { kind: "ready" }>;

interface ParsedCall {
  readonly call: ToolCallPart;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** What hooks want of it. */
  readonly wish?: CallWish;
}

type Hooked = Extract<Prepared, { kind: "settled" }> | { readonly kind: "parsed"; readonly parsed: ParsedCall };

/** Hooks come before the approval, so that the user is asked about the call as it will run. */
async function askHooks(world: ToolWorld, parsed: ParsedCall, signal: AbortSignal): Promise<Hooked> {
  const { call, tool } = parsed;
  const wish = await world.hooks?.before(parsed, signal);
  if (wish === undefined) return { kind: "parsed", parsed };
  const settled = (text: string): Hooked => ({ kind: "settled", call, tool, outcome: failedOutcome(text) });
  if (wish.denied !== undefined) {
    const rule = sentence("a hook: {reason}", { reason: wish.denied });
    const preview = plainPreview(parsed);
    world.watch.onDecided?.({
      call,
      category: tool.category,
      preview,
      verdict: "denied",
      by: { kind: "rule", rule },
    });
    return settled(`A hook of the user denied this call: ${wish.denied}`);
  }
  if (wish.args === undefined) return { kind: "parsed", parsed: { ...parsed, wish } };
  const rewritten = await parseArguments(tool, JSON.stringify(wish.args), world.repairJson);
  if (rewritten.kind === "bad") return settled(`A hook changed the arguments of this call. ${rewritten.reason}`);
  return { kind: "parsed", parsed: { call, tool, args: freezeDeep(rewritten.args), wish } };
}

/** Previews a call and has it approved; a call that must not run is settled. */
async function approve(world: ToolWorld, parsed: ParsedCall, signal: AbortSignal): Promise<Prepared> {
  const { call, tool } = parsed;
  const settled = (outcome: ToolOutcome): Prepared => ({ kind: "settled", call, tool, outcome });
  // A call that is denied whatever its arguments is not previewed, which might read files.
  const denial = world.approvals.findDenial(tool);
  const preview = denial === undefined ? await previewCall(world, parsed, signal) : plainPreview(parsed);
  if (preview.kind === "refused") return settled(preview.outcome);
  const verdict = await world.approvals.decide({ callId: call.callId, tool, preview }, world.watch, signal);
  world.watch.onDecided?.({ call, category: tool.category, preview, verdict: verdict.kind, by: verdict.by });
  if (verdict.kind === "denied") return settled(failedOutcome(verdict.reason));
  return { kind: "ready", ...parsed, ...(verdict.by.kind === "user" ? { shown: preview } : {}) };
}

async function previewCall(world: ToolWorld, parsed: ParsedCall, signal: AbortSignal): Promise<CallPreview> {
  const { call, tool, args, wish } = parsed;
  const preview = (await tool.preview?.(args, contextOf(world, call, signal))) ?? plainPreview(parsed);
  return preview.kind === "ready" && wish?.ask !== undefined ? { ...preview, careful: wish.ask } : preview;
}

const plainPreview = ({ call, tool, args, wish }: ParsedCall): ReadyPreview => ({
  kind: "ready",
  title: tool.name,
  detail: wish?.args === undefined ? call.inputJson : JSON.stringify(args),
});

/**
 * Asks again where the call would now do something else than the user read: a question may wait for hours, and files,
 * links and settings change meanwhile.
 */
async function confirm(world: ToolWorld, prepared: Prepared, signal: AbortSignal): Promise<Prepared> {
  let current = prepared;
  try {
    for (let round = 0; round < MAX_QUESTIONS; round++) {
      if (current.kind === "settled" || current.shown === undefined || signal.aborted) return current;
      const preview = await previewCall(world, current, signal);
      if (JSON.stringify(preview) === JSON.stringify(current.shown)) return current;
      current = await untilAborted(approve(world, current, signal), signal);
    }
  } catch (error) {
    const failure = failedOutcome(`${prepared.tool?.name} failed: ${messageOf(error)}`);
    return { ...prepared, kind: "settled", outcome: signal.aborted ? notBegun : failure };
  }
  return { ...prepared, kind: "settled", outcome: failedOutcome(UNSTEADY) };
}

/** Whatever changes this often is not read by anyone. */
const MAX_QUESTIONS = 3;
const UNSTEADY = "Not run: what the call would do changed each time while the user was being asked.";

async function finish(world: ToolWorld, prepared: Prepared, signal: AbortSignal): Promise<CallResult> {
  const startedMs = world.now();
  const outcome = prepared.kind === "settled" ? prepared.outcome : await runHooked(world, prepared, signal);
  const durationMs = prepared.kind === "settled" ? 0 : world.now() - startedMs;
  world.watch.onEnded(prepared.call.callId, outcome, durationMs);
  return { call: prepared.call, tool: prepared.tool, outcome, durationMs };
}

/** The outcome with what hooks want the model to know about it. */
async function runHooked(
  world: ToolWorld,
  prepared: Extract<Prepared, { kind: "ready" }>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const outcome = await execute(world, prepared, signal);
  const { wish, args } = prepared;
  const changed = wish?.args === undefined ? [] : [`[A hook changed the arguments to ${JSON.stringify(args)}]`];
  const notes = [
    ...changed,
    ...(wish?.context ?? []),
    ...((await world.hooks?.after(prepared, outcome, signal)) ?? []),
  ];
  if (notes.length === 0) return outcome;
  return { ...outcome, content: [...outcome.content, ...notes.map((text) => ({ type: "text" as const, text }))] };
}

async function execute(
  world: ToolWorld,
  { call, tool, args }: Extract<Prepared, { kind: "ready" }>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (signal.aborted) return notBegun;
  try {
    const outcome = await untilDeadline(tool.run(args, contextOf(world, call, signal)), async (over) => {
      await whenAborted(signal, over);
      await world.wait(STOP_GRACE_MS, over);
      return stoppedOutcome;
    });
    return signal.aborted && outcome.failed ? { ...outcome, ending: "stopped" } : outcome;
  } catch (error) {
    return signal.aborted ? stoppedOutcome : failedOutcome(`${tool.name} failed: ${messageOf(error)}`);
  }
}

const contextOf = (world: ToolWorld, call: ToolCallPart, signal: AbortSignal): ToolContext => ({
  session: world.session,
  callId: call.callId,
  signal,
  onOutput: (text) => world.watch.onOutput(call.callId, text),
});

const notBegun: ToolOutcome = {
  ...failedOutcome("Not run: the user stopped the turn before this call began."),
  ending: "stopped",
};
const stoppedOutcome: ToolOutcome = {
  ...failedOutcome("Stopped by the user while this call was running; it may have taken effect in part."),
  ending: "stopped",
};

/** A stopped tool may still return what it has, e.g. the output of a killed command; then it is left behind. */
const STOP_GRACE_MS = 1_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
