import { isObject } from "../../base/json";
import type { CallId, SessionId } from "../../conversation/ids";
import { ledgerOf } from "../../ledger/add-to-ledger";
import type { Session } from "../../sessions/lineage/session";
import { readPast } from "../session/stored-past";
import type { AgentWorld } from "../world";
import { reportChars, writeReport } from "./report";
import { DELEGATED } from "./run-child";

/**
 * The report of a sub-agent whose process ended before its parent had the result: everything it did is in its own
 * journal. Undefined where the call started none.
 */
export async function lostReport(world: AgentWorld, parent: SessionId, call: CallId): Promise<string | undefined> {
  const lines = (await world.sessions.list()).filter(
    ({ parentId, relation }) => parentId === parent && relation === "sub-agent",
  );
  for (const { id } of lines) {
    const first = await world.sessions.read(id);
    if (!answers(first, call)) continue;
    const child = await world.sessions.read(await world.sessions.compressionTip(id));
    const past = await readPast(world, child.header);
    const messages = [...past.messages, ...child.messages];
    return writeReport({
      kind: first.title,
      session: child.header.id,
      messages,
      ledger: ledgerOf(messages),
      maxChars: reportChars(0),
      ending: "Hermes was closed before it was done; what it did until then is below",
    });
  }
  return undefined;
}

const answers = ({ events }: Session, call: CallId): boolean =>
  events.some(({ name, data }) => name === DELEGATED && isObject(data) && data["callId"] === call);
