import { addUsage, noUsage, totalTokens } from "../../core/conversation/usage";
import type { ForeignEntry } from "../../core/foreign/list";
import type { ForeignFile } from "../../core/foreign/session";
import { addCost } from "../../core/sessions/journal/records";
import { groupConversations } from "../../core/sessions/lineage/conversation-lines";
import type { SearchHit, SessionLine } from "../../core/sessions/lineage/session";
import type { FoundPassage, HistoryLine } from "../../protocol/history";
import { agentName } from "../foreign/agent-names";

/** Conversations of the user, newest first, each with everything that it was made of. */
export function ownLines(lines: readonly SessionLine[], open: string | undefined): readonly HistoryLine[] {
  return [...groupConversations(lines).values()].flatMap(({ chain, helpers, undone }) => {
    const [line] = chain;
    if (line === undefined || line.messageCount === 0) return [];
    const all = [...chain, ...helpers, ...undone];
    const usage = all.map((part) => addUsage(part.usage, part.auxiliaryUsage)).reduce(addUsage, noUsage);
    return [
      {
        id: line.id,
        agent: null,
        title: line.title,
        lastUsedAt: line.lastUsedAt,
        state: line.id === open ? "open" : line.endReason === "undone" ? "undone" : "closed",
        figures: {
          engine: line.engine,
          messages: line.messageCount,
          tokens: totalTokens(usage),
          costUsd: all.reduce<number | null>((sum, { costUsd }) => addCost(sum, costUsd), 0),
        },
        found: null,
      },
    ];
  });
}

export const foreignLines = (entries: readonly ForeignEntry[]): readonly HistoryLine[] =>
  entries.map(({ file, title }) => ({
    id: foreignId(file),
    agent: agentName(file.agent),
    title,
    lastUsedAt: file.modifiedAt,
    state: "closed",
    figures: null,
    found: null,
  }));

/** Tells sessions of other agents from own ones, and from each other. */
export const foreignId = ({ agent, path, id }: Pick<ForeignFile, "agent" | "path" | "id">): string =>
  `${agent}:${path}:${id}`;

export const newestFirst = (lines: readonly HistoryLine[]): readonly HistoryLine[] =>
  lines.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt);

/** Lines whose title has every word; then those in which the index found them, the best first. */
export function foundLines(
  lines: readonly HistoryLine[],
  query: string,
  passages: ReadonlyMap<string, FoundPassage>,
): readonly HistoryLine[] {
  const words = query.toLowerCase().split(/\s+/u);
  const titled = lines.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const known = new Map(lines.map((line) => [line.id, line]));
  const found = [...passages].flatMap(([id, passage]) => {
    const line = known.get(id);
    return line === undefined ? [] : [{ ...line, found: passage }];
  });
  const withPassage = new Map(found.map((line) => [line.id, line]));
  const first = titled.map((line) => withPassage.get(line.id) ?? line);
  const named = new Set(titled.map(({ id }) => id));
  return [...first, ...found.filter(({ id }) => !named.has(id))];
}

/** The best find of each conversation, wherever in it the words are: before a compression, or in a sub-agent. */
export function passagesOf(
  hits: readonly SearchHit[],
  lines: readonly SessionLine[],
): ReadonlyMap<string, FoundPassage> {
  const conversations = new Map<string, string>(
    [...groupConversations(lines)].flatMap(([id, { chain, helpers }]) =>
      [...chain, ...helpers].map((part) => [part.id, id] as const),
    ),
  );
  const passages = new Map<string, FoundPassage>();
  for (const { session, messageId, snippet } of hits) {
    const id = conversations.get(session) ?? session;
    if (!passages.has(id)) passages.set(id, { messageId, text: snippet });
  }
  return passages;
}
