import type { SessionId } from "../../core/conversation/ids";
import type { Message } from "../../core/conversation/message";
import { sessionId } from "../../core/host";
import type { SessionHeader } from "../../core/sessions/lineage/session";
import type { HostContext } from "./host-context";

export async function openSession({ hermes, chat, history }: HostContext, id: SessionId): Promise<void> {
  await chat.reveal();
  await hermes.agent.resume(id);
  history.close();
}

/** Keeps a conversation that began elsewhere as a session of its own. */
export async function storeSession(
  { hermes, settings, workspaceFolder }: HostContext,
  { title, messages }: { readonly title: string; readonly messages: readonly Message[] },
): Promise<SessionId> {
  const header: SessionHeader = {
    id: sessionId(crypto.randomUUID()),
    parentId: null,
    relation: "root",
    startedAt: Date.now(),
    title,
    workspace: workspaceFolder,
    systemPrompt: await hermes.systemPrompt(),
    engine: settings.current.context.engine,
  };
  await (await hermes.sessions.create(header, messages)).release();
  return header.id;
}
