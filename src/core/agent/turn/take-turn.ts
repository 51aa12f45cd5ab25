import { sentence } from "../../base/sentence";
import { sentenceOf } from "../../base/sentence-error";
import { keepInBlock } from "../../base/text";
import type { MessageId } from "../../conversation/ids";
import type { UserMessage } from "../../conversation/message";
import { SessionError } from "../../sessions/lineage/session";
import { saveEngineState } from "../compression/compress";
import type { TurnEnd } from "../events";
import type { ActiveSession, SessionStart } from "../session/active-session";
import { pin } from "../session/edits/pinning";
import { emitVersions } from "../session/emit-state";
import type { AgentWorld, UserInput } from "../world";
import { runTurn } from "./turn";
import { userMessage } from "./user-message";

export type NumberedInput = UserInput & { readonly id: MessageId };

/** A whole turn, from the user's message on. The caller emits its end, as the last event of the turn. */
export async function takeTurn(
  world: AgentWorld,
  session: ActiveSession,
  input: NumberedInput,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const end = await endOfTurn(world, session, input, signal);
  const files = (await world.checkpoints?.end()) ?? [];
  if (files.length > 0) world.emit({ type: "checkpoint-made", session: session.id, messageId: input.id, files });
  // Fails where another window took the session over; the outcome of the turn already says so.
  await saveEngineState(world, session).catch(() => undefined);
  await proposeMemory(world, session);
  return end;
}

/** One question about everything that compressions folded away, once the user has the answer. */
export async function proposeMemory(world: AgentWorld, session: ActiveSession): Promise<void> {
  const facts = await world.memory.takeOffers();
  if (facts.length > 0) world.emit({ type: "memory-proposed", session: session.id, facts });
}

/** A turn ends with an event even after an unexpected error: a view that waits for one would hang. */
async function endOfTurn(
  world: AgentWorld,
  session: ActiveSession,
  input: NumberedInput,
  signal: AbortSignal,
): Promise<TurnEnd> {
  try {
    const source = session.takeStart();
    const hooked = await askHooks(world, session, { text: input.text, source }, signal);
    if (signal.aborted) return { outcome: "stopped" };
    if (hooked.blocked !== undefined)
      return {
        outcome: "blocked",
        reason: sentence("A hook did not let the message through: {reason}", { reason: hooked.blocked }),
      };
    const message: UserMessage = await userMessage(world, session, input, hooked.context);
    await session.append(world, [message]);
    if (input.keep === "pinned") await pinOrTell(world, session, message.id);
    await world.checkpoints?.begin(message.id, session.id);
    world.emit({ type: "turn-started", session: session.id, messageId: message.id });
    // Only the first message of a session that was opened again can stand beside another one.
    const found = source === "resume" ? emitVersions(world, session) : undefined;
    const end = await runTurn(world, session, signal);
    await found;
    return end;
  } catch (error) {
    if (signal.aborted) return { outcome: "stopped" };
    if (error instanceof SessionError) return { outcome: "failed", reason: error.sentence, actions: ["new-session"] };
    return {
      outcome: "failed",
      reason: sentence("Something went wrong in Hermes: {reason}", { reason: sentenceOf(error) }),
      actions: ["retry"],
    };
  }
}

/** A message that cannot be pinned is sent all the same. */
async function pinOrTell(world: AgentWorld, session: ActiveSession, id: MessageId): Promise<void> {
  try {
    await pin(world, session, id);
  } catch (error) {
    world.emit({ type: "notice", level: "warning", text: sentenceOf(error) });
  }
}

interface HookedMessage {
  readonly blocked?: string;
  /** For the model, beside the message. */
  readonly context: readonly string[];
}

/** The hooks of a session that starts, then those of the message. */
async function askHooks(
  world: AgentWorld,
  session: ActiveSession,
  { text, source }: { readonly text: string; readonly source: SessionStart | undefined },
  signal: AbortSignal,
): Promise<HookedMessage> {
  const { hooks } = world;
  hooks.refresh();
  const started =
    source === undefined
      ? { context: [] }
      : await hooks.run({ event: "SessionStart", names: [source], fields: { source } }, session.id, signal);
  const submitted = await hooks.run(
    { event: "UserPromptSubmit", names: [], fields: { prompt: text } },
    session.id,
    signal,
  );
  const context = [...started.context, ...submitted.context].map(
    (words) => `<hook-context>\n${keepInBlock(words)}\n</hook-context>`,
  );
  return { context, ...(submitted.blocked !== undefined && { blocked: submitted.blocked }) };
}
