import { unreachable } from "../conversation/message";
import { HYGIENE_RATIO } from "./policy";

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
  /** "never": replies came, and none of them told its usage. */
  readonly usageReports: "none-yet" | "seen" | "never";
}

export type TriggerAnswer = "compress" | "below" | "wait-for-usage";

/** "hermes" is the documented rule. "adaptive" may wait longer where waiting is cheaper. */
export type TriggerPolicy = "hermes" | "adaptive";

/** Only a session beyond this share of the window is worth interrupting for; earlier the cached prefix is cheap to keep. */
const ADAPTIVE_WINDOW_SHARE = 0.65;

/** The one place that decides whether automatic compression is due. Equality triggers. */
export function decideTrigger(question: TriggerQuestion, policy: TriggerPolicy = "hermes"): TriggerAnswer {
  switch (policy) {
    case "hermes":
      return decideAt(question, question.thresholdTokens);
    case "adaptive":
      return decideAt(question, Math.max(question.thresholdTokens, Math.floor(question.contextTokens * ADAPTIVE_WINDOW_SHARE)));
    default:
      return unreachable(policy);
  }
}

/** Before an incoming message is handled and on resume; a fixed share of the window, whatever the threshold. */
export function needsHygiene(pressure: Pressure, contextTokens: number, messageCount: number): boolean {
  return messageCount >= HYGIENE_LEAST_MESSAGES && pressure.tokens >= contextTokens * HYGIENE_RATIO;
}

const HYGIENE_LEAST_MESSAGES = 4;

function decideAt(question: TriggerQuestion, thresholdTokens: number): TriggerAnswer {
  const { pressure } = question;
  if (pressure.tokens < thresholdTokens) return "below";
  if (pressure.source === "reported") return "compress";
  const sure = question.lastReportedTokens >= thresholdTokens || question.usageReports === "never" || pressure.tokens >= question.contextTokens * HYGIENE_RATIO;
  return sure ? "compress" : "wait-for-usage";
}
