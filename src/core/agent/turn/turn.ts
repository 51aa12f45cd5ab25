import { counted, sentence } from "../../base/sentence";
import { afterNewTurn } from "../../context/trigger/rereading";
import { messageId } from "../../conversation/ids";
import type { AssistantMessage, ToolCallPart, UserMessage } from "../../conversation/message";
import { compressSession } from "../compression/compress";
import { isColdMoment, isCompressionDue, isHygieneDue, isPreflightDue, isTooLarge } from "../compression/due";
import type { CompressionOrder } from "../compression/order";
import { prepareAhead } from "../compression/prepare";
import type { TurnEnd } from "../events";
import type { ActiveSession } from "../session/active-session";
import { emitMeasure } from "../session/emit-state";
import type { AgentWorld } from "../world";
import { brake } from "./brake";
import { MAX_COMPRESSIONS_PER_TURN } from "./recover";
import { NO_REPETITION } from "./repeated-calls";
import type { TurnTally } from "./step";
import { askWithRecovery } from "./step";
import { runTools } from "./tool-results";
import { joinTurn } from "./user-message";

/** Sent when the window filled up during a reply: the reply is kept and the session compressed. */
const CONTINUE_PROMPT =
  "Your reply reached the end of the context window. Earlier turns have been condensed since. " +
  "Go on exactly where you stopped.";

/** One user turn: compress where needed, ask the model, run its tools, and repeat until it makes no more calls. */
export async function runTurn(world: AgentWorld, session: ActiveSession, signal: AbortSignal): Promise<TurnEnd> {
  const tally: TurnTally = { compressions: 0 };
  let repetition = NO_REPETITION;
  session.noteRereading(afterNewTurn(session.rereading));
  let compression = isHygieneDue(world, session) ? await tryCompress(world, session, DUE, signal) : "ready";
  if (compression === "stopped") return { outcome: "stopped" };
  const { maxSteps } = world.settings().agent;
  let heldBack = 0;
  for (let step = 1; step <= maxSteps; step++) {
    const due = step === 1 ? isPreflightDue(world, session) : isCompressionDue(world, session);
    const order = due ? DUE : isColdMoment(world, session) ? AT_COLD_MOMENT : undefined;
    // A veto holds for the turn: the hook would have to say the same at every step.
    if (order !== undefined && compression !== "vetoed") compression = await tryCompress(world, session, order, signal);
    if (compression !== "stopped" && isTooLarge(world, session))
      compression = await tryCompress(world, session, TOO_LARGE, signal);
    if (compression === "stopped") return { outcome: "stopped" };
    await takeSteering(world, session);
    const ended = await askWithRecovery(world, session, tally, signal);
    if (ended.kind === "stopped") return { outcome: "stopped" };
    if (ended.kind === "failed") return { outcome: "failed", reason: ended.reason, actions: ended.actions };
    if (ended.stop === "window-full") {
      const next = await continueReply(world, session, tally, signal);
      if (next !== undefined) return next;
      continue;
    }
    prepareAhead(world, session);
    const calls = callsOf(ended.message);
    if (calls.length === 0) {
      if (!signal.aborted && (await joinTurn(world, session)) === "joined") continue;
      const more = heldBack >= MOST_HELD_BACK ? undefined : await askToStop(world, session, heldBack, signal);
      if (more === undefined || signal.aborted) return endOf(ended.stop);
      heldBack++;
      await session.append(world, [more]);
      continue;
    }
    repetition = await runTools(world, session, { calls, repetition }, signal);
    emitMeasure(world, session);
    if (signal.aborted) return { outcome: "stopped" };
    const braked = await brake(world, session, repetition);
    if (braked !== undefined) return braked;
    await joinTurn(world, session);
  }
  return {
    outcome: "step-limit",
    reason: counted(
      maxSteps,
      "The turn took 1 step without finishing.",
      "The turn took {count} steps without finishing.",
    ),
    actions: ["continue"],
  };
}

/** What the user wants a session at work to know, as messages before its next request. */
async function takeSteering(world: AgentWorld, session: ActiveSession): Promise<void> {
  for (const text of world.takeSteering?.(session.id) ?? [])
    await session.append(world, [{ role: "user", id: messageId(world.newId()), content: [{ type: "text", text }] }]);
}

/** A hook may send the model back to work this often; then the answer counts. */
const MOST_HELD_BACK = 3;

/** What hooks want done before the turn may end, as a message; undefined where it may end. */
async function askToStop(
  world: AgentWorld,
  session: ActiveSession,
  heldBack: number,
  signal: AbortSignal,
): Promise<UserMessage | undefined> {
  const event = session.header.relation === "sub-agent" ? "SubagentStop" : "Stop";
  const { blocked } = await world.hooks.run(
    { event, names: [], fields: { stop_hook_active: heldBack > 0 } },
    session.id,
    signal,
  );
  if (blocked === undefined) return undefined;
  return {
    role: "user",
    id: messageId(world.newId()),
    content: [{ type: "text", text: `A hook of the user says that the work is not finished: ${blocked}` }],
  };
}

const callsOf = (message: AssistantMessage): readonly ToolCallPart[] =>
  message.parts.filter((part) => part.type === "tool-call");

function endOf(stop: "end" | "tools" | "length" | "refused"): TurnEnd {
  if (stop === "length")
    return {
      outcome: "answered",
      reason: sentence("The reply was cut off at its length limit."),
      actions: ["continue"],
    };
  if (stop === "refused")
    return { outcome: "answered", reason: sentence("The model declined to answer."), actions: ["retry"] };
  return { outcome: "answered" };
}

const DUE: CompressionOrder = { trigger: "automatic" };
const TOO_LARGE: CompressionOrder = { trigger: "overflow" };
const AT_COLD_MOMENT: CompressionOrder = { trigger: "automatic", moment: "cold-cache" };

async function tryCompress(
  world: AgentWorld,
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<"ready" | "stopped" | "vetoed"> {
  try {
    const made = await compressSession(world, session, order, signal);
    return made === "vetoed" ? made : "ready";
  } catch (error) {
    if (signal.aborted) return "stopped";
    throw error;
  }
}

async function continueReply(
  world: AgentWorld,
  session: ActiveSession,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  if (tally.compressions >= MAX_COMPRESSIONS_PER_TURN) {
    return {
      outcome: "failed",
      reason: sentence("The context window filled up repeatedly while the model was answering."),
      actions: ["new-session", "larger-model"],
    };
  }
  tally.compressions++;
  const prompt: UserMessage = {
    role: "user",
    id: messageId(world.newId()),
    content: [{ type: "text", text: CONTINUE_PROMPT }],
  };
  await session.append(world, [prompt]);
  world.emit({
    type: "recovering",
    session: session.id,
    failure: "overflow",
    action: sentence("The reply filled the context window. Compressing and continuing."),
  });
  try {
    await compressSession(world, session, { trigger: "overflow" }, signal);
    return undefined;
  } catch (error) {
    if (signal.aborted) return { outcome: "stopped" };
    throw error;
  }
}
