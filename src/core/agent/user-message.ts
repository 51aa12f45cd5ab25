import type { MessageId } from "../conversation/ids";
import type { TextPart, UserMessage } from "../conversation/message";
import { spillUserMessage } from "../spill/spill-results";
import type { LiveSession } from "./live-session";
import { tellSpill } from "./tool-results";
import { spillBounds } from "./spill-bounds";
import type { AgentWorld, UserInput } from "./world";

/** The user's turn as it is stored: what was written, bounded, and beside it what rides along for this turn only. */
export async function userMessage(
  world: AgentWorld,
  live: LiveSession,
  input: UserInput & { readonly id: MessageId },
): Promise<UserMessage> {
  const recalled = live.engine.recall?.(input.text, live.messages) ?? [];
  if (recalled.length > 0) world.emit({ type: "recalled", session: live.id, snippets: recalled });
  const attachment = await world.turnFacts(recalled);
  const text: readonly TextPart[] = input.text === "" ? [] : [{ type: "text", text: input.text }];
  const whole: UserMessage = {
    role: "user",
    id: input.id,
    content: [...text, ...input.images],
    ...(attachment !== undefined && { attachment }),
  };
  const { message, outcome } = await spillUserMessage(
    world.spills,
    live.id,
    whole,
    spillBounds(world, live.engine.contextLength),
  );
  if (outcome) tellSpill(world, live, outcome);
  return message;
}
