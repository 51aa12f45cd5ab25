import { HYGIENE_RATIO } from "../policy";

/** How full the next request is, and whether a provider said so or we guess. */
export interface Pressure {
  readonly tokens: number;
  readonly source: "reported" | "estimated";
}

export interface TriggerQuestion {
  readonly pressure: Pressure;
  readonly thresholdTokens: number;
  readonly contextTokens: number;
  /** The last prompt size a provider reported; 0 while none has. */
  readonly lastReportedTokens: number;
  /** "never": replies came, and none of them reported usage. */
  readonly usageReports: "none-yet" | "seen" | "never";
  /** "usage": the estimate was corrected by what this model's provider reported, so there is nothing to wait for. */
  readonly estimateBasis?: "rough" | "usage";
}

export type TriggerAnswer = "compress" | "below" | "wait-for-usage";

/** "hermes" is the documented rule: a share of the window. "adaptive" places its limits by what they cost. */
export type TriggerPolicy = "hermes" | "adaptive";

/** The one place that decides whether automatic compression is due. Equality triggers. */
export function decideTrigger(question: TriggerQuestion): TriggerAnswer {
  const { pressure, thresholdTokens } = question;
  if (pressure.tokens < thresholdTokens) return "below";
  if (pressure.source === "reported") return "compress";
  const sure =
    question.lastReportedTokens >= thresholdTokens ||
    question.usageReports === "never" ||
    question.estimateBasis === "usage" ||
    pressure.tokens >= question.contextTokens * HYGIENE_RATIO;
  return sure ? "compress" : "wait-for-usage";
}

/** Before an incoming message is handled and on resume; a fixed share of the window, whatever the threshold. */
export function needsHygiene(pressure: Pressure, contextTokens: number, messageCount: number): boolean {
  return messageCount >= HYGIENE_LEAST_MESSAGES && pressure.tokens >= contextTokens * HYGIENE_RATIO;
}

const HYGIENE_LEAST_MESSAGES = 4;
