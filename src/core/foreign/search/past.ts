import { messageText } from "../../conversation/render";
import { readForeignSession } from "../read-session";
import type { ForeignFile } from "../session";
import { searchForeignSessions } from "./search";
import type { WorkspaceWorld } from "./workspace-files";
import { workspaceFiles } from "./workspace-files";

/** A message of another agent's session that `session_search` found. */
interface ForeignPastHit {
  /** Names the agent, the session, and the message, so that the model can read it. */
  readonly messageId: string;
  readonly session: string;
  readonly title: string;
  readonly role: string;
  readonly snippet: string;
}

export async function searchForeignPast(
  world: WorkspaceWorld,
  query: string,
  { limit }: { readonly limit: number },
  signal: AbortSignal,
): Promise<readonly ForeignPastHit[]> {
  const hits: ForeignPastHit[] = [];
  for await (const hit of searchForeignSessions(world, await workspaceFiles(world, signal), query, signal)) {
    if (hits.length >= limit) break;
    const { file, role, snippet } = hit;
    hits.push({
      messageId: `${sessionName(file)}/${hit.messageId}`,
      session: file.id,
      title: `${file.agent}: ${hit.title}`,
      role,
      snippet,
    });
  }
  return hits;
}

/** The whole text of a found message; undefined where the id names none of this workspace. */
export async function readForeignPast(
  world: WorkspaceWorld,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = (await workspaceFiles(world, signal)).find((one) => id.startsWith(`${sessionName(one)}/`));
  if (file === undefined) return undefined;
  const wanted = id.slice(sessionName(file).length + 1);
  const { messages } = await readForeignSession(world, file, signal);
  const message = messages.find((one) => one.id === wanted);
  return message && messageText(message);
}

const sessionName = ({ agent, id }: ForeignFile): string => `${agent}/${id}`;
