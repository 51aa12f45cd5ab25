// Sends one prompt to an agent that speaks the Agent Client Protocol on its standard streams, and ends with it:
// `node acp-turn.mjs <agent> [--continue] --prompt=<text> -- [<argument of the agent> …]`.
// The agent's home keeps the id of the session for the prompts that follow. Every tool is allowed.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const END_LIMIT_MS = 5_000;

/** @typedef {Record<string, unknown>} Fields */

const text = /** @type {const} */ ({ type: "string" });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { prompt: text, continue: { type: "boolean" } },
});
const { prompt = "" } = values;
const sessionFile = join(homedir(), "acp-session");
const [program = "", ...args] = positionals;
const agent = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });

/** @type {Map<number, { resolve: (result: Fields) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
let lastId = 0;

/** @param {Fields} message */
const send = (message) => agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/**
 * @param {string} method
 * @param {Fields} params
 * @returns {Promise<Fields>}
 */
function ask(method, params) {
  const id = ++lastId;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

/** @param {string} line */
function receive(line) {
  if (!line.startsWith("{")) return;
  const { id, method, params, result, error } = JSON.parse(line);
  if (method !== undefined) return id === undefined ? undefined : answer(id, method, params);
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) asked?.resolve(result ?? {});
  else asked?.reject(new Error(error.data?.message ?? error.message));
}

/**
 * @param {number} id
 * @param {string} method
 * @param {{ options?: { kind: string, optionId: string }[] }} params
 */
function answer(id, method, params) {
  const allowed = params.options?.find(({ kind }) => kind.startsWith("allow"));
  if (method === "session/request_permission" && allowed !== undefined)
    send({ id, result: { outcome: { outcome: "selected", optionId: allowed.optionId } } });
  else send({ id, error: { code: -32_601, message: "Method not found" } });
}

async function openSession() {
  const place = { cwd: process.cwd(), mcpServers: [] };
  if (values.continue) {
    const sessionId = readFileSync(sessionFile, "utf8");
    await ask("session/load", { sessionId, ...place });
    return sessionId;
  }
  const { sessionId } = await ask("session/new", place);
  writeFileSync(sessionFile, String(sessionId));
  return String(sessionId);
}

async function turn() {
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  await ask("initialize", { protocolVersion: 1, clientCapabilities });
  const sessionId = await openSession();
  const { stopReason } = await ask("session/prompt", { sessionId, prompt: [{ type: "text", text: prompt }] });
  if (stopReason !== "end_turn") throw new Error(`The turn ended with "${String(stopReason)}".`);
}

createInterface({ input: agent.stdout }).on("line", receive);
const ended = new Promise((resolve) => agent.on("close", resolve));
agent.on("close", (status) => {
  for (const { reject } of waiting.values()) reject(new Error(`The agent ended with status ${status}.`));
});
try {
  await turn();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  // It has to end by itself, so that the session is on the disk.
  agent.stdin.end();
  const limit = setTimeout(() => agent.kill("SIGKILL"), END_LIMIT_MS);
  await ended;
  clearTimeout(limit);
}
