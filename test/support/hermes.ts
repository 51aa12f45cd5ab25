import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { onTestFinished } from "vitest";
import type { Hermes } from "../../src/core/agent/compose";
import { createHermes } from "../../src/core/agent/compose";
import type { AgentEvent, TurnEnd } from "../../src/core/agent/events";
import type { Host } from "../../src/core/agent/host";
import { readFlatSettings } from "../../src/core/agent/settings/settings";
import { sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { createPresenter } from "../../src/presenter/presenter";
import type { ChatPicture, Row } from "../../src/protocol/chat";
import type { InspectorPicture } from "../../src/protocol/inspector";
import type { ModelServer, ModelServerOptions } from "./model-server/server";
import { startModelServer } from "./model-server/server";
import type { InEnglish } from "./say";
import { inEnglish } from "./say";
import { temporaryFolder, writeFiles } from "./workspace";

type SpokenEvent = InEnglish<AgentEvent>;

export interface RunningHermes extends Hermes {
  readonly root: string;
  readonly storage: string;
  readonly server: ModelServer;
  /** With their sentences in English. */
  readonly events: readonly SpokenEvent[];
  /** The chat as this window shows it. */
  rows(): readonly Row[];
  /** The bar of changed files, likewise. */
  changes(): ChatPicture["changes"];
  /** The cost in the header of the chat, likewise. */
  costUsd(): number | null;
  inspector(): InspectorPicture;
  /** Events of one type, in order. */
  seen<Type extends SpokenEvent["type"]>(type: Type): readonly Extract<SpokenEvent, { type: Type }>[];
  /** Changes settings like a user; the agent reads them again. */
  set(changed: Readonly<Record<string, unknown>>): void;
  say(text: string): Promise<InEnglish<TurnEnd>>;
  /** The content of the current session's journal. */
  stored(): Promise<readonly Message[]>;
  /** A second window on the same storage. */
  reopen(): Promise<RunningHermes>;
  /** A window on another storage, such as a copy; this one stays open. */
  openOn(storage: string): Promise<RunningHermes>;
}

export interface RunOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly server?: ModelServerOptions;
  readonly host?: Partial<Host>;
}

/** The whole agent on real files and real SDKs; only the model server is a test double. */
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
  const events: SpokenEvent[] = [];
  const presenter = createPresenter();
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
    emit(event) {
      events.push(inEnglish(event));
      presenter.take(event);
    },
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
    rows: () => presenter.chat().rows,
    changes: () => presenter.chat().changes,
    costUsd: () => presenter.chat().header.costUsd,
    inspector: () => presenter.inspector(),
    seen: (type) => events.filter((event): event is Extract<SpokenEvent, { type: typeof type }> => event.type === type),
    set: (changed) => {
      settings = read(changed);
    },
    say: async (text) => inEnglish(await hermes.agent.send({ text, images: [] })),
    stored: async () => (await hermes.sessions.read(hermes.agent.session ?? sessionId("none"))).messages,
    async reopen() {
      await hermes.close();
      return openOn(place);
    },
    openOn: (other) => openOn({ ...place, storage: other }),
  };
}

const ALLOWED = { "hermes.approval.edit": "allow", "hermes.approval.run": "allow" };

/** Shortens the pauses between attempts, but not the deadlines, which only matter when something hangs. */
const LONGEST_PAUSE_MS = 60_000;
const shortened = (ms: number): number => (ms > LONGEST_PAUSE_MS ? ms : Math.min(ms, 5));
