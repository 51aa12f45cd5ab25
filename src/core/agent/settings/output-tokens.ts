import type { Model } from "../../models/model";
import type { HermesSettings } from "./settings";

/** The length of a reply without a setting: generous for code, small compared with any useful window. */
const DEFAULT_OUTPUT_TOKENS = 8_192;
/** On small windows a reply must not take the tokens the conversation needs. */
const OUTPUT_SHARE_OF_WINDOW = 0.25;

/** The longest reply a request may ask for. */
export function outputTokensFor(model: Model, settings: HermesSettings): number {
  const wanted = settings.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS;
  return Math.max(1, Math.min(wanted, model.maxOutputTokens, Math.floor(model.windowTokens * OUTPUT_SHARE_OF_WINDOW)));
}
