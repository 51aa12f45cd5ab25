import { messageId } from "../conversation/ids";
import type { AssistantMessage, ToolCallPart, UserMessage } from "../conversation/message";
import type { Desk } from "./desk";
import { tellMeasure } from "./desk";
import type { NoticeAction, TurnOutcome } from "./events";
import { makeRoom, isHygieneDue, isPreflightDue, isRoomDue } from "./make-room";
import { prepareAhead } from "./prepare";
import { MAX_COMPRESSIONS_PER_TURN } from "./recover";
import { askWithRecovery } from "./step";
import type { TurnTally } from "./step";
import { runTools } from "./tool-results";
import type { AgentWorld } from "./world";

export interface TurnEnd {
  readonly outcome: TurnOutcome;
  readonly reason?: string;
  readonly actions?: readonly NoticeAction[];
}

/** The window filled up while the model was answering: what it said is kept, room is made, and it goes on. */
const CONTINUE_PROMPT =
  "Your reply reached the end of the context window. Earlier turns have been condensed since. Go on exactly where you stopped.";

/** One user turn: make room, ask, run tools, again, until the model has nothing left to do. */
export async function runTurn(world: AgentWorld, desk: Desk, signal: AbortSignal): Promise<TurnEnd> {
  const tally: TurnTally = { compressions: 0 };
  if (isHygieneDue(world, desk) && (await tryMakeRoom(world, desk, signal)) === "stopped")
    return { outcome: "stopped" };
  const { maxSteps } = world.settings().agent;
  for (let step = 1; step <= maxSteps; step++) {
    const due = step === 1 ? isPreflightDue(world, desk) : isRoomDue(world, desk);
    if (due && (await tryMakeRoom(world, desk, signal)) === "stopped") return { outcome: "stopped" };
    const ended = await askWithRecovery(world, desk, tally, signal);
    if (ended.kind === "stopped") return { outcome: "stopped" };
    if (ended.kind === "failed") return { outcome: "failed", reason: ended.reason, actions: ended.actions };
    if (ended.stop === "window-full") {
      const next = await goOn(world, desk, tally, signal);
      if (next !== undefined) return next;
      continue;
    }
    prepareAhead(world, desk);
    const calls = callsOf(ended.message);
    if (calls.length === 0) return endOf(ended.stop);
    await runTools(world, desk.live, calls, signal);
    tellMeasure(world, desk);
    if (signal.aborted) return { outcome: "stopped" };
  }
  return { outcome: "step-limit", reason: `The turn took ${maxSteps} steps without finishing.`, actions: ["continue"] };
}

const callsOf = (message: AssistantMessage): readonly ToolCallPart[] =>
  message.parts.filter((part) => part.type === "tool-call");

function endOf(stop: "end" | "tools" | "length" | "refused"): TurnEnd {
  if (stop === "length")
    return { outcome: "answered", reason: "The reply was cut at its length limit.", actions: ["continue"] };
  if (stop === "refused") return { outcome: "answered", reason: "The model declined to answer.", actions: ["retry"] };
  return { outcome: "answered" };
}

async function tryMakeRoom(world: AgentWorld, desk: Desk, signal: AbortSignal): Promise<"ready" | "stopped"> {
  try {
    await makeRoom(world, desk, { trigger: "automatic" }, signal);
    return "ready";
  } catch (error) {
    if (signal.aborted) return "stopped";
    throw error;
  }
}

async function goOn(
  world: AgentWorld,
  desk: Desk,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  if (tally.compressions >= MAX_COMPRESSIONS_PER_TURN) {
    return {
      outcome: "failed",
      reason: "The context window filled up again and again while the model was answering.",
      actions: ["new-session", "larger-model"],
    };
  }
  tally.compressions++;
  const prompt: UserMessage = {
    role: "user",
    id: messageId(world.newId()),
    content: [{ type: "text", text: CONTINUE_PROMPT }],
  };
  await desk.live.append(world, [prompt]);
  world.emit({
    type: "recovering",
    session: desk.live.id,
    failure: "overflow",
    action: "the reply filled the window; compressing and going on",
  });
  try {
    await makeRoom(world, desk, { trigger: "overflow" }, signal);
    return undefined;
  } catch (error) {
    if (signal.aborted) return { outcome: "stopped" };
    throw error;
  }
}
