import type { Message } from "../../conversation/message";
import { routeKey, routeOf } from "../../models/model";
import type { RequestRecord, Session } from "../../sessions/lineage/session";
import type { Tool } from "../../tools/tool";
import type { AgentWorld, Route } from "../world";
import type { ActiveSession } from "./active-session";
import { applyEvictions } from "./event-records";
import { fixedTokens } from "./sizes/measure";

/**
 * Corrects the estimate of a session that was opened again by the newest usage on record that still tells something
 * about it: its own, or that of the session it grew out of. The figure stays an estimate: messages, tools or the
 * system prompt may have changed since.
 */
export async function calibrateFromRecords(world: AgentWorld, session: ActiveSession, stored: Session): Promise<void> {
  const { parentId } = session.header;
  const measured =
    newestMeasured(stored, session) ??
    // A deleted parent has nothing to say; the first request then corrects the estimate.
    (parentId === null
      ? undefined
      : await world.sessions.read(parentId).then(
          (parent) => newestMeasured(parent, session),
          () => undefined,
        ));
  if (measured === undefined) return;
  const { systemPrompt } = session.header;
  const request = {
    model: session.route.model,
    messages: measured.sent,
    fixedTokens: fixedTokens(systemPrompt, toolsOf(session, measured.engine)),
  };
  session.gauge.calibrate(request, measured.request.usage);
}

/** The tools of an engine that was chosen since were not part of a request before it. */
function toolsOf(session: ActiveSession, engine: string): readonly Tool[] {
  const { tools } = session.toolBox;
  if (engine === session.header.engine) return tools;
  const added = new Set((session.engine.toolSchemas?.() ?? []).map(({ name }) => name));
  return tools.filter(({ name }) => !added.has(name));
}

interface Measured {
  readonly engine: string;
  readonly request: RequestRecord;
  readonly sent: readonly Message[];
}

/**
 * A branch may end before its parent's newest requests, and those say more about what it left behind. Where no request
 * is part of this session, as after a compression, the parent's newest one is at least of the same model and kind.
 */
function newestMeasured(source: Session, session: ActiveSession): Measured | undefined {
  const known = new Set(session.messages.map(({ id }) => id));
  const requests = source.requests.filter(
    (request) => request.purpose === "agent" && isSameRoute(request, session.route),
  );
  const measure = (request: RequestRecord): Measured => ({
    engine: source.header.engine,
    request,
    sent: messagesSent(source, request),
  });
  const within = requests.findLast((request) => measure(request).sent.every(({ id }) => known.has(id)));
  const chosen = within ?? requests.at(-1);
  return chosen && measure(chosen);
}

/** Everything written when the request began. A reply from the same millisecond came after it. */
function messagesSent(source: Session, { at }: RequestRecord): readonly Message[] {
  const later = source.messages.findIndex(
    (_, index) => index >= source.seedCount && (source.writtenAt[index] ?? 0) > at,
  );
  const written = source.messages.slice(0, later < 0 ? source.messages.length : later);
  const end = written.findLastIndex(({ role }) => role !== "assistant") + 1;
  return applyEvictions(
    written.slice(0, end),
    source.events.filter((event) => event.at <= at),
  );
}

/** Old records do not name the server; the current one is assumed for them. */
const isSameRoute = (last: RequestRecord, { model }: Route): boolean =>
  routeKey({ ...routeOf(model), ...last }) === routeKey(model);
