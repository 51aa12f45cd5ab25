import type { JsonObject } from "../base/json";
import type { Sentence } from "../base/sentence";
import type { ContextEngine, EnginePrices, RecalledLine, Summarize } from "../context/engine";
import type { Attachment } from "../conversation/attached";
import type { SessionId } from "../conversation/ids";
import type { ImagePart, Message, Protocol } from "../conversation/message";
import type { PinnedFile } from "../files/pinned-file";
import type { Credibility, StatedLimit } from "../models/learned-limits";
import type { Model } from "../models/model";
import type { Provider } from "../providers/provider";
import type { SessionStore } from "../sessions/lineage/session";
import type { SpillStore } from "../spill/spill";
import type { Approvals } from "../tools/approval";
import type { RepairJson } from "../tools/arguments";
import type { Checkpoints } from "../tools/checkpoints/checkpoints";
import type { DemandBounds } from "../tools/on-demand/plan";
import type { ToolBox } from "../tools/tool-box";
import type { AgentEvent } from "./events";
import type { Hooks } from "./hooks/run-hooks";
import type { Controls } from "./settings/controls";
import type { HermesSettings } from "./settings/settings";
import type { Steering } from "./steering/steering";

/** Clock, ids, randomness, events and settings; core reads none of them from a global. */
export interface Ambient {
  now(): number;
  newId(): string;
  /** In [0, 1); for jitter only. */
  random(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  emit(event: AgentEvent): void;
  settings(): HermesSettings;
}

/** Ids of notices that were shown and must not be shown again. */
export interface SeenNotices {
  has(id: string): boolean;
  add(id: string): void;
}

/** Everything the agent needs from outside itself. `createHermes` builds it once for a host. */
export interface AgentWorld extends Ambient {
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  readonly workspace: string;
  /** The main model and its provider, according to the current settings. */
  route(): Promise<Route>;
  /** The model that writes summaries, where one is configured in addition to the main one. */
  summaryRoute(): Promise<Route | undefined>;
  /** Exact tokens of messages, counted in a worker; absent where the host has no worker. */
  countTokens?(messages: readonly Message[], protocol: Protocol): Promise<number>;
  /** `onFallback` is called whenever the configured engine fails, now or later. */
  createEngine(options: EngineOptions, onFallback: (fallback: EngineFallback) => void): Promise<ContextEngine>;
  /** Built once per session and again with a compression. */
  systemPrompt(windowTokens: number): Promise<BuiltPrompt>;
  /** Attached to the newest user message only: date, editors, problems, and recalled lines. */
  turnFacts(recalled: readonly RecalledLine[], attached: readonly Attachment[]): Promise<string | undefined>;
  /** The tools for a session that begins or continues now, including those of the engine. */
  toolBox(engine: ContextEngine, bounds: Pick<DemandBounds, "windowTokens" | "ages">): Promise<ToolBox>;
  readonly memory: MemoryStore;
  readonly approvals: Approvals;
  /** What the user chooses beside the composer. */
  readonly controls: Controls;
  /** A plan of this session that the user has edited since the agent wrote it. */
  editedPlan(session: SessionId): Promise<string | undefined>;
  readonly hooks: Hooks;
  readonly seenNotices: SeenNotices;
  /** How the user reaches into a running turn; absent where nobody can. */
  readonly steering?: Steering;
  readonly repairJson: RepairJson;
  /** Called before and after every turn, so that changed files can be restored. */
  readonly checkpoints?: Checkpoints;
  /** The content of a file of the workspace, or why it cannot be carried. */
  readPinnedFile(path: string): Promise<PinnedFile>;
  /** Texts of the user for a session that is at work, taken once; absent where nobody can steer it. */
  takeSteering?(session: SessionId): readonly string[];
  /** A refusal stated the window: whether to believe it, and the window to assume from now on. */
  learnWindow(route: Route, stated: StatedLimit): Learned;
  /** The window to assume after a refusal without a stated limit; undefined where there is no smaller guess. */
  guessWindow(route: Route): KnownWindow | undefined;
  /** The route answered a prompt of this size. Returns the window as it is known now. */
  acceptPrompt(route: Route, promptTokens: number): KnownWindow;
}

export type KnownWindow = Pick<Model, "windowTokens" | "windowOrigin" | "windowReason">;

export interface Learned {
  readonly credibility: Credibility;
  readonly window: KnownWindow;
}

export interface BuiltPrompt {
  readonly text: string;
  /** Files of memory and rules that were left out, for the user. */
  readonly problems: readonly Sentence[];
}

/** A model and the provider that serves it. */
export interface Route {
  readonly provider: Provider;
  readonly model: Model;
  /** Shown once with the model's name, e.g. why the built-in offline model is used. */
  readonly note?: Sentence;
}

export interface EngineOptions {
  readonly contextLength: number;
  readonly summarize: Summarize;
  readonly modelName: string;
  readonly providerName: string;
  readonly baseUrl?: string;
  /** Of the main model, where they are known. */
  readonly prices?: EnginePrices;
  /** Window of the model that writes summaries, where that is not the main model. */
  readonly summaryContextLength?: number;
}

/** What an engine from outside is made with. */
export interface OutsideEngineOptions extends EngineOptions {
  /** `hermes.context.engineSettings.<name>`, as a person wrote it; empty where there is nothing. */
  readonly settings: JsonObject;
}

/** A session ends and another one carries its work on. */
export interface SessionSwitch {
  readonly from: SessionId;
  readonly to: SessionId;
  readonly reason: "compression";
}

/** Memory outlives sessions: before one is replaced, what was learned in it has to be safe. */
interface MemoryStore {
  /** Resolves once everything written so far is on the disk. */
  commit(): Promise<void>;
  onSessionSwitch(change: SessionSwitch): void;
  /** Messages that a compression folded away; what the user stated in them may be worth remembering. */
  noteFolded(messages: readonly Message[]): void;
  /** What to propose to the user now, once. */
  takeOffers(): Promise<readonly string[]>;
}

/** The configured engine failed and another one was used instead. */
export interface EngineFallback {
  readonly engine: string;
  /** What happened, and what is used instead. */
  readonly reason: Sentence;
}

export interface UserInput {
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** What the person added beside the words, in their order. */
  readonly attachments?: readonly Attachment[];
  /** "pinned": the message survives every compression verbatim. */
  readonly keep?: "pinned";
}
