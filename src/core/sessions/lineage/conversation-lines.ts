import type { SessionId } from "../../conversation/ids";
import type { SessionLine } from "./session";

/** Everything that a conversation consists of. */
export interface ConversationLines {
  /** The sessions that compressions made of it, newest first. */
  readonly chain: readonly SessionLine[];
  /** The sessions of its sub-agents. */
  readonly helpers: readonly SessionLine[];
}

/** The conversations of the user, by the session that is open to more: their tips. */
export function groupConversations(lines: readonly SessionLine[]): ReadonlyMap<SessionId, ConversationLines> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const helpers = new Map<SessionId, SessionLine[]>();
  for (const line of lines)
    if (line.worksFor !== null) helpers.set(line.worksFor, [...(helpers.get(line.worksFor) ?? []), line]);
  const chainOf = (tip: SessionLine): readonly SessionLine[] => {
    const chain = new Set<SessionLine>();
    for (let line: SessionLine | undefined = tip; line !== undefined && !chain.has(line); ) {
      chain.add(line);
      line = line.relation === "continuation" && line.parentId !== null ? byId.get(line.parentId) : undefined;
    }
    return [...chain];
  };
  return new Map(
    lines
      .filter(({ tip, worksFor }) => tip && worksFor === null)
      .map((tip) => {
        const chain = chainOf(tip);
        return [tip.id, { chain, helpers: chain.flatMap(({ id }) => helpers.get(id) ?? []) }];
      }),
  );
}
