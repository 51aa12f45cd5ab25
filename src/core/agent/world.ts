import type { ContextEngine, RecalledLine, Summarize } from "../context/engine";
import type { ImagePart, Message, Protocol } from "../conversation/message";
import type { Model } from "../models/model";
import type { Provider } from "../providers/provider";
import type { SessionStore } from "../sessions/session";
import type { SpillStore } from "../spill/spill";
import type { Approvals } from "../tools/approval";
import type { Checkpoints } from "../tools/builtin/checkpoints";
import type { RepairJson } from "../tools/arguments";
import type { ToolBox } from "../tools/tool-box";
import type { AgentEvent } from "./events";
import type { HermesSettings } from "./settings";

/** What comes from the world at large; core reads no clock, makes no id and draws no lot of its own. */
export interface Ambient {
  now(): number;
  newId(): string;
  /** In [0, 1); for jitter only. */
  random(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  emit(event: AgentEvent): void;
  settings(): HermesSettings;
}

/** Ids of what people have been told for good. */
export interface ToldNotices {
  has(id: string): boolean;
  add(id: string): void;
}

/** Everything the agent needs from outside itself. Hosts build it once; tests build it from real parts. */
export interface AgentWorld extends Ambient {
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  readonly workspace: string;
  /** The model to ask and the way to it; asked anew for every turn, so that a changed setting takes effect. */
  route(): Promise<Route>;
  /** The model that writes summaries, where one is configured beside the main one. */
  summaryRoute(): Promise<Route | undefined>;
  /** Exact tokens of messages, counted in a worker; absent where there is none. */
  countTokens?(messages: readonly Message[], protocol: Protocol): Promise<number>;
  /** `onFallback` is told whenever the engine people chose cannot do its work, now or later. */
  createEngine(options: EngineOptions, onFallback: (fallback: EngineFallback) => void): Promise<ContextEngine>;
  /** Built once per session and again with a compression. */
  systemPrompt(): Promise<string>;
  /** What rides in the newest user turn only: date, editors, problems, and what was recalled for it. */
  turnFacts(recalled: readonly RecalledLine[]): Promise<string | undefined>;
  /** The tools of a session that begins or continues now, the engine's own among them. */
  toolBox(engine: ContextEngine): Promise<ToolBox>;
  readonly approvals: Approvals;
  readonly toldNotices: ToldNotices;
  readonly repairJson: RepairJson;
  /** Told before and after every turn, so that touched files can be put back. */
  readonly checkpoints?: Checkpoints;
  /** What the window is taken for after a refusal that stated a limit, or none; undefined where nothing is to be learnt. */
  learnWindow(route: Route, limitTokens: number | undefined): Promise<number | undefined>;
}

export interface Route {
  readonly provider: Provider;
  readonly model: Model;
  /** Said once beside the model's name, e.g. why the built-in offline model answers. */
  readonly note?: string;
}

export interface EngineOptions {
  readonly contextLength: number;
  readonly summarize: Summarize;
  readonly modelName: string;
  readonly providerName: string;
  readonly baseUrl?: string;
  /** Window of the model that writes summaries, where it is another one. */
  readonly summaryContextLength?: number;
}

/** The engine asked for could not do its work, and another served instead. */
export interface EngineFallback {
  readonly engine: string;
  /** In sentences for a person: what happened, and what works in its place. */
  readonly reason: string;
}

export interface UserInput {
  readonly text: string;
  readonly images: readonly ImagePart[];
}
