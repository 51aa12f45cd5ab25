import { parentPort, workerData } from "node:worker_threads";
import { IndexDatabase } from "./index-database";
import type { WorkerReply, WorkerTask } from "./index-client";
import type { IndexOptions } from "./index-request";

// Given by `startIndexWorker`, which is the only one to start this file.
const opening = IndexDatabase.open(workerData as IndexOptions);
const port = parentPort;

port?.on("message", (task: WorkerTask) => {
  void answer(task).then((reply) => port.postMessage(reply));
});

async function answer({ id, request }: WorkerTask): Promise<WorkerReply> {
  try {
    const index = await opening;
    return { id, answer: index.answer(request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
