import { Worker } from "node:worker_threads";
import type { Message, Protocol } from "../conversation/message";
import { imageTokens, messageParts } from "./message-parts";
import type { Tokenizer } from "./tokenizer";

/** Exact counts, off the host's thread. Counts of messages are remembered as long as the message lives. */
export interface TokenCounter {
  countTexts(texts: readonly string[]): Promise<readonly number[]>;
  /** Tokens of each message on this protocol's wire, framing and pictures included. */
  countMessages(messages: readonly Message[], protocol: Protocol): Promise<readonly number[]>;
  dispose(): Promise<void>;
}

export interface TokenCounterOptions {
  /**
   * The built `tokenizer-worker` file. Without it counting happens in this thread, for programs that have nothing else
   * to do.
   */
  readonly workerFile?: string;
}

export interface CountTask {
  readonly id: number;
  readonly texts: readonly string[];
}

export type CountReply =
  | { readonly id: number; readonly counts: readonly number[] }
  | { readonly id: number; readonly error: string };

export function createTokenCounter({ workerFile }: TokenCounterOptions): TokenCounter {
  const engine = workerFile === undefined ? countHere() : countInWorker(workerFile);
  const remembered = new WeakMap<Message, number>();
  return {
    ...engine,
    async countMessages(messages, protocol) {
      const unknown = messages.filter((message) => !remembered.has(message));
      const parts = unknown.map(messageParts);
      const counts = parts.length === 0 ? [] : await engine.countTexts(parts.flatMap(({ texts }) => texts));
      let at = 0;
      unknown.forEach((message, index) => {
        const { texts = [], framingTokens = 0 } = parts[index] ?? {};
        const own = counts.slice(at, at + texts.length);
        at += texts.length;
        remembered.set(
          message,
          own.reduce((sum, count) => sum + count, framingTokens),
        );
      });
      return messages.map(
        (message) => (remembered.get(message) ?? 0) + messageParts(message).images * imageTokens[protocol],
      );
    },
  };
}

type Engine = Pick<TokenCounter, "countTexts" | "dispose">;

function countHere(): Engine {
  let loading: Promise<Tokenizer> | undefined;
  return {
    async countTexts(texts) {
      loading ??= import("./tokenizer").then(({ loadTokenizer }) => loadTokenizer());
      const tokenizer = await loading;
      return texts.map((text) => tokenizer.count(text));
    },
    dispose: async () => undefined,
  };
}

interface Waiting {
  resolve(counts: readonly number[]): void;
  reject(reason: Error): void;
}

/** A worker that dies fails what it was asked; the next question starts another. */
function countInWorker(workerFile: string): Engine {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let worker: Worker | undefined;

  const start = (): Worker => {
    const started = new Worker(workerFile);
    const fail = (reason: Error) => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    };
    started.on("message", (reply: CountReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("counts" in reply) asked?.resolve(reply.counts);
      else asked?.reject(new Error(reply.error));
      // A program that is done must not wait for an idle worker.
      if (waiting.size === 0) started.unref();
    });
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The token counter stopped.")));
    return started;
  };

  return {
    countTexts: (texts) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        worker ??= start();
        worker.ref();
        worker.postMessage({ id, texts } satisfies CountTask);
      }),
    async dispose() {
      const running = worker;
      worker = undefined;
      await running?.terminate();
    },
  };
}
