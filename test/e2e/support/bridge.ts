import { existsSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type vscode from "vscode";
import type { JsonValue } from "../../../src/core/base/json";

type Api = typeof vscode;

const POLL_MS = 100;
const APPEAR_TIMEOUT_MS = 60_000;

/**
 * Runs a function in the extension host with the real API. It is sent as source text, so it sees only its parameters.
 */
export type InHost = <const Args extends readonly JsonValue[], Result>(
  work: (api: Api, ...args: Args) => Promise<Result>,
  ...args: Args
) => Promise<Result>;

export function connectBridge(socket: string): InHost {
  return async (work, ...args) => {
    await waitForSocket(socket);
    const { value, error } = JSON.parse(await post(socket, JSON.stringify({ source: String(work), args })));
    if (error !== undefined) throw new Error(error);
    return value;
  };
}

async function waitForSocket(socket: string): Promise<void> {
  for (let waited = 0; !existsSync(socket); waited += POLL_MS) {
    if (waited > APPEAR_TIMEOUT_MS) throw new Error("The bridge extension did not start.");
    await sleep(POLL_MS);
  }
}

function post(socketPath: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method: "POST" }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    });
    call.on("error", reject).end(body);
  });
}
