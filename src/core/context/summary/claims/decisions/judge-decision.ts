import type { DecisionClaim, Judgment } from "../claim";
import { conceptsOf, sharedWeight } from "../language/concepts";
import type { WorkRecord } from "../record/record";
import { directionOf } from "./direction";
import { opposingStance, REASONS } from "./opposed";
import { otherValueOf } from "./other-value";
import { isSaid } from "./support";
import { refusalOf } from "./terms";

/**
 * Whether the one that a decision is put to said it, and nothing against it. Words can be missing for good reasons, so
 * nothing is contradicted.
 */
export function judgeDecision(record: WorkRecord, { maker, content, remark, manner }: DecisionClaim): Judgment {
  if (maker === "user" && tellsOfRefusal(record, content)) return { verdict: "backed" };
  // In passing, the user is told for the reason of some work; only a word of theirs against it tells otherwise.
  const isRemarked = remark !== undefined && isSaid(record, remark, maker) === true;
  const isFound = manner === "passing" || isRemarked || isSaid(record, content, maker);
  if (isFound !== true) return { verdict: isFound === false ? "unchecked" : "silent" };
  const opposed =
    refusalOf(record, content) ??
    opposingStance(record, content, maker)?.messageId ??
    (manner === "told" ? otherValueOf(record, content.replace(REASONS, " "), maker) : undefined);
  return opposed === undefined ? { verdict: "backed" } : { verdict: "unchecked", messageId: opposed };
}

/** The user did not allow a call: the record has that call. */
const tellsOfRefusal = (record: WorkRecord, content: string): boolean =>
  directionOf(content) === "refuse" &&
  record.deeds.some(
    ({ refused }) => refused !== undefined && sharedWeight(conceptsOf(content), conceptsOf(refused)) > 0,
  );
