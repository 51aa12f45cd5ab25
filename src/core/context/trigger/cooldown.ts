import type { JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { isSentence, sentence, verbatim } from "../../base/sentence";
import { unreachable } from "../../base/unreachable";
import type { SummaryError } from "../engine";

/**
 * Why and how long automatic compression is suspended. A plain value stepped by events, so that it survives a reload
 * and nothing can loop: every attempt, also one without result, changes it.
 */
export interface CooldownState {
  /** Compressions in a row that did not help. */
  readonly strikes: number;
  readonly fallbacksInARow: number;
  readonly timeoutsInARow: number;
  readonly idleAttempts: number;
  /** When the pause began; null while there is none. */
  readonly pausedAtMs: number | null;
  readonly coolUntilMs: number | null;
  readonly coolReason: Sentence | null;
  /** After an attempt without result: no attempt until then, or until the prompt has grown this far. */
  readonly idleUntilMs: number | null;
  readonly idleUntilTokens: number | null;
  /** A compression was applied and no real prompt has been seen since. */
  readonly unproven: boolean;
}

export const NO_COOLDOWN: CooldownState = {
  strikes: 0,
  fallbacksInARow: 0,
  timeoutsInARow: 0,
  idleAttempts: 0,
  pausedAtMs: null,
  coolUntilMs: null,
  coolReason: null,
  idleUntilMs: null,
  idleUntilTokens: null,
  unproven: false,
};

export type CooldownEvent =
  | { readonly type: "applied"; readonly outcome: "folded" | "fallback"; readonly freedShare: number }
  | { readonly type: "real-prompt"; readonly promptTokens: number; readonly thresholdTokens: number }
  | { readonly type: "summary-failed"; readonly cause: SummaryError["kind"]; readonly reason: Sentence }
  | {
      readonly type: "no-result";
      readonly promptTokens: number;
      readonly thresholdTokens: number;
      /** A mark above the prompt at which the next attempt must not wait any longer. */
      readonly retryAtTokens?: number;
    };

export interface Cooldown {
  readonly kind: "paused" | "cooling" | "idle";
  readonly reason: Sentence;
  readonly untilMs?: number;
}

const STRIKES_TO_PAUSE = 2;
const PROBE_AFTER_MS = 300_000;
/** Freeing less than this share is not worth what a summary costs. */
const LEAST_FREED_SHARE = 0.1;
const SHORT_COOLDOWN_MS = 60_000;
const TIMEOUT_COOLDOWNS_MS = [60_000, 300_000, 900_000] as const;
const LONG_COOLDOWN_MS = 600_000;
const IDLE_MS = 30_000;
const LONGEST_IDLE_MS = 600_000;
/** A prompt that grew by this share of the threshold may hold something to fold again. */
const IDLE_GROWTH = 0.1;

export function stepCooldown(state: CooldownState, event: CooldownEvent, nowMs: number): CooldownState {
  switch (event.type) {
    case "applied":
      return afterApplied(state, event, nowMs);
    case "real-prompt":
      return afterRealPrompt(state, event, nowMs);
    case "summary-failed":
      return afterFailure(state, event, nowMs);
    case "no-result":
      return {
        ...state,
        idleAttempts: state.idleAttempts + 1,
        idleUntilMs: nowMs + Math.min(LONGEST_IDLE_MS, IDLE_MS * 2 ** Math.min(state.idleAttempts, 10)),
        idleUntilTokens: idleUntil(event),
        ...(state.pausedAtMs === null ? {} : { pausedAtMs: nowMs }),
      };
    default:
      return unreachable(event);
  }
}

function idleUntil({
  promptTokens,
  thresholdTokens,
  retryAtTokens = 0,
}: Extract<CooldownEvent, { type: "no-result" }>): number {
  const grown = Math.ceil(promptTokens + thresholdTokens * IDLE_GROWTH);
  return retryAtTokens > promptTokens ? Math.min(grown, retryAtTokens) : grown;
}

/** Why no automatic compression may start now; undefined while one may. */
export function cooldownNow(state: CooldownState, nowMs: number, promptTokens?: number): Cooldown | undefined {
  if (state.pausedAtMs !== null && nowMs < state.pausedAtMs + PROBE_AFTER_MS) {
    const reason =
      state.fallbacksInARow >= STRIKES_TO_PAUSE
        ? sentence("two summaries in a row could not be generated")
        : sentence("two compressions in a row did not bring the context below the threshold");
    return {
      kind: "paused",
      reason: sentence("Automatic compression is paused: {reason}.", { reason }),
      untilMs: state.pausedAtMs + PROBE_AFTER_MS,
    };
  }
  if (state.coolUntilMs !== null && nowMs < state.coolUntilMs) {
    return {
      kind: "cooling",
      reason:
        state.coolReason === null
          ? sentence("Summaries are on hold after a failure.")
          : sentence("Summaries are on hold after a failure: {reason}", { reason: state.coolReason }),
      untilMs: state.coolUntilMs,
    };
  }
  const idles = state.idleUntilMs !== null && nowMs < state.idleUntilMs;
  const grown = state.idleUntilTokens !== null && promptTokens !== undefined && promptTokens >= state.idleUntilTokens;
  if (idles && !grown)
    return {
      kind: "idle",
      reason: sentence("The last attempt found nothing worth compressing."),
      ...(state.idleUntilMs === null ? {} : { untilMs: state.idleUntilMs }),
    };
  return undefined;
}

/** Read back from a session; unreadable values count as no cooldown. */
export function readCooldown(saved: JsonValue | undefined): CooldownState {
  if (!isObject(saved)) return NO_COOLDOWN;
  const count = (name: string) => (typeof saved[name] === "number" ? Math.max(0, saved[name]) : 0);
  const moment = (name: string) => (typeof saved[name] === "number" ? saved[name] : null);
  return {
    strikes: count("strikes"),
    fallbacksInARow: count("fallbacksInARow"),
    timeoutsInARow: count("timeoutsInARow"),
    idleAttempts: count("idleAttempts"),
    pausedAtMs: moment("pausedAtMs"),
    coolUntilMs: moment("coolUntilMs"),
    coolReason: readReason(saved["coolReason"]),
    idleUntilMs: moment("idleUntilMs"),
    idleUntilTokens: moment("idleUntilTokens"),
    unproven: saved["unproven"] === true,
  };
}

/** Journals of earlier versions hold the finished English text. */
function readReason(saved: JsonValue | undefined): Sentence | null {
  if (typeof saved === "string") return verbatim(saved);
  return isSentence(saved) ? saved : null;
}

function afterApplied(
  state: CooldownState,
  event: Extract<CooldownEvent, { type: "applied" }>,
  nowMs: number,
): CooldownState {
  const fallbacksInARow = event.outcome === "fallback" ? state.fallbacksInARow + 1 : 0;
  const weak = event.freedShare < LEAST_FREED_SHARE;
  const strikes = state.strikes + (weak ? 1 : 0);
  const pauses = strikes >= STRIKES_TO_PAUSE || fallbacksInARow >= STRIKES_TO_PAUSE;
  return {
    ...state,
    strikes,
    fallbacksInARow,
    idleAttempts: 0,
    idleUntilMs: null,
    idleUntilTokens: null,
    // A weak compression has had its strike; the next real prompt must not strike it twice.
    unproven: !weak,
    pausedAtMs: pauses ? nowMs : state.pausedAtMs,
    ...(event.outcome === "folded" ? { timeoutsInARow: 0, coolUntilMs: null, coolReason: null } : {}),
  };
}

function afterRealPrompt(
  state: CooldownState,
  event: Extract<CooldownEvent, { type: "real-prompt" }>,
  nowMs: number,
): CooldownState {
  if (event.promptTokens < event.thresholdTokens) {
    return {
      ...state,
      strikes: 0,
      fallbacksInARow: 0,
      idleAttempts: 0,
      pausedAtMs: null,
      idleUntilMs: null,
      idleUntilTokens: null,
      unproven: false,
    };
  }
  if (!state.unproven) return state;
  const strikes = state.strikes + 1;
  return { ...state, strikes, unproven: false, pausedAtMs: strikes >= STRIKES_TO_PAUSE ? nowMs : state.pausedAtMs };
}

function afterFailure(
  state: CooldownState,
  event: Extract<CooldownEvent, { type: "summary-failed" }>,
  nowMs: number,
): CooldownState {
  const timeoutsInARow = event.cause === "timeout" ? state.timeoutsInARow + 1 : 0;
  return {
    ...state,
    timeoutsInARow,
    coolReason: event.reason,
    coolUntilMs: nowMs + cooldownMs(event.cause, timeoutsInARow),
  };
}

function cooldownMs(cause: SummaryError["kind"], timeoutsInARow: number): number {
  switch (cause) {
    case "timeout":
      return TIMEOUT_COOLDOWNS_MS[Math.min(timeoutsInARow, TIMEOUT_COOLDOWNS_MS.length) - 1] ?? SHORT_COOLDOWN_MS;
    case "no-provider":
    case "access":
      return LONG_COOLDOWN_MS;
    case "transient":
    case "unusable":
      return SHORT_COOLDOWN_MS;
    default:
      return unreachable(cause);
  }
}
