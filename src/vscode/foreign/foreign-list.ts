import type { ForeignSession } from "../../core/foreign/session";
import { foreignModel, newestRequest } from "../../core/host";
import type { HostContext } from "../host/host-context";
import type { OtherItem } from "../views/foreign-items";

/** Agents with sessions, each with its own; before the user has agreed, only the question. */
export async function listOthers({ foreign }: HostContext): Promise<readonly OtherItem[]> {
  const { sessions } = foreign;
  if (sessions.consent === undefined) return [{ kind: "ask" }];
  const { signal } = new AbortController();
  const groups = await Promise.all(
    sessions.agents.map(async (agent) => {
      // An agent whose folder cannot be read must not hide the others.
      const entries = await sessions.list(agent, signal).catch(() => []);
      return { kind: "agent" as const, agent, entries };
    }),
  );
  return groups.filter(({ entries }) => entries.length > 0);
}

/** As the agent recorded it, or as the catalog has it for the model. */
export const windowOf = (session: ForeignSession): number =>
  session.windowTokens ?? foreignModel(newestRequest(session)?.model ?? "unknown").windowTokens;
