import type { JSX } from "preact";
import { formatShare } from "../../../src/format";
import type { ClaimPicture, CompressionPicture } from "../../../src/protocol/compression";
import { post } from "../host/host";
import { word } from "../language/words";
import { cleanText } from "../text/safe-text";
import { Button, Icon } from "./controls";
import { isOpen, toggle } from "./open-folds";

type Verification = NonNullable<CompressionPicture["verification"]>;

interface BadgeProps {
  readonly id: string;
  readonly verification: Verification;
  readonly claims: readonly ClaimPicture[];
}

/** Both figures of a check: facts that survived, and claims that did not hold. Opens the list of those claims. */
export const VerificationBadge = ({ id, verification, claims }: BadgeProps): JSX.Element => {
  const text = badgeText(verification);
  const look = `badge ${isGood(verification) ? "good" : "warning"}`;
  const name = `claims/${id}`;
  if (claims.length === 0)
    return (
      <span class={look} data-testid="verification-score" title={word("verificationTitle")}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      class={`${look} pressable`}
      data-testid="verification-score"
      title={word("verificationTitle")}
      aria-expanded={isOpen(name)}
      aria-label={word("claimsLabel", { figures: text })}
      onClick={() => toggle(name)}
    >
      {text}
    </button>
  );
};

/** Unverified claims alone do not worry: nothing speaks against them. */
const isGood = ({ lost, contradicted }: Verification): boolean => lost.length === 0 && contradicted.length === 0;

function badgeText({ score, required, lost, contradicted, unchecked }: Verification): string {
  const kept =
    required === undefined
      ? word("keptShare", { share: formatShare(score) })
      : word("keptFacts", { kept: required - lost.length, total: required });
  return [
    kept,
    ...(contradicted.length === 0 ? [] : [word("claimsCorrected", { count: contradicted.length })]),
    ...(unchecked.length === 0 ? [] : [word("claimsUnverified", { count: unchecked.length })]),
  ].join(" · ");
}

interface ListProps {
  readonly claims: readonly ClaimPicture[];
  /** Where no message tells, because nothing of the kind happened, the summary shows the correction. */
  readonly onOpenSummary?: () => void;
}

/** Each claim with what the record says, and the way to the message that tells. */
export const ClaimList = ({ claims, onOpenSummary }: ListProps): JSX.Element => (
  <ul class="claims" data-testid="claims" aria-label={word("claimsList")}>
    {claims.map((claim, index) => (
      <li key={`${index}/${claim.text}`} data-testid="claim" data-verdict={claim.verdict}>
        <p>
          <Icon name={claim.verdict === "contradicted" ? "error" : "question"} />{" "}
          <span class="claim-verdict">{word(`claim_${claim.verdict}`)}</span> <q>{cleanText(claim.text)}</q>
        </p>
        {claim.correction === null ? null : (
          <p class="note">{word("claimRecord", { fact: cleanText(claim.correction) })}</p>
        )}
        <ClaimLink claim={claim} onOpenSummary={onOpenSummary} />
      </li>
    ))}
  </ul>
);

const ClaimLink = ({
  claim: { messageId },
  onOpenSummary,
}: {
  readonly claim: ClaimPicture;
  readonly onOpenSummary: (() => void) | undefined;
}): JSX.Element | null => {
  if (messageId !== null)
    return (
      <Button
        look="link"
        label={word("claimMessage")}
        testId="open-claim"
        onClick={() => post({ type: "open-message", messageId })}
      />
    );
  return onOpenSummary === undefined ? null : (
    <Button look="link" label={word("claimSummary")} testId="open-claim" onClick={onOpenSummary} />
  );
};
