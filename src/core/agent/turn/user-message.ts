import { keepInBlock } from "../../base/text";
import { askedText } from "../../context/recall/asked-text";
import { attachedPart } from "../../conversation/attached";
import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { TextPart, UserMessage } from "../../conversation/message";
import { spillUserMessage } from "../../spill/spill-results";
import type { ActiveSession } from "../session/active-session";
import { recallOtherSessions } from "../session/edits/other-sessions";
import { changedPinnedFiles } from "../session/edits/pinning";
import { describeMode, modeIn } from "../settings/controls";
import type { AgentWorld, UserInput } from "../world";
import { spillBounds } from "./spill-bounds";
import { emitSpill } from "./tool-results";

/** How far the agent may go in this turn, and a plan that the user has edited since. */
async function describeControls(world: AgentWorld, session: ActiveSession): Promise<readonly string[]> {
  const { mode } = world.controls.current;
  const before = modeIn(session.messages.map((message) => (message.role === "user" ? message.attachment : undefined)));
  const plan = mode === "plan" ? await world.editedPlan(session.id) : undefined;
  return [
    ...describeMode(mode, before),
    ...(plan === undefined ? [] : [`<edited-plan>\n${keepInBlock(plan)}\n</edited-plan>`]),
  ];
}

/** The user's message as it is stored: its text, limited in size, and an attachment that is sent in this turn only. */
export async function userMessage(
  world: AgentWorld,
  session: ActiveSession,
  input: UserInput & { readonly id: MessageId },
  fromHooks: readonly string[] = [],
): Promise<UserMessage> {
  const { attachments = [] } = input;
  const asked = askedText(input.text);
  const own = session.engine.recall?.(asked, session.messages) ?? [];
  const recalled = [...own, ...(await recallOtherSessions(world, session.id, asked))];
  if (recalled.length > 0) world.emit({ type: "recalled", session: session.id, snippets: recalled });
  const facts = [
    ...(await describeControls(world, session)),
    await world.turnFacts(recalled, attachments),
    ...(await changedPinnedFiles(world, session)),
    ...fromHooks,
  ];
  const attachment = facts.some((fact) => fact !== undefined) ? facts.filter(Boolean).join("\n\n") : undefined;
  const text: readonly TextPart[] = input.text === "" ? [] : [{ type: "text", text: input.text }];
  const whole: UserMessage = {
    role: "user",
    id: input.id,
    content: [...text, ...attachments.map(attachedPart), ...input.images],
    ...(attachment !== undefined && { attachment }),
  };
  const { message, outcome } = await spillUserMessage(world.spills, session.id, whole, spillBounds(world, session));
  if (outcome) emitSpill(world, session.id, outcome, message);
  return message;
}

/** Stores the messages that join the turn between two steps. Returns whether there were any. */
export async function joinTurn(world: AgentWorld, session: ActiveSession): Promise<"joined" | "none"> {
  const due = session.header.relation === "sub-agent" ? [] : (world.steering?.take() ?? []);
  for (const { input } of due)
    await session.append(world, [await userMessage(world, session, { ...input, id: messageId(world.newId()) })]);
  return due.length > 0 ? "joined" : "none";
}
