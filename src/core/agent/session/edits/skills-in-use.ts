import type { MessageId } from "../../../conversation/ids";
import type { Message, SummaryMessage, ToolMessage } from "../../../conversation/message";
import { messageText } from "../../../conversation/render";
import type { Pin } from "../../../ledger/ledger";
import { estimateMessageTokens } from "../../../tokens/estimate";
import type { ToolOutcome } from "../../../tools/tool";
import type { AgentWorld } from "../../world";
import type { ActiveSession } from "../active-session";
import { emitMeasure } from "../emit-state";
import { EVICTED, pinRecord } from "../event-records";

export interface SkillResult {
  readonly message: ToolMessage;
  readonly skill: NonNullable<ToolOutcome["skill"]>;
}

/**
 * Instructions of a skill stay in the context as long as it is in use, like a pin, and leave it at once when the model
 * is done: a request that does not need them must not carry them.
 */
export async function noteSkills(
  world: AgentWorld,
  session: ActiveSession,
  results: readonly SkillResult[],
): Promise<void> {
  for (const { message, skill } of results) {
    if (skill.change === "used") await use(world, session, message, skill.name);
    else await release(world, session, skill.name);
  }
}

/** The names of the skills whose instructions are in the context. */
export const skillsIn = (pins: readonly Pin[]): readonly string[] =>
  pins.flatMap((pin) => (pin.kind === "message" && pin.skill !== undefined ? [pin.skill] : []));

/** After a restart: a summary may still carry a skill that was released since it was written. */
export function dropReleased(messages: readonly Message[], pins: readonly Pin[]): readonly Message[] {
  const inUse = new Set(skillsIn(pins));
  const isGone = (skill: string): boolean => !inUse.has(skill);
  const holdsOne = (message: Message): message is SummaryMessage =>
    message.role === "summary" && (message.pins ?? []).some(({ skill }) => skill !== undefined && isGone(skill));
  if (!messages.some(holdsOne)) return messages;
  return messages.map((message) => (holdsOne(message) ? withoutSkills(message, isGone) : message));
}

async function use(world: AgentWorld, session: ActiveSession, message: ToolMessage, skill: string): Promise<void> {
  const pin: Pin = { kind: "message", messageId: message.id, text: messageText(message), skill };
  await savePins(world, session, [...session.pins, pin]);
  emitMeasure(world, session);
}

async function release(world: AgentWorld, session: ActiveSession, name: string): Promise<void> {
  const pin = session.pins.find((one) => one.kind === "message" && one.skill === name);
  if (pin?.kind !== "message") return;
  const holder = session.messages.find(
    (message) => message.id === pin.messageId || (message.role === "summary" && carries(message, name)),
  );
  const reduced = holder && reduce(holder, name);
  if (holder !== undefined && reduced !== undefined) {
    if (reduced.role === "tool") await recordEviction(world, session, reduced.id, gistOf(name));
    session.replaceMessage(reduced);
  }
  await savePins(
    world,
    session,
    session.pins.filter((one) => one !== pin),
  );
  const tokens =
    holder === undefined || reduced === undefined ? 0 : estimateMessageTokens(holder) - estimateMessageTokens(reduced);
  world.emit({ type: "skill-released", session: session.id, name, tokens });
  emitMeasure(world, session);
}

function reduce(message: Message, name: string): ToolMessage | SummaryMessage | undefined {
  if (message.role === "summary") return withoutSkills(message, (skill) => skill === name);
  return message.role === "tool" ? { ...message, body: { kind: "pruned", gist: gistOf(name) } } : undefined;
}

const gistOf = (name: string): string => `[skill ${name}: done; its instructions were taken out of the context]`;

const carries = (message: SummaryMessage, name: string): boolean =>
  message.pins?.some(({ skill }) => skill === name) ?? false;

function withoutSkills(message: SummaryMessage, isGone: (skill: string) => boolean): SummaryMessage {
  const { pins = [], ...rest } = message;
  const kept = pins.filter(({ skill }) => skill === undefined || !isGone(skill));
  return kept.length === 0 ? rest : { ...rest, pins: kept };
}

const recordEviction = (world: AgentWorld, session: ActiveSession, id: MessageId, gist: string): Promise<void> =>
  session.writer.recordEvent({ at: world.now(), name: EVICTED, data: { messageId: id, gist } });

async function savePins(world: AgentWorld, session: ActiveSession, pins: readonly Pin[]): Promise<void> {
  await session.writer.recordEvent(pinRecord(pins, world.now()));
  session.replacePins(pins);
}
