import type { ReportedClaim } from "../../core/context/engine";
import type { ClaimPicture } from "../../protocol/compression";
import type { Say } from "../words/say";

export const presentClaims = (claims: readonly ReportedClaim[], say: Say): readonly ClaimPicture[] =>
  claims.map(({ text, verdict, correction, messageId }) => ({
    text,
    verdict,
    correction: correction === undefined ? null : say(correction),
    messageId: messageId ?? null,
  }));
