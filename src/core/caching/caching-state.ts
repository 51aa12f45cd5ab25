import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { unreachable } from "../base/unreachable";
import type { Model } from "../models/model";

/** Whether requests to this model are cached, in words for the header and the inspector. */
export interface CachingState {
  readonly state: "on" | "off";
  readonly why: Sentence;
}

export function cachingState(model: Model): CachingState {
  switch (model.cache.kind) {
    case "breakpoints":
      return {
        state: "on",
        why: sentence("prefixes of {tokens} tokens or more are cached, up to four breakpoints are marked", {
          tokens: model.cache.minimumTokens,
        }),
      };
    case "automatic":
      return { state: "on", why: sentence("the provider caches repeated prefixes automatically") };
    case "none":
      return { state: "off", why: sentence("this model or route does not cache prompts") };
    default:
      return unreachable(model.cache);
  }
}
