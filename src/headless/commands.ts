import { readFile } from "node:fs/promises";
import type { HermesSettings } from "../core/agent/settings/settings";
import type { FoldRange } from "../core/context/engine";
import type { SessionId } from "../core/conversation/ids";
import {
  completePolicy,
  estimateMessagesTokens,
  messageId,
  readFlatSettings,
  SessionError,
  sessionId,
} from "../core/host";
import type { Message } from "../core/index";
import { estimateMessageTokens, importTranscript, planCompression, TranscriptError } from "../core/index";
import type { SessionStore } from "../core/sessions/lineage/session";
import type { Order } from "./arguments";
import { UsageError } from "./arguments";
import { openHost } from "./host";
import { eventLine, messageLine, sessionLine } from "./lines";
import { openStore } from "./store";

/** Prints one JSON line on stdout. */
export type Print = (line: object) => void;

/** Carries out one order; the result is the exit code. */
export async function carryOut(order: Order, print: Print, signal: AbortSignal): Promise<number> {
  switch (order.command) {
    case "turn":
      return runTurn(order, print, signal);
    case "compress":
      return runCompress(order, print, signal);
    case "sessions":
      return listSessions(order, print);
    case "messages":
      return listMessages(order, print);
    case "plan":
      return showPlan(order, print);
  }
}

async function runTurn(order: Order & { command: "turn" }, print: Print, signal: AbortSignal): Promise<number> {
  const settings = await readSettingsFile(order.settings);
  const host = await openHost({
    settings,
    storage: order.storage,
    workspace: order.workspace,
    emit: (event) => print(eventLine(event)),
  });
  try {
    if (order.session !== undefined) await host.agent.resume(await findSession(host.sessions, order.session));
    signal.addEventListener("abort", () => host.agent.stop());
    const end = await host.agent.send({ text: order.prompt, images: [] });
    return end.outcome === "answered" ? 0 : 1;
  } finally {
    await host.close();
  }
}

async function runCompress(order: Order & { command: "compress" }, print: Print, signal: AbortSignal): Promise<number> {
  const settings = await readSettingsFile(order.settings);
  let failed = false;
  const host = await openHost({
    settings,
    storage: order.storage,
    workspace: process.cwd(),
    emit: (event) => {
      if (event.type === "compression-failed") failed = true;
      if (event.type === "compressed") print({ ...eventLine(event), session: event.to });
      else if (event.type === "nothing-to-compress" || event.type === "compression-failed") print(eventLine(event));
    },
  });
  try {
    await host.agent.resume(await findSession(host.sessions, order.session));
    signal.addEventListener("abort", () => host.agent.stop());
    const range = rangeOf(order);
    await host.agent.compress({
      ...(order.focus !== undefined && { focusTopic: order.focus }),
      ...(range !== undefined && { range }),
    });
    return failed ? 1 : 0;
  } finally {
    await host.close();
  }
}

function rangeOf({ "up-to": upTo, from }: Order & { command: "compress" }): FoldRange | undefined {
  if (upTo !== undefined && from !== undefined) throw new UsageError("compress: --up-to and --from exclude each other");
  if (upTo !== undefined) return { kind: "up-to", messageId: messageId(upTo) };
  return from === undefined ? undefined : { kind: "from", messageId: messageId(from) };
}

async function listSessions(order: Order & { command: "sessions" }, print: Print): Promise<number> {
  const store = openStore(order.storage);
  for (const session of await store.list()) print(sessionLine(session));
  await store.close();
  return 0;
}

async function listMessages(order: Order & { command: "messages" }, print: Print): Promise<number> {
  const store = openStore(order.storage);
  const session = await store.read(await findSession(store, order.session));
  for (const message of session.messages) print(messageLine(message));
  await store.close();
  return 0;
}

async function showPlan(order: Order & { command: "plan" }, print: Print): Promise<number> {
  const settings = await readSettingsFile(order.settings);
  const messages = readTranscript(order.transcript, await readText(order.transcript));
  const plan = planCompression(
    messages,
    {
      ...completePolicy(settings.compression),
      ...(settings.contextLength !== null && { contextLength: settings.contextLength }),
    },
    estimateMessageTokens,
  );
  if (plan.kind === "nothing") print({ type: "nothing-to-compress", reason: plan.reason });
  else
    print({
      type: "plan",
      head: extent(plan.head),
      folded: extent(plan.folded),
      tail: extent(plan.tail),
      beforeTokens: plan.beforeTokens,
      targetTokens: plan.targetTokens,
      prunedResults: plan.prunedResults,
    });
  return 0;
}

const extent = (part: readonly Message[]): object => ({ messages: part.length, tokens: estimateMessagesTokens(part) });

function readTranscript(path: string, text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    const list = Array.isArray(parsed)
      ? parsed
      : typeof parsed === "object" && parsed !== null && "messages" in parsed && Array.isArray(parsed.messages)
        ? parsed.messages
        : undefined;
    if (list === undefined) throw new UsageError(`${path} holds no list of messages`);
    return importTranscript(list);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TranscriptError)
      throw new UsageError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function findSession(store: SessionStore, wanted: string): Promise<SessionId> {
  if (wanted !== "latest") {
    await store.read(sessionId(wanted)).catch((error: unknown) => {
      throw error instanceof SessionError ? new UsageError(error.message, { cause: error }) : error;
    });
    return sessionId(wanted);
  }
  const latest = await store.latest();
  if (latest === undefined) throw new UsageError("there is no session in this storage yet");
  return latest;
}

async function readSettingsFile(path: string): Promise<HermesSettings> {
  const text = await readText(path);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const { settings, problems } = readFlatSettings(parsed);
  if (problems.length > 0) throw new UsageError(`${path}: ${problems.join(" ")}`);
  return settings;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} could not be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
