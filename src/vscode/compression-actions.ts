import { window } from "vscode";
import { messageText, sessionId } from "../core/index";
import type { SessionId } from "../core/conversation/ids";
import { conversationText } from "../presenter/conversation-text";
import type { Parts } from "./parts";

export type CompressionActions = ReturnType<typeof createCompressionActions>;

/** What people do about compressions: make one, compare, take it back. */
export function createCompressionActions({ hermes, chat, documents }: Parts) {
  const current = (): SessionId => {
    const id = hermes.agent.session;
    if (id === undefined) throw new Error("There is no conversation to compress yet.");
    return id;
  };

  const compress = async (focusTopic?: string) => {
    current();
    await chat.reveal();
    await hermes.agent.compress(focusTopic === undefined || focusTopic === "" ? {} : { focusTopic });
  };

  return {
    compress,
    async compressWithFocus(topic?: unknown) {
      const focus = typeof topic === "string" ? topic : await window.showInputBox({ title: "Compress context with focus", prompt: "What must stay in full detail?", placeHolder: "e.g. the failing discount test" });
      if (focus !== undefined) await compress(focus.trim());
    },
    /** No model call: offered where one failed. */
    compressByRecord: () => hermes.agent.compress({ summary: "deterministic" }),
    async undoCompression() {
      current();
      await hermes.agent.undoCompression();
    },
    /** `id` names the session a compression made; without it the newest is meant. */
    async diffCompression(id?: unknown) {
      const child = await hermes.sessions.read(typeof id === "string" ? sessionId(id) : current());
      const { parentId, relation } = child.header;
      if (parentId === null || relation !== "continuation") throw new Error("This session has not been compressed yet.");
      const later = await hermes.sessions.laterTurns(child.header.id);
      const parent = await hermes.sessions.read(parentId);
      const seed = child.messages.slice(0, child.messages.length - later.length);
      await documents.compare(`${child.title}: before ↔ after compression`, { name: "before.md", text: conversationText(parent.messages) }, { name: "after.md", text: conversationText(seed) });
    },
    async openSummary(id: string) {
      const { messages, title } = await hermes.sessions.read(sessionId(id));
      const summary = messages.find(({ role }) => role === "summary");
      if (!summary) throw new Error("This session holds no summary.");
      await documents.open(`Summary of ${title}.md`, messageText(summary));
    },
  };
}
