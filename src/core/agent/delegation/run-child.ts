import { isStop } from "../../base/abort";
import { renderSentence } from "../../base/sentence";
import { sentenceOf } from "../../base/sentence-error";
import type { CallId, SessionId } from "../../conversation/ids";
import { callId as brandCallId, messageId } from "../../conversation/ids";
import type { UserMessage } from "../../conversation/message";
import type { AgentKind } from "../../delegation/kind";
import { mayUse } from "../../delegation/kind";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Approvals } from "../../tools/approval";
import type { ToolBox } from "../../tools/tool-box";
import { saveEngineState } from "../compression/compress";
import type { TurnEnd } from "../events";
import type { ActiveSession } from "../session/active-session";
import { runTurn } from "../turn/turn";
import type { AgentWorld, Route } from "../world";
import type { DelegateState } from "./delegate-state";
import { writeReport } from "./report";
import type { ChildWatch } from "./watch-child";
import { watchChild } from "./watch-child";

export interface ChildOrder {
  readonly task: string;
  readonly kind: AgentKind;
  /** The call of the parent that this answers. */
  readonly callId: CallId;
  readonly parent: SessionId;
  readonly route: Route;
  readonly maxSteps: number;
  readonly maxTokens: number;
  /** What the parent's window has room for. */
  readonly reportChars: number;
}

export interface ChildPorts {
  /** Starts the child's session; the journal exists when this resolves. */
  begin(world: AgentWorld, order: ChildOrder): Promise<ActiveSession>;
  /** Told once the session exists, and when it is over. */
  onBegun(session: ActiveSession): void;
  onEnded(session: ActiveSession): void;
  /** Texts that the user has for this child, taken once. */
  takeSteering(session: SessionId): readonly string[];
}

export interface ChildEnd {
  readonly state: Exclude<DelegateState["state"], "waiting" | "running">;
  readonly report: string;
}

/** The journal event that says which call of the parent a child answers. */
export const DELEGATED = "delegated";

const BUDGET_USED_UP = "Your budget for this task is used up. Make no more calls: write your report now.";

/** Runs a sub-agent to its end. Whatever happens to it, this resolves with a report that the parent can use. */
export async function runChild(
  world: AgentWorld,
  order: ChildOrder,
  ports: ChildPorts,
  signal: AbortSignal,
): Promise<ChildEnd> {
  const watch = watchChild(order.callId, startState(order), (event) => world.emit(event));
  const budget = new AbortController();
  const limit: StepLimit = { steps: order.maxSteps };
  const child = childWorld(world, order, {
    limit,
    emit(event) {
      watch.take(event);
      if (watch.spentTokens > order.maxTokens) budget.abort();
    },
    takeSteering: (session) => ports.takeSteering(session),
  });
  let session: ActiveSession | undefined;
  let end: TurnEnd;
  try {
    session = await ports.begin(child, order);
    ports.onBegun(session);
    await session.writer.recordEvent({ at: world.now(), name: DELEGATED, data: { callId: order.callId } });
    await session.append(child, [userText(world, order.task)]);
    end = await runTurn(child, session, AbortSignal.any([signal, budget.signal]));
    const isOver = budget.signal.aborted || end.outcome === "step-limit";
    if (isOver && !signal.aborted) end = await askForReport(child, session, limit, signal);
    await saveEngineState(child, session).catch(() => undefined);
  } catch (error) {
    end =
      signal.aborted && isStop(error, signal)
        ? { outcome: "stopped" }
        : { outcome: "failed", reason: sentenceOf(error), actions: [] };
  }
  const ended = endOf(order, { end, session, watch });
  await session?.writer.release().catch(() => undefined);
  if (session !== undefined) ports.onEnded(session);
  watch.settle(ended.state, estimateTextTokens(ended.report));
  return ended;
}

interface StepLimit {
  steps: number;
}

/** One more step, so that the work done so far is not lost with the budget. */
async function askForReport(
  child: AgentWorld,
  session: ActiveSession,
  limit: StepLimit,
  signal: AbortSignal,
): Promise<TurnEnd> {
  limit.steps = 1;
  await session.append(child, [userText(child, BUDGET_USED_UP)]);
  const end = await runTurn(child, session, signal);
  return end.outcome === "answered" ? { outcome: "step-limit" } : end;
}

