import { createCompressor } from "../context/compressor/compressor";
import type { ContextEngine } from "../context/engine";
import { createLosslessEngine } from "../context/lcm/lossless-engine";
import { messageId } from "../conversation/ids";
import { createMemoryFiles, readRules } from "../memory/files";
import { buildSystemPrompt } from "../memory/system-prompt";
import { turnAttachment } from "../memory/turn-attachment";
import { createRegistry } from "../models/registry";
import type { LearntLimits } from "../models/registry";
import { createDiscovery } from "../providers/discovery/client";
import { originalText } from "../sessions/search";
import type { SessionStore } from "../sessions/session";
import { createSessionStore } from "../sessions/store";
import { createSpillStore } from "../spill/files";
import type { SpillStore } from "../spill/spill";
import { estimateMessageTokens } from "../tokens/estimate";
import { createApprovals } from "../tools/approval";
import { createBuiltinTools } from "../tools/builtin/builtin-tools";
import { repairJson } from "../tools/builtin/repair-json";
import type { PastSessions } from "../tools/ports";
import { createToolBox, engineTools } from "../tools/tool-box";
import { Agent } from "./agent";
import type { Host } from "./host";
import { createRouting } from "./routing";
import type { AgentWorld, EngineChoice, EngineOptions, Route } from "./world";

/** Everything a host gets: the agent, and the stores its views read. */
export interface Hermes {
  readonly agent: Agent;
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  /** Who would answer now. */
  route(): Promise<Route>;
  /** As a session that begins now would get it. */
  systemPrompt(): Promise<string>;
  close(): Promise<void>;
}

/** Builds each part once and wires them; decides nothing. */
export function createHermes(host: Host): Hermes {
  const sessions = createSessionStore({
    folder: `${host.storageFolder}/sessions`, now: host.now, newId: host.newId,
    onDegraded: (reason) => host.emit({ type: "notice", level: "error", text: reason }),
    ...(host.files?.sessionIndexWorker !== undefined && { workerFile: host.files.sessionIndexWorker }),
    ...(host.files?.sqlWasm !== undefined && { wasmFile: host.files.sqlWasm }),
  });
  const spills = createSpillStore({ folder: `${host.storageFolder}/tool-results`, now: host.now });
  const workspace = host.roots()[0] ?? "";
  const memory = createMemoryFiles({ globalFolder: host.globalFolder, workspaceFolder: workspace });
  const builtin = createBuiltinTools({ ...host, roots: () => host.roots(), spills, memory, past: pastSessions(sessions) });
  const discover = createDiscovery();
  const routing = createRouting({ host, registry: createRegistry(host.learntLimits ?? inMemoryLimits()), countTokens: estimateMessageTokens, discover: (route) => discover(route, new AbortController().signal) });
  const world: AgentWorld = {
    now: () => host.now(), newId: () => host.newId(), random: () => host.random(), wait: (ms, signal) => host.wait(ms, signal), emit: (event) => host.emit(event),
    settings: () => host.settings(),
    sessions, spills, repairJson, workspace,
    route: () => routing.main(),
    summaryRoute: () => routing.summary(),
    learnWindow: async (route, limitTokens) => routing.learn(route, limitTokens),
    createEngine: async (options) => chooseEngine(host, options),
    systemPrompt: async () => buildSystemPrompt({
      environment: { ...host.environment, workspace },
      memory: await memory.readAll(),
      rules: workspace === "" ? [] : await readRules({ workspaceFolder: workspace, claudeMd: host.settings().rules.claudeMd ? "read" : "ignore" }),
    }),
    turnFacts: async () => turnAttachment((await host.turnFacts?.()) ?? {}),
    toolBox: async (engine: ContextEngine) => createToolBox({ builtin: builtin.tools, engine: engineTools(engine), registered: host.registeredTools?.() ?? [] }),
    approvals: createApprovals({ rules: () => host.settings().approval, trust: () => host.trust(), ask: host.askApproval, ...(host.keptApprovals && { kept: host.keptApprovals }) }),
  };
  const agent = new Agent(world);
  return {
    agent, sessions, spills,
    route: () => world.route(),
    systemPrompt: () => world.systemPrompt(),
    async close() {
      await agent.dispose();
      await builtin.dispose();
      await sessions.close();
    },
  };
}

function chooseEngine(host: Host, options: EngineOptions): EngineChoice {
  const { context, compression } = host.settings();
  const model = { name: options.modelName, provider: options.providerName };
  const common = { ...options, model, now: () => host.now(), newId: () => host.newId() };
  if (context.engine === "lcm") return { engine: createLosslessEngine(common) };
  const engine = createCompressor({ ...common, policy: compression, enabled: compression.enabled, codexGpt55Autoraise: compression.codexGpt55Autoraise, trigger: compression.policy });
  return context.engine === "compressor" ? { engine } : { engine, fallback: { wanted: context.engine, reason: `no engine named "${context.engine}" is registered` } };
}

const pastSessions = (sessions: SessionStore): PastSessions => ({
  search: (query, { limit }) => sessions.search(query, { limit }),
  async readMessage(id) {
    const found = await sessions.findMessage(messageId(id));
    return found === undefined ? undefined : originalText(found.message);
  },
});

function inMemoryLimits(): LearntLimits {
  let limits: Readonly<Record<string, number>> = {};
  return { load: () => limits, save: (next) => { limits = next; } };
}
