import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";

/** Reasons that both built-in engines give. */
export const STOPPED = sentence("Stopped. The conversation is unchanged.");

export const noSummary = (reason: Sentence): Sentence =>
  sentence("No summary could be written, so everything was kept: {reason}", { reason });

export const stillTooLarge = (projected: number, threshold: number): Sentence =>
  sentence(
    "The next request would still take about {projected} tokens, which is not below the threshold of {threshold}.",
    { projected, threshold },
  );

export const CHANGED_SINCE_PREVIEW = sentence(
  "The conversation has changed since the preview, so nothing was applied.",
);

export const NOT_IN_CONTEXT = sentence(
  "This message is not in the context anymore: an earlier compression has replaced it.",
);

export const LATER_SUMMARY = sentence(
  "The summary of an earlier compression comes after this message. Choose a later message, or undo that compression.",
);
