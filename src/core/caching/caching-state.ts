import type { Model } from "../models/model";
import { unreachable } from "../conversation/message";

/** Whether requests to this model are cached, in words for the header and the inspector. */
export interface CachingState {
  readonly state: "on" | "off";
  readonly why: string;
}

export function cachingState(model: Model): CachingState {
  switch (model.cache.kind) {
    case "breakpoints":
      return {
        state: "on",
        why: `marks up to four breakpoints; prefixes from ${model.cache.minimumTokens} tokens are cached`,
      };
    case "automatic":
      return { state: "on", why: "the provider caches repeated prefixes by itself" };
    case "none":
      return { state: "off", why: "this model or route does not cache prompts" };
    default:
      return unreachable(model.cache);
  }
}
