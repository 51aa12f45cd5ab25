/**
 * One of several windows: appends to its own session and searches the messages of all windows. Runs as a bundle;
 * arguments: folder, name, worker file, wasm file.
 */
import { messageId, sessionId } from "../../src/core/conversation/ids";
import { createSessionStore } from "../../src/core/sessions/store";

const MESSAGES = 150;
const [folder = "", name = "", workerFile = "", wasmFile = ""] = process.argv.slice(2);
let ids = 0;
const newId = () => `${name}-${ids++}`;

void main();

async function main(): Promise<void> {
  const store = createSessionStore({ folder, now: () => Date.now(), newId, workerFile, wasmFile });
  const writer = await store.create({
    id: sessionId(name),
    parentId: null,
    relation: "root",
    startedAt: Date.now(),
    title: name,
    workspace: "w",
    systemPrompt: "p",
    engine: "e",
  });
  const unseen: string[] = [];
  for (let count = 0; count < MESSAGES; count++) {
    await writer.append([
      { role: "user", id: messageId(newId()), content: [{ type: "text", text: `shared word of ${name}${count}` }] },
    ]);
    const hits = count % 10 === 0 ? await store.search(`${name}${count}`, { limit: 1 }) : undefined;
    if (hits?.length === 0) unseen.push(`${name}${count}`);
  }
  await store.close();
  console.log(JSON.stringify({ unseen }));
}
