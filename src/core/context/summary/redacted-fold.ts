import { pickAlong } from "../../conversation/known-by-message";
import { redactMessages } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import type { Fold } from "./fold";

/** The same range without credentials: everything a summary is written from, and everything it is checked against. */
export function redactFold<Kind extends Fold>(fold: Kind): Kind {
  const legal = redactMessages(fold.legal);
  // Nearly all of a conversation is folded: what is known of the list need not be looked up by message again.
  const folded = pickAlong(fold.legal, legal, fold.folded);
  return {
    ...fold,
    legal,
    head: redactMessages(fold.head),
    folded: folded.length === fold.folded.length ? folded : redactMessages(fold.folded),
    tail: redactMessages(fold.tail),
    ...(fold.previousSummary === undefined ? {} : { previousSummary: redactSecrets(fold.previousSummary) }),
    ...(fold.restatedRequest === undefined ? {} : { restatedRequest: redactSecrets(fold.restatedRequest) }),
  };
}
