import type { SessionId } from "../../conversation/ids";
import type { SessionLine } from "./session";

/** Everything that a conversation consists of. */
export interface ConversationLines {
  /** The sessions that compressions made of it, newest first. */
  readonly chain: readonly SessionLine[];
  /** The sessions of its sub-agents. */
  readonly helpers: readonly SessionLine[];
  /** Compressed copies of it that an undo left behind and nobody went on with, and their sub-agents. */
  readonly undone: readonly SessionLine[];
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
        const helpersOf = (all: readonly SessionLine[]) => all.flatMap(({ id }) => helpers.get(id) ?? []);
        const copies = undoneOf(chain, lines);
        return [tip.id, { chain, helpers: helpersOf(chain), undone: [...copies, ...helpersOf(copies)] }];
      }),
  );
}

/** An undone copy may have undone copies of its own. */
function undoneOf(chain: readonly SessionLine[], lines: readonly SessionLine[]): readonly SessionLine[] {
  const found: SessionLine[] = [];
  const copies = lines.filter(({ endReason }) => endReason === "undone");
  const known = new Set<SessionId | null>(chain.map(({ id }) => id));
  for (let added = -1; added !== found.length; ) {
    added = found.length;
    for (const line of copies)
      if (known.has(line.parentId) && !known.has(line.id)) {
        known.add(line.id);
        found.push(line);
      }
  }
  return found;
}
