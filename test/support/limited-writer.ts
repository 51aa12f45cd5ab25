/**
 * Writes a session under the resource limits of its process and prints the result. Runs as a bundle; argument: folder.
 */
import { renderSentence } from "../../src/core/base/sentence";
import { messageId, sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { createSessionStore } from "../../src/core/sessions/store";

let ids = 0;
const newId = () => `limited-${ids++}`;
const message = (): Message => ({
  role: "user",
  id: messageId(newId()),
  content: [{ type: "text", text: "x".repeat(500) }],
});

void main(process.argv[2] ?? "");

async function main(folder: string): Promise<void> {
  const reasons: string[] = [];
  const store = createSessionStore({
    folder,
    now: () => Date.now(),
    newId,
    workerFile: "/none",
    onDegraded: (reason) => reasons.push(renderSentence(reason)),
  });
  const header = {
    id: sessionId("first"),
    parentId: null,
    relation: "root",
    startedAt: Date.now(),
    title: "t",
    workspace: "w",
    systemPrompt: "p",
    engine: "e",
  } as const;
  const writer = await store.create(header);
  for (let count = 0; count < 20; count++) await writer.append([message()]);
  const { messages } = await store.read(header.id);
  console.log(JSON.stringify({ reasons, storage: writer.storage, messages: messages.length }));
}
