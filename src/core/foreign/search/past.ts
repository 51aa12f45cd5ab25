import { redactSecrets } from "../../redact/secrets";
import { readForeignSession } from "../read-session";
import type { ForeignFile } from "../session";
import { recordedText } from "../session";
import { mentionsAll, searchForeignSessions, searchWords, snippetOf } from "./search";
import type { WorkspaceWorld } from "./workspace-files";
import { workspaceFiles } from "./workspace-files";

/** A message of another agent's session, found for a model. */
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
  const files = await workspaceFiles(world, signal);
  for await (const { file, title, role, messageId, snippet } of searchForModel(files, query, signal)) {
    if (hits.length >= limit) break;
    hits.push({
      messageId: `${sessionName(file)}/${messageId}`,
      session: file.id,
      title: `${file.agent}: ${title}`,
      role,
      snippet,
    });
  }
  return hits;
}

/**
 * What a model may find: a message is redacted as a whole before a part of it is shown, and found only by what is left
 * of it. Otherwise a cut could save half a secret, and guessing would reveal the rest letter by letter.
 */
export async function* searchForModel(...search: Parameters<typeof searchForeignSessions>) {
  const words = searchWords(search[1]);
  for await (const hit of searchForeignSessions(...search)) {
    const text = redactSecrets(hit.text);
    if (mentionsAll(text, words)) yield { ...hit, text, snippet: snippetOf(text, words) };
  }
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
  const { messages } = await readForeignSession(file, signal);
  const message = messages.find((one) => one.id === wanted);
  return message && redactSecrets(recordedText(message));
}

const sessionName = ({ agent, id }: ForeignFile): string => `${agent}/${id}`;
