import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import type { ContextEngine } from "../context/engine";
import type { Attachment } from "../conversation/attached";
import type { SpillId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { shortenLine } from "../conversation/text/label-messages";
import { readLiveFile } from "../files/live-file";
import { readPinnedFile } from "../files/pinned-file";
import type { PlanFiles } from "../files/plan-files";
import { createPlanFiles } from "../files/plan-files";
import type { RefusedFile } from "../memory/files";
import { createMemoryFiles, describeRefusal, readRules } from "../memory/files";
import type { Environment } from "../memory/system-prompt";
import { buildSystemPrompt } from "../memory/system-prompt";
import { turnAttachment, withoutAttached } from "../memory/turn-attachment";
import { limitsInMemory } from "../models/learned-limits";
import { createRegistry } from "../models/model-registry";
import { createDiscovery } from "../providers/discovery/client";
import type { SessionStore } from "../sessions/lineage/session";
import { createSessionStore } from "../sessions/store";
import { skillsSection } from "../skills/skill-texts";
import { createSpillStore } from "../spill/files";
import type { SpillStore } from "../spill/spill";
import { estimateMessageTokens, estimateTextTokens } from "../tokens/estimate";
import type { TokenCounter } from "../tokens/tokenizer-counter";
import { createTokenCounter } from "../tokens/tokenizer-counter";
import { createApprovals } from "../tools/approval";
import { createBuiltinTools } from "../tools/builtin/builtin-tools";
import { repairJson } from "../tools/builtin/repair-json";
import type { Checkpoints } from "../tools/checkpoints/checkpoints";
import { createCheckpoints } from "../tools/checkpoints/checkpoints";
import { locatePath, nameRoots } from "../tools/files/root-names";
import type { McpServers } from "../tools/mcp/servers";
import { createMcpServers } from "../tools/mcp/servers";
import type { Plans } from "../tools/ports";
import type { AskApproval, Tool } from "../tools/tool";
import { createToolBox, engineTools } from "../tools/tool-box";
import { Agent } from "./agent";
import { attachPage } from "./attach-page";
import { chooseEngine } from "./compression/engine-choice";
import type { Delegates } from "./delegation/delegates";
import { createDelegates } from "./delegation/delegates";
import { claiming, createFileClaims } from "./delegation/file-claims";
import { kindsFor } from "./delegation/host-kinds";
import { embeddingFor } from "./embedding";
import { createHostHooks } from "./hooks/host-hooks";
import type { Host } from "./host";
import type { MemoryOffers } from "./memory-offers";
import { createMemoryOffers } from "./memory-offers";
import { beginSession } from "./open-session";
import { createRecall } from "./recall";
import { skillsIn } from "./session/edits/skills-in-use";
import { pastSessions } from "./session/past-sessions";
import { Controls } from "./settings/controls";
import { Routing } from "./settings/routing";
import type { SkillLibrary } from "./skill-library";
import { createSkillLibrary } from "./skill-library";
import { emptyExpired, emptyTrash } from "./trash";
import type { AgentWorld, BuiltPrompt, Route } from "./world";

/** The agent, and the stores that a host's views read. */
export interface Hermes {
  readonly agent: Agent;
  /** Sub-agents at work. */
  readonly delegates: Pick<Delegates, "stop" | "steer">;
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  readonly mcp: Pick<McpServers, "status">;
  readonly skills: Pick<SkillLibrary, "find">;
  /** The model for the next request, according to the current settings. */
  route(): Promise<Route>;
  /** Forgets windows learned from refusals, for servers that have raised their limits since. */
  forgetLearnedWindows(): Promise<void>;
  /** As a session that begins now would use it. */
  systemPrompt(): Promise<string>;
  /** A web page for a message, once the rules or the user allow it. */
  attachPage(address: string, ask: AskApproval, signal: AbortSignal): Promise<Attachment>;
  /** The user's answer to the facts that were proposed for memory. */
  answerMemory(answer: "kept" | "left"): Promise<void>;
  /** Deletes the sessions in the trash for good, with their outputs and checkpoints. Returns how many there were. */
  emptyTrash(): Promise<number>;
  /** Deletes outputs, checkpoints and trash beyond their retention and size limits, and leftovers of crashes. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

const BYTES_PER_MB = 1_000_000;

/** Builds each part once and connects them; makes no decisions. */
export function createHermes(host: Host): Hermes {
  const sessions = openSessions(host);
  const spills = createSpillStore({ folder: `${host.storageFolder}/tool-results`, now: host.now });
  const workspace = host.roots()[0] ?? "";
  const memory = createMemoryFiles({ globalFolder: host.globalFolder, workspaceFolder: workspace });
  const checkpoints = checkpointsFor(host);
  const offers = createMemoryOffers(memory);
  const skills = createSkillLibrary(host);
  const claims = createFileClaims();
  const plans = createPlanFiles(`${host.storageFolder}/plans`);
  const controls = new Controls({ rules: () => host.settings().approval, emit: (event) => host.emit(event) });
  const builtin = createBuiltinTools({
    ...host,
    outsidePaths: host.outsidePaths ?? "refuse",
    roots: () => host.roots(),
    spills: { owns: (path) => spills.owns(path) || skills.owns(path) },
    memory,
    past: pastSessions(sessions, () => host.otherSessions?.()),
    recall: createRecall(spills, (session) => (delegates.sessionOf(session) ?? agent).knowledge),
    touched: claiming(checkpoints.touched, claims),
    recordedTodos: (session) => delegates.todosOf(session) ?? agent.todos,
    plans: plansFor(host, plans, controls),
  });
  const mcp = serversFor(host);
  const counter = counterFor(host);
  const routing = routingFor(host);
  const world = createWorld(host, {
    sessions,
    spills,
    workspace,
    memory,
    checkpoints,
    tools: async () => [
      ...builtin.tools,
      ...(await skills.tools((session) => skillsIn((delegates.sessionOf(session) ?? agent).pins))),
      delegates.tool(await kindsFor(host)),
    ],
    mcp,
    offers,
    skills,
    plans,
    controls,
    counter,
    routing,
  });
  const delegates = createDelegates({
    world: () => world,
    claims,
    begin: (child, { kind, task, parent }) =>
      beginSession(child, `${kind.name}: ${shortenLine(task)}`, { parentId: parent, relation: "sub-agent" }),
    routeOf: (model) => routing.named(model),
  });
  const agent = new Agent(world);
  return {
    agent,
    delegates,
    sessions,
    spills,
    mcp,
    skills,
    route: () => world.route(),
    systemPrompt: async () => (await world.systemPrompt((await world.route()).model.windowTokens)).text,
    async forgetLearnedWindows() {
      routing.forget();
      await agent.changeRoute();
    },
    attachPage: (address, ask, signal) =>
      attachPage(address, { approvals: world.approvals, ask, newId: host.newId }, signal),
    answerMemory: (answer) => answerOffers(host, offers, answer),
    emptyTrash: () => emptyTrash({ sessions, spills, checkpoints }),
    tidy: () => tidyStores(host, { sessions, spills, checkpoints, plans }, spillsIn(agent.messages)),
    async close() {
      await agent.dispose();
      await builtin.dispose();
      await mcp.dispose();
      await counter?.dispose();
      await sessions.close();
    },
  };
}

async function answerOffers(host: Host, offers: MemoryOffers, answer: "kept" | "left"): Promise<void> {
  if (answer === "kept") await offers.keep();
  else offers.leave();
  host.emit({ type: "memory-answered", answer });
}

async function tidyStores(
  host: Host,
  { sessions, spills, checkpoints, plans }: Pick<WorldParts, "sessions" | "spills" | "checkpoints" | "plans">,
  inUse: ReadonlySet<SpillId>,
): Promise<void> {
  const { retentionDays, maxDiskMb } = host.settings().toolOutput;
  const limits = { retentionDays, maxBytes: maxDiskMb * BYTES_PER_MB, nowMs: host.now() };
  await sessions.sweep();
  await spills.sweep(limits, inUse);
  await checkpoints.sweep(limits);
  await plans.sweep(limits);
  await emptyExpired({ sessions, spills, checkpoints }, host.now());
}

/** A plan that was written is announced with its size, for the host to open it. */
const plansFor = (host: Host, plans: PlanFiles, controls: Controls): Plans => ({
  areWanted: () => controls.current.mode === "plan",
  async write(session, title, text) {
    const path = await plans.write(session, title, text);
    host.emit({ type: "plan-written", session, path, title, tokens: estimateTextTokens(text) });
  },
});

function openSessions(host: Host): SessionStore {
  return createSessionStore({
    folder: `${host.storageFolder}/sessions`,
    now: host.now,
    newId: host.newId,
    onDegraded: (reason) => host.emit({ type: "notice", level: "error", text: reason }),
    onRestored: () =>
      host.emit({
        type: "notice",
        level: "info",
        text: sentence("The session is saved again, including everything since the interruption."),
      }),
    ...embeddingFor(host),
    ...(host.files?.sessionIndexWorker !== undefined && { workerFile: host.files.sessionIndexWorker }),
    ...(host.files?.sqlWasm !== undefined && { wasmFile: host.files.sqlWasm }),
  });
}

interface WorldParts {
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  readonly workspace: string;
  readonly memory: ReturnType<typeof createMemoryFiles>;
  readonly checkpoints: Checkpoints;
  readonly offers: MemoryOffers;
  readonly skills: SkillLibrary;
  /** The built-in tools, for a session that begins or continues now. */
  tools(): Promise<readonly Tool[]>;
  readonly mcp: McpServers;
  readonly plans: PlanFiles;
  readonly controls: Controls;
  readonly counter: TokenCounter | undefined;
  readonly routing: Routing;
}

function createWorld(host: Host, parts: WorldParts): AgentWorld {
  const { workspace, memory, mcp, counter, routing } = parts;
  return {
    now: () => host.now(),
    newId: () => host.newId(),
    random: () => host.random(),
    wait: (ms, signal) => host.wait(ms, signal),
    emit: (event) => host.emit(event),
    settings: () => host.settings(),
    sessions: parts.sessions,
    spills: parts.spills,
    repairJson,
    workspace,
    checkpoints: parts.checkpoints,
    memory: {
      commit: () => memory.commit(),
      onSessionSwitch: (change) => host.onSessionSwitch?.(change),
      noteFolded: (messages) => parts.offers.noteFolded(messages),
      takeOffers: () => parts.offers.take(),
    },
    seenNotices: host.seenNotices ?? new Set<string>(),
    route: () => routing.main(),
    summaryRoute: () => routing.summary(),
    readPinnedFile: (path) => readPinnedFile(host.roots(), locatePath(path, host.roots())),
    learnWindow: (route, stated) => routing.learn(route, stated),
    guessWindow: (route) => routing.guess(route),
    acceptPrompt: (route, promptTokens) => routing.accept(route, promptTokens),
    ...(counter && {
      countTokens: async (messages, protocol) =>
        (await counter.countMessages(messages, protocol)).reduce((sum, tokens) => sum + tokens, 0),
    }),
    hooks: createHostHooks(host, workspace),
    createEngine: (options, onFallback) =>
      chooseEngine(host, options, onFallback, (path) => readLiveFile(workspace, path)),
    systemPrompt: (windowTokens) => buildPrompt(host, parts, windowTokens),
    turnFacts: async (recalled, attached) =>
      turnAttachment({ ...withoutAttached((await host.turnFacts?.()) ?? {}, attached), recalled }),
    toolBox: async (engine: ContextEngine, bounds) =>
      createToolBox(
        {
          builtin: await parts.tools(),
          engine: engineTools(engine),
          mcp: await mcp.tools(),
          registered: host.registeredTools?.() ?? [],
        },
        { ...bounds, mode: host.settings().tools.onDemand ? "on" : "off" },
      ),
    controls: parts.controls,
    editedPlan: (session) => parts.plans.readEdited(session),
    approvals: createApprovals({
      rules: () => parts.controls.rules(),
      refuse: (call) => parts.controls.refuse(call),
      trust: () => host.trust(),
      ask: host.askApproval,
      ...(host.keptApprovals && { kept: host.keptApprovals }),
    }),
  };
}

/** The only folder needs no name. */
function namedFolders(roots: readonly string[]): NonNullable<Environment["folders"]> {
  const names = nameRoots(roots);
  return roots.length < 2 ? [] : roots.map((path, at) => ({ path, name: names[at] ?? "" }));
}

/** An untrusted workspace gives no instructions, and nothing the user keeps in memory is sent for its sake. */
async function buildPrompt(
  host: Host,
  { workspace, memory, skills }: WorldParts,
  windowTokens: number,
): Promise<BuiltPrompt> {
  const environment = { ...host.environment, workspace, folders: namedFolders(host.roots()) };
  if (host.trust() === "untrusted")
    return { text: buildSystemPrompt({ environment, memory: [], rules: [] }), problems: [] };
  const problems: Sentence[] = [];
  const onRefused = (file: RefusedFile) => void problems.push(describeRefusal(file));
  const found = await skills.find();
  const claudeMd = host.settings().rules.claudeMd ? "read" : "ignore";
  const text = buildSystemPrompt({
    environment,
    memory: await memory.readAll(onRefused),
    skills: skillsSection(found.skills, windowTokens),
    rules: workspace === "" ? [] : await readRules({ workspaceFolder: workspace, claudeMd, onRefused }),
  });
  return { text, problems: [...problems, ...found.problems] };
}

const checkpointsFor = (host: Host): Checkpoints =>
  createCheckpoints({
    folder: `${host.storageFolder}/checkpoints`,
    roots: () => host.roots(),
    now: () => host.now(),
    hasUnsavedChanges: (path) => host.hasUnsavedChanges?.(path) ?? false,
    onRefused: (text) => host.emit({ type: "notice", level: "warning", text }),
  });

const serversFor = (host: Host): McpServers =>
  createMcpServers({
    settings: () => host.settings().mcpServers,
    ...(host.offeredServers && { offered: host.offeredServers }),
    isOn: (server) => host.isMcpServerOn?.(server) ?? true,
    trust: () => host.trust(),
    version: host.version,
    countTokens: estimateTextTokens,
    onNotice: (text) => host.emit({ type: "notice", level: "warning", text }),
  });

const counterFor = ({ files }: Host): TokenCounter | undefined =>
  files?.tokenizerWorker === undefined ? undefined : createTokenCounter({ workerFile: files.tokenizerWorker });

function routingFor(host: Host): Routing {
  const discover = createDiscovery();
  return new Routing({
    host,
    registry: createRegistry(host.learnedLimits ?? limitsInMemory()),
    countTokens: estimateMessageTokens,
    discover: (route) => discover(route, new AbortController().signal),
  });
}

/** Outputs that the current conversation refers to; they are kept regardless of age. */
const spillsIn = (messages: readonly Message[]): ReadonlySet<SpillId> =>
  new Set(
    messages.flatMap((message) =>
      message.role === "tool" && message.body.kind !== "full" ? (message.body.spill ?? []) : [],
    ),
  );
