import type { UsageAnchor } from "../../../context/trigger/pressure";
import { anchorUsage, measurePressure } from "../../../context/trigger/pressure";
import type { Pressure, TriggerQuestion } from "../../../context/trigger/trigger";
import type { Message } from "../../../conversation/message";
import type { Usage } from "../../../conversation/usage";
import { promptTokens } from "../../../conversation/usage";
import type { Model } from "../../../models/model";
import { routeKey } from "../../../models/model";
import { calibrateTokens, observePrompt, uncalibrated } from "../../../tokens/calibrate";
import { estimateMessagesTokens, estimateMessageTokens } from "../../../tokens/estimate";

/** A request as the gauge measures it. */
export interface RequestOutline {
  readonly model: Model;
  readonly messages: readonly Message[];
  /** System prompt and tool schemas. */
  readonly fixedTokens: number;
}

/** Measures the next request, from the usage the provider reported and an estimate that every report corrects. */
export class Gauge {
  private calibration = uncalibrated;
  private anchor: UsageAnchor | undefined;
  private answered = 0;
  private reportedTokens = 0;
  /** Routes whose provider has reported usage. */
  private readonly measured = new Set<string>();

  /** The last prompt size a provider reported; 0 before the first report. */
  get lastReportedTokens(): number {
    return this.reportedTokens;
  }

  get usageReports(): TriggerQuestion["usageReports"] {
    if (this.lastReportedTokens > 0) return "seen";
    return this.answered > 0 ? "never" : "none-yet";
  }

  size(request: RequestOutline): Pressure {
    const { model, messages, fixedTokens } = request;
    return measurePressure(
      {
        messages,
        modelKey: routeKey(model),
        overheadTokens: this.correct(model, fixedTokens),
        countTokens: (message) => this.correct(model, estimateMessageTokens(message)),
      },
      this.anchor,
    );
  }

  /** An estimate in the tokens of this model's provider. */
  correct(model: Model, estimatedTokens: number): number {
    return calibrateTokens(this.calibration, routeKey(model), estimatedTokens);
  }

  /** Whether the estimate was corrected by real usage of this model: then it is good enough to decide by. */
  estimateBasis({ model }: Pick<RequestOutline, "model">): NonNullable<TriggerQuestion["estimateBasis"]> {
    return this.measured.has(routeKey(model)) ? "usage" : "rough";
  }

  /** An exact count of the messages replaces the estimate until the first report. */
  observeCount(request: RequestOutline, messageTokens: number): void {
    if (this.lastReportedTokens > 0) return;
    this.calibration = observePrompt(this.calibration, {
      model: routeKey(request.model),
      estimatedTokens: estimateMessagesTokens(request.messages),
      promptTokens: messageTokens,
    });
  }

  /** `request` is the one the usage belongs to; its reply is appended right after it. */
  report(request: RequestOutline, usage: Usage | undefined): void {
    this.answered++;
    if (usage === undefined) return;
    this.calibrate(request, usage);
    this.anchor = anchorUsage(usage, request.messages, routeKey(request.model));
  }

  /**
   * Usage of an earlier session, or of this one before it was opened again. It says how far the estimate is off, and
   * nothing about the next request: that stays an estimate until the next report.
   */
  calibrate(request: RequestOutline, usage: Usage): void {
    const model = routeKey(request.model);
    this.measured.add(model);
    this.reportedTokens = promptTokens(usage);
    this.calibration = observePrompt(this.calibration, {
      model,
      estimatedTokens: request.fixedTokens + estimateMessagesTokens(request.messages),
      promptTokens: promptTokens(usage),
    });
  }
}
