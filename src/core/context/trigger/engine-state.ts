import type { JsonObject } from "../../base/json";
import { isObject } from "../../base/json";
import { because } from "../../base/reason";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens, totalTokens } from "../../conversation/usage";
import type { EngineModel, EngineSession, EngineStatus, LastCompression } from "../engine";
import type { CooldownState } from "./cooldown";
import { cooldownNow, NO_COOLDOWN, readCooldown } from "./cooldown";
import type { UsageAnchor } from "./pressure";
import { anchorUsage } from "./pressure";

/** What one session knows; replaced, never changed in place, so that a stop can leave it as it was. */
export interface EngineState {
  readonly lastPromptTokens: number;
  readonly lastCompletionTokens: number;
  readonly lastTotalTokens: number;
  readonly usageReports: "none-yet" | "seen" | "never";
  readonly compressionCount: number;
  readonly anchor: UsageAnchor | undefined;
  readonly cooldown: CooldownState;
  readonly last: LastCompression | undefined;
}

export const FRESH: EngineState = {
  lastPromptTokens: 0,
  lastCompletionTokens: 0,
  lastTotalTokens: 0,
  usageReports: "none-yet",
  compressionCount: 0,
  anchor: undefined,
  cooldown: NO_COOLDOWN,
  last: undefined,
};

export const keyOf = (model: EngineModel): string =>
  [model.provider, model.baseUrl, model.name, model.contextLength].join(" ");

export function afterResponse(
  state: EngineState,
  usage: Usage,
  sent: readonly Message[] | undefined,
  modelKey: string,
): EngineState {
  const prompt = promptTokens(usage);
  if (prompt === 0) return { ...state, usageReports: state.usageReports === "seen" ? "seen" : "never" };
  return {
    ...state,
    usageReports: "seen",
    lastPromptTokens: prompt,
    lastCompletionTokens: usage.output,
    lastTotalTokens: totalTokens(usage),
    anchor: sent === undefined ? undefined : anchorUsage(usage, sent, modelKey),
  };
}

/** A new session starts fresh, a continuation keeps the state, a resumed session restores its saved state. */
export function startSession(state: EngineState, session: EngineSession): EngineState {
  if (session.reason === "compression" && state !== FRESH) return { ...state, anchor: undefined };
  if (session.reason === "new" || !isObject(session.durable)) return FRESH;
  const saved = session.durable;
  const number = (name: string) => (typeof saved[name] === "number" ? saved[name] : 0);
  return {
    ...FRESH,
    // Sessions saved by earlier versions hold it under "rest".
    cooldown: readCooldown(saved["cooldown"] ?? saved["rest"]),
    compressionCount: number("compressionCount"),
    lastPromptTokens: number("lastPromptTokens"),
    usageReports: saved["usageReports"] === "seen" ? "seen" : "none-yet",
  };
}

/** What every built-in engine reports; `durable` is what `startSession` reads back. */
export function statusOf(
  state: EngineState,
  nowMs: number,
): Omit<EngineStatus, "durable"> & { readonly durable: JsonObject } {
  const paused = cooldownNow(state.cooldown, nowMs);
  return {
    durable: {
      cooldown: { ...state.cooldown },
      compressionCount: state.compressionCount,
      lastPromptTokens: state.lastPromptTokens,
      usageReports: state.usageReports,
    },
    ...(state.last === undefined ? {} : { lastCompression: state.last }),
    ...(paused === undefined ? {} : { paused: { ...paused, ...because(paused.reason) } }),
  };
}
