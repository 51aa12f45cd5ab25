import { parentPort, workerData } from "node:worker_threads";
import type { WorkerReply, WorkerTask } from "./client";
import { IndexDatabase } from "./database";
import type { IndexOptions } from "./request";

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
