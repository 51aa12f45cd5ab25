import { isObject } from "../../../base/json";
import type { Message } from "../../../conversation/message";
import type { EventRecord } from "../../../sessions/lineage/session";
import { unwrapCall } from "../../../tools/deferred-tools";
import type { ToolAges } from "../../../tools/on-demand/plan";
import { nextAges } from "../../../tools/on-demand/plan";
import type { ActiveSession } from "../active-session";
import { newestRecord } from "../event-records";

/** The journal event of a continuation that says which tools of others are in use. */
const TOOL_AGES = "tool-ages";

/** As recorded, so that a session that is opened again lists the same tools. */
export function agesOf(events: readonly EventRecord[]): ToolAges {
  const data = newestRecord(events, TOOL_AGES);
  if (!isObject(data)) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, age]) => (typeof age === "number" ? [[name, age] as const] : [])),
  );
}

/** After a compression of this session. What an earlier compression left at the beginning was counted then. */
export function agesAfter({ toolAges, toolBox, messages, sealedFrom }: ActiveSession): ToolAges {
  const { listed, deferred } = toolBox.outside;
  const outside = new Set([...listed, ...deferred].map(({ name }) => name));
  const called = calledTools(messages.slice(sealedFrom), (name) => toolBox.find(name)).filter((name) =>
    outside.has(name),
  );
  return nextAges(toolAges, listed, new Set(called));
}

export const ageRecords = (ages: ToolAges, at: number): readonly EventRecord[] =>
  Object.keys(ages).length === 0 ? [] : [{ at, name: TOOL_AGES, data: { ...ages } }];

const calledTools = (messages: readonly Message[], find: Parameters<typeof unwrapCall>[1]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === "assistant"
      ? message.parts.flatMap((part) => (part.type === "tool-call" ? [unwrapCall(part, find).name] : []))
      : [],
  );
