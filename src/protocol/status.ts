import type { ContextMeasure, Segment } from "../core/agent/events";
import type { AgentControls } from "../core/agent/settings/control-choices";
import type { Effort } from "../core/models/model";

export interface ModelPicture {
  readonly label: string;
  readonly provider: string;
  /** "rehearsal": no key yet, the built-in offline model answers. */
  readonly kind: "model" | "rehearsal";
  readonly note?: string;
}

/** What the user chooses beside the composer. */
export interface ControlsPicture extends AgentControls {
  /** What the model can be told; empty where it takes no wish. */
  readonly efforts: readonly Effort[];
}

/** One source of truth for every gauge: header, inspector, status bar. */
export interface GaugePicture
  extends Pick<
    ContextMeasure,
    | "usedTokens"
    | "source"
    | "windowTokens"
    | "windowOrigin"
    | "windowReason"
    | "thresholdTokens"
    | "automatic"
    | "hygieneTokens"
    | "turnsLeft"
  > {
  readonly state: GaugeState;
}

/** "near" from 85% of the threshold, "over" at the threshold, "full" at the hygiene limit. */
export type GaugeState = "calm" | "near" | "over" | "full";

export interface CachingStatus {
  readonly state: "unknown" | "on" | "off";
  readonly why: string;
  readonly ttl: "5m" | "1h";
  /** Share of prompt tokens read from the cache over the session, 0–1; null before the first usage. */
  readonly hitRate: number | null;
  /** Milliseconds since the epoch at which the cached prefix expires; null while nothing is cached. */
  readonly expiresAt: number | null;
}

export type Activity =
  | { readonly kind: "idle" }
  | { readonly kind: "requesting" }
  | { readonly kind: "thinking" }
  | { readonly kind: "replying" }
  | { readonly kind: "writing-call"; readonly chars: number }
  /** The newest of the calls that run, and how many others do. */
  | { readonly kind: "running-tool"; readonly call: RunningCall; readonly others: number }
  | { readonly kind: "waiting-approval" }
  | { readonly kind: "compressing"; readonly stage: "blocking" | "background" }
  | {
      readonly kind: "waiting-retry";
      readonly host: string;
      readonly reason: string;
      readonly waitMs: number;
      readonly attempt: number;
    };

export interface RunningCall {
  readonly callId: string;
  readonly name: string;
  readonly subject: string;
  readonly within?: string;
  readonly lines?: string;
}

/** The data of the status bar. */
export interface MeterPicture {
  readonly gauge: GaugePicture;
  readonly segments: readonly Segment[];
  readonly outputReserveTokens: number;
  readonly caching: CachingStatus;
  readonly model: ModelPicture;
  readonly costUsd: number | null;
  readonly activity: "idle" | "working" | "compressing";
}
