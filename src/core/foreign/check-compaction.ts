import type { ReportedClaim } from "../context/engine";
import { checkClaims } from "../context/summary/claims/check-claims";
import { recordOf } from "../context/summary/claims/record/record";
import type { Message } from "../conversation/message";
import { identifiersIn } from "../conversation/text/identifiers";
import { ledgerOf } from "../ledger/add-to-ledger";
import { withOurTools } from "./continue";
import type { ForeignCompaction, ForeignSession } from "./session";
import { recordedText } from "./session";

/** What another agent's compaction lost, found by code alone, as for our own summaries. */
export interface CompactionCheck {
  /** Names that the work depended on, most used first. */
  readonly names: readonly string[];
  /** Those of them that the model does not see any more. */
  readonly lost: readonly string[];
  readonly claims: readonly ReportedClaim[];
}

/** A name that was mentioned in passing is no loss; nobody reads a longer list. */
const MOST_NAMES = 200;

export function checkCompaction(session: ForeignSession, compaction: ForeignCompaction): CompactionCheck {
  const before = withOurTools(compaction.before);
  const names = ledgerOf(before)
    .identifiers.toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_NAMES)
    .map(({ text }) => text);
  const visible = compaction.after.map(recordedText).join("\n");
  const stated = new Set(identifiersIn(visible, MOST_STATED));
  const { claims } = checkClaims(
    compaction.summary,
    recordOf({ messages: before, originals: withOurTools(upTo(session.messages, compaction)) }),
  );
  return { names, lost: names.filter((name) => !stated.has(name) && !visible.includes(name)), claims };
}

const MOST_STATED = 5_000;

/** What was said before the compaction, also before earlier ones. */
function upTo(messages: readonly Message[], { before, after }: ForeignCompaction): readonly Message[] {
  const summary = after.find(({ role }) => role === "summary");
  const end = messages.findIndex(({ id }) => id === summary?.id);
  return end < 0 ? before : messages.slice(0, end);
}