const userText = (world: AgentWorld, text: string): UserMessage => ({
  role: "user",
  id: messageId(world.newId()),
  content: [{ type: "text", text }],
});

const startState = ({ kind, task, route }: ChildOrder): DelegateState => ({
  session: null,
  kind: kind.name,
  task,
  model: route.model.label,
  state: "waiting",
  usedTokens: 0,
  windowTokens: route.model.windowTokens,
  thresholdTokens: route.model.windowTokens,
  steps: 0,
  compressions: 0,
  costUsd: 0,
  keptOutTokens: 0,
});

interface ChildPlumbing {
  readonly limit: StepLimit;
  readonly emit: AgentWorld["emit"];
  takeSteering(session: SessionId): readonly string[];
}

/**
 * The parent's world with a window, tools, and events of the child's own. Approvals and their remembered answers are
 * the parent's, so they are never wider; files it changes belong to the parent's checkpoint.
 */
function childWorld(world: AgentWorld, order: ChildOrder, { limit, emit, takeSteering }: ChildPlumbing): AgentWorld {
  const { checkpoints: _parents, ...shared } = world;
  const { kind, route } = order;
  return {
    ...shared,
    emit,
    takeSteering,
    route: async () => route,
    settings: () => {
      const settings = world.settings();
      return { ...settings, agent: { ...settings.agent, maxSteps: limit.steps } };
    },
    systemPrompt: async (windowTokens) => {
      const built = await world.systemPrompt(windowTokens);
      return { text: `${built.text}\n\n# Your part\n\n${kind.instructions}`, problems: [] };
    },
    turnFacts: async () => undefined,
    toolBox: async (engine, bounds) => restrict(await world.toolBox(engine, bounds), kind),
    memory: {
      commit: () => world.memory.commit(),
      onSessionSwitch: () => undefined,
      noteFolded: () => undefined,
      takeOffers: async () => [],
    },
    approvals: namedApprovals(world.approvals, order.callId),
  };
}

function restrict(box: ToolBox, kind: AgentKind): ToolBox {
  const find: ToolBox["find"] = (name) => {
    const tool = box.find(name);
    return tool !== undefined && mayUse(kind, tool) ? tool : undefined;
  };
  return {
    ...box,
    tools: box.tools.filter((tool) => mayUse(kind, tool)),
    find,
    refused: [],
  };
}

/** Calls of several children may have the same ids; a question must name one of them. */
const namedApprovals = (approvals: Approvals, parent: CallId): Approvals => ({
  ...approvals,
  forgetSession: () => undefined,
  decide: (call, watch, signal) =>
    approvals.decide({ ...call, callId: brandCallId(`${parent}/${call.callId}`) }, watch, signal),
});

interface Ended {
  readonly end: TurnEnd;
  readonly session: ActiveSession | undefined;
  readonly watch: ChildWatch;
}

function endOf(order: ChildOrder, { end, session, watch }: Ended): ChildEnd {
  const why = end.reason === undefined ? "" : renderSentence(end.reason);
  if (session === undefined) return { state: "failed", report: `The sub-agent could not start: ${why}` };
  const state = end.outcome === "stopped" ? "stopped" : end.outcome === "failed" ? "failed" : "done";
  const ending = ENDINGS[end.outcome](why);
  const report = writeReport({
    kind: order.kind.name,
    session: session.id,
    messages: watch.messages,
    ledger: session.ledger,
    maxChars: order.reportChars,
    ...(ending !== undefined && { ending }),
  });
  return { state, report };
}

const ENDINGS: Readonly<Record<TurnEnd["outcome"], (why: string) => string | undefined>> = {
  answered: () => undefined,
  stopped: () => "The user stopped it before it was done; its last words are from before that.",
  "step-limit": () => "Its budget was used up before it was done.",
  paused: (why) => `It went in circles and was ended. ${why}`,
  blocked: (why) => `It was blocked. ${why}`,
  failed: (why) => `It failed: ${why}`,
};
