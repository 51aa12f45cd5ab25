import { Worker } from "node:worker_threads";
import type { AnswerOf, IndexAnswer, IndexOptions, IndexRequest } from "./request";

/** Answers from the journals as they are now. Rejects when the index itself cannot run. */
export interface SessionIndex {
  ask<Kind extends IndexRequest["kind"]>(
    request: Extract<IndexRequest, { readonly kind: Kind }>,
  ): Promise<AnswerOf<Kind>>;
  close(): Promise<void>;
}

export interface WorkerTask {
  readonly id: number;
  readonly request: IndexRequest;
}

export type WorkerReply =
  | { readonly id: number; readonly answer: IndexAnswer }
  | { readonly id: number; readonly error: string };

/** The index in a worker, so that searches and rebuilds do not block the window. Started by the first request. */
export function startIndexWorker(workerFile: string, options: IndexOptions): SessionIndex {
  const waiting = new Map<number, { resolve(answer: IndexAnswer): void; reject(reason: Error): void }>();
  let next = 0;
  let worker: Worker | undefined;

  const fail = (reason: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(workerFile, { workerData: options });
    // A window that closes must not wait for the index; its snapshot is disposable.
    started.unref();
    started.on("message", (reply: WorkerReply) => {
      const task = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("answer" in reply) task?.resolve(reply.answer);
      else task?.reject(new Error(reply.error));
      if (waiting.size === 0) started.unref();
    });
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The session index stopped.")));
    return started;
  };
  const ask = (request: IndexRequest) =>
    new Promise<IndexAnswer>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker ??= start();
      worker.ref();
      worker.postMessage({ id, request } satisfies WorkerTask);
    });
  return {
    ask: (request) => narrow(request.kind, ask(request)),
    close: async () => {
      const running = worker;
      if (running === undefined) return;
      await ask({ kind: "save" }).catch(() => undefined);
      running.removeAllListeners("exit");
      worker = undefined;
      await running.terminate();
    },
  };
}

/** The index in this thread, for programs without a window to hold up. */
export function openLocalIndex(options: IndexOptions): SessionIndex {
  const load = async () => {
    const { IndexDatabase } = await import("./database");
    return await IndexDatabase.open(options);
  };
  let opening: ReturnType<typeof load> | undefined;
  const ask = async (request: IndexRequest) => {
    opening ??= load();
    return (await opening).answer(request);
  };
  return {
    ask: (request) => narrow(request.kind, ask(request)),
    close: async () => {
      // Without a question there is nothing to save, and what cannot be opened cannot be saved.
      if (opening !== undefined) await ask({ kind: "save" }).catch(() => undefined);
    },
  };
}

async function narrow<Kind extends IndexRequest["kind"]>(
  kind: Kind,
  answering: Promise<IndexAnswer>,
): Promise<AnswerOf<Kind>> {
  const answer = await answering;
  if (!isAnswerTo(kind, answer)) throw new Error(`The session index answered "${answer.kind}" to "${kind}".`);
  return answer;
}

const isAnswerTo = <Kind extends IndexRequest["kind"]>(kind: Kind, answer: IndexAnswer): answer is AnswerOf<Kind> =>
  answer.kind === kind;
