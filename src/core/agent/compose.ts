import type { ContextEngine } from "../context/engine";
import type { SpillId } from "../conversation/ids";
import { messageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { originalText } from "../conversation/original";
import { createMemoryFiles, readRules } from "../memory/files";
import { buildSystemPrompt } from "../memory/system-prompt";
import { turnAttachment } from "../memory/turn-attachment";
import { createRegistry } from "../models/registry";
import type { LearntLimits } from "../models/registry";
import { createDiscovery } from "../providers/discovery/client";
import type { SessionStore } from "../sessions/session";
import { createSessionStore } from "../sessions/store";
import { createSpillStore } from "../spill/files";
import type { SpillStore } from "../spill/spill";
import { estimateMessageTokens, estimateTextTokens } from "../tokens/estimate";
import { createTokenCounter } from "../tokens/tokenizer-counter";
import { createApprovals } from "../tools/approval";
import { createBuiltinTools } from "../tools/builtin/builtin-tools";
import { createCheckpoints } from "../tools/builtin/checkpoints";
import { repairJson } from "../tools/builtin/repair-json";
import { createMcpServers } from "../tools/mcp/servers";
import type { McpServers } from "../tools/mcp/servers";
import type { PastSessions } from "../tools/ports";
import { createToolBox, engineTools } from "../tools/tool-box";
import { Agent } from "./agent";
import { chooseEngine } from "./engine-choice";
import type { Host } from "./host";
import { createRouting } from "./routing";
import type { Routing } from "./routing";
import type { AgentWorld, Route } from "./world";

/** Everything a host gets: the agent, and the stores its views read. */
export interface Hermes {
  readonly agent: Agent;
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  readonly mcp: Pick<McpServers, "status">;
  /** Who would answer now. */
  route(): Promise<Route>;
  /** Gives up what refusals taught about the windows of models, for servers that allow more by now. */
  forgetLearntWindows(): Promise<void>;
  /** As a session that begins now would get it. */
  systemPrompt(): Promise<string>;
  /** Deletes what retention and size caps no longer allow (spilled outputs, file checkpoints) and what crashes left behind. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

const BYTES_PER_MB = 1_000_000;

/** Builds each part once and wires them; decides nothing. */
export function createHermes(host: Host): Hermes {
  const sessions = createSessionStore({
    folder: `${host.storageFolder}/sessions`,
    now: host.now,
    newId: host.newId,
    onDegraded: (reason) => host.emit({ type: "notice", level: "error", text: reason }),
    onRestored: () =>
      host.emit({
        type: "notice",
        level: "info",
        text: "The session is saved again, with everything said in between.",
      }),
    ...(host.files?.sessionIndexWorker !== undefined && { workerFile: host.files.sessionIndexWorker }),
    ...(host.files?.sqlWasm !== undefined && { wasmFile: host.files.sqlWasm }),
  });
  const spills = createSpillStore({ folder: `${host.storageFolder}/tool-results`, now: host.now });
  const workspace = host.roots()[0] ?? "";
  const memory = createMemoryFiles({ globalFolder: host.globalFolder, workspaceFolder: workspace });
  const checkpoints = createCheckpoints({
    folder: `${host.storageFolder}/checkpoints`,
    roots: () => host.roots(),
    now: () => host.now(),
    onRefused: (text) => host.emit({ type: "notice", level: "warning", text }),
  });
  const builtin = createBuiltinTools({
    ...host,
    outsidePaths: host.outsidePaths ?? "refuse",
    roots: () => host.roots(),
    spills,
    memory,
    past: pastSessions(sessions),
    touched: checkpoints.touched,
    toldTodos: () => agent.todos,
  });
  const mcp = createMcpServers({
    settings: () => host.settings().mcpServers,
    isOn: (server) => host.isMcpServerOn?.(server) ?? true,
    trust: () => host.trust(),
    version: host.version,
    countTokens: estimateTextTokens,
    onNotice: (text) => host.emit({ type: "notice", level: "warning", text }),
  });
  const counter =
    host.files?.tokenizerWorker === undefined
      ? undefined
      : createTokenCounter({ workerFile: host.files.tokenizerWorker });
  const routing = routingFor(host);
  const world: AgentWorld = {
    now: () => host.now(),
    newId: () => host.newId(),
    random: () => host.random(),
    wait: (ms, signal) => host.wait(ms, signal),
    emit: (event) => host.emit(event),
    settings: () => host.settings(),
    sessions,
    spills,
    repairJson,
    workspace,
    checkpoints,
    toldNotices: host.toldNotices ?? new Set<string>(),
    route: () => routing.main(),
    summaryRoute: () => routing.summary(),
    learnWindow: async (route, limitTokens) => routing.learn(route, limitTokens),
    ...(counter && {
      countTokens: async (messages, protocol) =>
        (await counter.countMessages(messages, protocol)).reduce((sum, tokens) => sum + tokens, 0),
    }),
    createEngine: (options, onFallback) => chooseEngine(host, options, onFallback),
    systemPrompt: async () =>
      buildSystemPrompt({
        environment: { ...host.environment, workspace },
        memory: await memory.readAll(),
        rules:
          workspace === ""
            ? []
            : await readRules({
                workspaceFolder: workspace,
                claudeMd: host.settings().rules.claudeMd ? "read" : "ignore",
              }),
      }),
    turnFacts: async (recalled) => turnAttachment({ ...(await host.turnFacts?.()), recalled }),
    toolBox: async (engine: ContextEngine) =>
      createToolBox({
        builtin: builtin.tools,
        engine: engineTools(engine),
        mcp: await mcp.tools(),
        registered: host.registeredTools?.() ?? [],
      }),
    approvals: createApprovals({
      rules: () => host.settings().approval,
      trust: () => host.trust(),
      ask: host.askApproval,
      ...(host.keptApprovals && { kept: host.keptApprovals }),
    }),
  };
  const agent = new Agent(world);
  return {
    agent,
    sessions,
    spills,
    mcp,
    route: () => world.route(),
    systemPrompt: () => world.systemPrompt(),
    async forgetLearntWindows() {
      routing.forget();
      await agent.changeRoute();
    },
    async tidy() {
      const { retentionDays, maxDiskMb } = host.settings().toolOutput;
      const limits = { retentionDays, maxBytes: maxDiskMb * BYTES_PER_MB };
      await sessions.sweep();
      await spills.sweep({ ...limits, nowMs: host.now() }, spillsIn(agent.messages));
      await checkpoints.sweep(limits);
    },
    async close() {
      await agent.dispose();
      await builtin.dispose();
      await mcp.dispose();
      await counter?.dispose();
      await sessions.close();
    },
  };
}

function routingFor(host: Host): Routing {
  const discover = createDiscovery();
  return createRouting({
    host,
    registry: createRegistry(host.learntLimits ?? inMemoryLimits()),
    countTokens: estimateMessageTokens,
    discover: (route) => discover(route, new AbortController().signal),
  });
}

/** Outputs the conversation in hand points to; those stay whatever their age. */
const spillsIn = (messages: readonly Message[]): ReadonlySet<SpillId> =>
  new Set(
    messages.flatMap((message) =>
      message.role === "tool" && message.body.kind !== "full" ? (message.body.spill ?? []) : [],
    ),
  );

const pastSessions = (sessions: SessionStore): PastSessions => ({
  search: (query, { limit }) => sessions.search(query, { limit }),
  async readMessage(id, session) {
    const found = await sessions.findMessage(messageId(id), session);
    return found === undefined ? undefined : originalText(found.message);
  },
});

function inMemoryLimits(): LearntLimits {
  let limits: Readonly<Record<string, number>> = {};
  return {
    load: () => limits,
    save: (next) => {
      limits = next;
    },
  };
}
