import type { JsonValue, Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens, totalTokens } from "../../conversation/usage";
import type { EngineSession, EngineStatus, LastCompression } from "../engine";
import type { UsageAnchor } from "../pressure";
import { anchorUsage } from "../pressure";
import type { RestState } from "../rest";
import { RESTED, isObject, restFrom, restNow } from "../rest";
import type { EngineModel, TriggerPlace } from "../threshold";

/** What one session knows; replaced, never changed in place, so that a stop can leave it as it was. */
export interface CompressorState {
  readonly lastPromptTokens: number;
  readonly lastCompletionTokens: number;
  readonly lastTotalTokens: number;
  readonly usageReports: "none-yet" | "seen" | "never";
  readonly compressionCount: number;
  readonly anchor: UsageAnchor | undefined;
  readonly rest: RestState;
  readonly last: LastCompression | undefined;
}

export const FRESH: CompressorState = {
  lastPromptTokens: 0,
  lastCompletionTokens: 0,
  lastTotalTokens: 0,
  usageReports: "none-yet",
  compressionCount: 0,
  anchor: undefined,
  rest: RESTED,
  last: undefined,
};

export const keyOf = (model: EngineModel): string =>
  [model.provider, model.baseUrl, model.name, model.contextLength].join(" ");

export function afterResponse(
  state: CompressorState,
  usage: Usage,
  sent: readonly Message[] | undefined,
  modelKey: string,
): CompressorState {
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

/** A new session starts fresh; a continuation goes on; a resumed one takes up what was saved with it. */
export function startSession(state: CompressorState, session: EngineSession): CompressorState {
  if (session.reason === "compression" && state !== FRESH) return { ...state, anchor: undefined };
  if (session.reason === "new" || !isObject(session.durable)) return FRESH;
  const saved = session.durable;
  const number = (name: string) => (typeof saved[name] === "number" ? saved[name] : 0);
  return {
    ...FRESH,
    rest: restFrom(saved["rest"]),
    compressionCount: number("compressionCount"),
    lastPromptTokens: number("lastPromptTokens"),
    usageReports: saved["usageReports"] === "seen" ? "seen" : "none-yet",
  };
}

export function statusOf(state: CompressorState, place: TriggerPlace, nowMs: number): EngineStatus {
  const resting = restNow(state.rest, nowMs);
  const durable: JsonValue = {
    rest: { ...state.rest },
    compressionCount: state.compressionCount,
    lastPromptTokens: state.lastPromptTokens,
    usageReports: state.usageReports,
  };
  return {
    durable,
    ...(state.last === undefined ? {} : { lastCompression: state.last }),
    ...(resting === undefined ? {} : { paused: resting }),
    ...(place.note === undefined ? {} : { thresholdNote: place.note }),
    ...(place.notice === undefined ? {} : { notice: place.notice }),
  };
}
