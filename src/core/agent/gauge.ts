import type { Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import { promptTokens } from "../conversation/usage";
import type { UsageAnchor } from "../context/pressure";
import { anchorUsage, measurePressure } from "../context/pressure";
import type { Pressure, TriggerQuestion } from "../context/trigger";
import type { Model } from "../models/model";
import { routeKey } from "../models/model";
import { calibrateTokens, observePrompt, uncalibrated } from "../tokens/calibrate";
import { estimateMessageTokens, estimateMessagesTokens } from "../tokens/estimate";

/** A request as the gauge must know it to trust the usage that came back. */
export interface Sent {
  readonly model: Model;
  readonly messages: readonly Message[];
  /** System prompt and tool schemas. */
  readonly fixedTokens: number;
}

/** Knows how large the next request is, from what the provider reported and an estimate that learns from every report. */
export class Gauge {
  private calibration = uncalibrated;
  private anchor: UsageAnchor | undefined;
  private answered = 0;
  /** The last prompt size a provider reported; 0 while none has. */
  lastReportedTokens = 0;

  get usageReports(): TriggerQuestion["usageReports"] {
    if (this.lastReportedTokens > 0) return "seen";
    return this.answered > 0 ? "never" : "none-yet";
  }

  size(sent: Sent): Pressure {
    const modelKey = routeKey(sent.model);
    return measurePressure(
      {
        messages: sent.messages,
        modelKey,
        overheadTokens: calibrateTokens(this.calibration, modelKey, sent.fixedTokens),
        countTokens: (message) => calibrateTokens(this.calibration, modelKey, estimateMessageTokens(message)),
      },
      this.anchor,
    );
  }

  /** An exact count of the messages stands in for a report until there is one. */
  observeCount(sent: Sent, messageTokens: number): void {
    if (this.lastReportedTokens > 0) return;
    this.calibration = observePrompt(this.calibration, {
      model: routeKey(sent.model),
      estimatedTokens: estimateMessagesTokens(sent.messages),
      promptTokens: messageTokens,
    });
  }

  /** `sent` is the request the usage belongs to; its reply is appended right behind it. */
  report(sent: Sent, usage: Usage | undefined): void {
    this.answered++;
    if (usage === undefined) return;
    const model = routeKey(sent.model);
    this.calibration = observePrompt(this.calibration, {
      model,
      estimatedTokens: sent.fixedTokens + estimateMessagesTokens(sent.messages),
      promptTokens: promptTokens(usage),
    });
    this.lastReportedTokens = promptTokens(usage);
    this.anchor = anchorUsage(usage, sent.messages, model);
  }
}
