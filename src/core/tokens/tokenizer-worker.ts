import { parentPort } from "node:worker_threads";
import { loadTokenizer } from "./tokenizer";
import type { CountReply, CountTask } from "./tokenizer-counter";

// Started by `createTokenCounter` only, so there is a port.
const port = parentPort;
if (port === null) throw new Error("tokenizer-worker runs as a worker.");

const loading = loadTokenizer();

port.on("message", ({ id, texts }: CountTask) => {
  const answer = async (): Promise<CountReply> => {
    const tokenizer = await loading;
    return { id, counts: texts.map((text) => tokenizer.count(text)) };
  };
  const failed = (error: unknown): CountReply => ({
    id,
    error: error instanceof Error ? error.message : String(error),
  });
  // Both outcomes are replies: nothing is left to reject.
  void answer()
    .catch(failed)
    .then((reply) => port.postMessage(reply));
});
