import { redactMessages } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import type { Fold } from "./fold";

/** The same range without credentials: everything a summary is written from, and everything it is checked against. */
export const redactFold = <Kind extends Fold>(fold: Kind): Kind => ({
  ...fold,
  legal: redactMessages(fold.legal),
  head: redactMessages(fold.head),
  folded: redactMessages(fold.folded),
  tail: redactMessages(fold.tail),
  ...(fold.previousSummary === undefined ? {} : { previousSummary: redactSecrets(fold.previousSummary) }),
  ...(fold.restatedRequest === undefined ? {} : { restatedRequest: redactSecrets(fold.restatedRequest) }),
});
