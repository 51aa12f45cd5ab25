import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { afterStep, isPauseDue } from "../../context/trigger/rereading";
import type { Message } from "../../conversation/message";
import type { TurnEnd } from "../events";
import type { ActiveSession } from "../session/active-session";
import { rereadingRecord } from "../session/event-records";
import type { AgentWorld } from "../world";
import type { Repetition } from "./repeated-calls";
import { isLoop } from "./repeated-calls";

/** Looks at the step that has just ended: a model that goes in circles is paused, with what it cost and what to do. */
export async function brake(
  world: AgentWorld,
  session: ActiveSession,
  repetition: Repetition,
): Promise<TurnEnd | undefined> {
  if (isLoop(repetition)) return { outcome: "paused", reason: loopReason(repetition), actions: ["continue"] };
  const before = session.rereading;
  const now = afterStep(before, newestExchange(session.messages), session.engine.thresholdTokens);
  session.noteRereading(now);
  if (now.strikes === before.strikes) return undefined;
  await session.writer.recordEvent(rereadingRecord(now, world.now()));
  if (!isPauseDue(now)) return undefined;
  return {
    outcome: "paused",
    reason: rereadReason(session),
    actions: ["compress-with-focus", "evict-largest", "larger-model", "new-session"],
  };
}

const newestExchange = (messages: readonly Message[]): readonly Message[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === "assistant"));

const loopReason = ({ count, name }: Repetition): Sentence =>
  sentence(
    [
      "The model repeated the same call {count} times and got the same result each time: {name}.",
      "It was told so and did not stop. Tell it what to do instead.",
    ],
    { count, name },
  );

const rereadReason = ({ rereading, spent }: ActiveSession): Sentence =>
  sentence("{what} {cost} {advice}", {
    what: sentence("After each of {count} compressions the model read again what had just been folded: {names}.", {
      count: rereading.strikes,
      names: rereading.names,
    }),
    cost:
      spent.costUsd === null
        ? sentence("This took {tokens} tokens.", { tokens: spent.tokens })
        : sentence("This took {tokens} tokens and cost {cost}.", {
            tokens: spent.tokens,
            cost: `$${spent.costUsd.toFixed(2)}`,
          }),
    advice: sentence([
      "Compress with a focus on what it needs, evict what it does not need, choose a model with a larger window,",
      "or start a new session with a smaller task.",
    ]),
  });
