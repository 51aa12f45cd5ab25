import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { onTestFinished } from "vitest";
import { createHermes } from "../../src/core/agent/compose";
import type { Hermes } from "../../src/core/agent/compose";
import type { AgentEvent } from "../../src/core/agent/events";
import type { Host } from "../../src/core/agent/host";
import { readFlatSettings } from "../../src/core/agent/settings";
import { sessionId } from "../../src/core/conversation/ids";
import type { TurnEnd } from "../../src/core/agent/turn";
import type { Message } from "../../src/core/conversation/message";
import type { ModelServer, ModelServerOptions } from "./model-server/server";
import { startModelServer } from "./model-server/server";
import { temporaryFolder, writeFiles } from "./workspace";

export interface RunningHermes extends Hermes {
  readonly root: string;
  readonly storage: string;
  readonly server: ModelServer;
  readonly events: readonly AgentEvent[];
  /** Events of one type, in order. */
  seen<Type extends AgentEvent["type"]>(type: Type): readonly Extract<AgentEvent, { type: Type }>[];
  /** As a person changing settings would; the agent reads them anew. */
  set(changed: Readonly<Record<string, unknown>>): void;
  say(text: string): Promise<TurnEnd>;
  /** What the journal of the current session holds. */
  stored(): Promise<readonly Message[]>;
  /** A second window on the same storage. */
  reopen(): Promise<RunningHermes>;
}

export interface RunOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly server?: ModelServerOptions;
  readonly host?: Partial<Host>;
}

/** The whole agent on real files and real SDKs; only the model's end of the wire is a double. */
export async function runHermes(options: RunOptions = {}): Promise<RunningHermes> {
  const outer = await temporaryFolder();
  const root = join(outer, "project");
  await mkdir(root);
  await writeFiles(root, options.files ?? {});
  const server = await startModelServer(options.server);
  onTestFinished(() => server.close());
  return openOn({ root, storage: join(outer, "storage"), server, options });
}

interface Place {
  readonly root: string;
  readonly storage: string;
  readonly server: ModelServer;
  readonly options: RunOptions;
}

async function openOn(place: Place): Promise<RunningHermes> {
  const { root, storage, server, options } = place;
  const events: AgentEvent[] = [];
  const read = (changed: Readonly<Record<string, unknown>>) => {
    const { settings: now, problems } = readFlatSettings({
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.auxiliary.compression.baseUrl": server.url,
      ...ALLOWED,
      ...options.settings,
      ...changed,
    });
    if (problems.length > 0) throw new Error(problems.join(" "));
    return now;
  };
  let settings = read({});
  const hermes = createHermes({
    now: Date.now,
    newId: randomUUID,
    random: () => 0,
    wait: (ms, signal) => sleep(shortened(ms), undefined, { signal }),
    emit: (event) => void events.push(event),
    settings: () => settings,
    storageFolder: storage,
    globalFolder: join(storage, "global"),
    roots: () => [root],
    env: process.env,
    ripgrepPath: rgPath,
    askApproval: async () => ({ kind: "allow", remember: "once" }),
    trust: () => "trusted",
    keyFor: async () => "test-key",
    version: "0.0.0",
    environment: { platform: "linux", shell: "sh" },
    ...options.host,
  });
  onTestFinished(() => hermes.close());
  return {
    ...hermes,
    root,
    storage,
    server,
    events,
    seen: (type) => events.filter((event): event is Extract<AgentEvent, { type: typeof type }> => event.type === type),
    set: (changed) => {
      settings = read(changed);
    },
    say: (text) => hermes.agent.send({ text, images: [] }),
    stored: async () => (await hermes.sessions.read(hermes.agent.session ?? sessionId("none"))).messages,
    async reopen() {
      await hermes.close();
      return openOn(place);
    },
  };
}

const ALLOWED = { "hermes.approval.edit": "allow", "hermes.approval.run": "allow" };

/** Pauses between attempts are cut short; deadlines, which only matter when something hangs, stay as they are. */
const LONGEST_PAUSE_MS = 60_000;
const shortened = (ms: number): number => (ms > LONGEST_PAUSE_MS ? ms : Math.min(ms, 5));
