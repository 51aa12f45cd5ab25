import type { MessageId } from "../../../conversation/ids";
import type { Ledger } from "../../../ledger/ledger";
import type { OriginalStore } from "../../recall/originals";
import type { CheckedSummary } from "../../summary/claims/check-claims";
import { checkClaims } from "../../summary/claims/check-claims";
import { recordOf } from "../../summary/claims/record/record";

export interface NodeSources {
  readonly store: Pick<OriginalStore, "original" | "originals">;
  readonly ledger?: Ledger | undefined;
  readonly systemPrompt?: string | undefined;
}

/** A node tells of its own stretch: what came after its last message neither backs nor refutes it. */
export function checkNode(text: string, covers: readonly MessageId[], sources: NodeSources): CheckedSummary {
  const { store, ledger, systemPrompt } = sources;
  const end = covers.reduce((last, id) => Math.max(last, store.original(id)?.position ?? -1), -1);
  const messages = store
    .originals()
    .slice(0, end + 1)
    .map(({ message }) => message);
  const ids = new Set(messages.map(({ id }) => id));
  const commands = ledger === undefined ? undefined : commandsWithin(ledger, ids);
  const record = recordOf({ messages, ledger: commands, systemPrompt });
  return checkClaims(text, record, "past");
}

/** The ledger saw outputs before they were shortened; of it only what belongs to these messages counts. */
const commandsWithin = (ledger: Ledger, ids: ReadonlySet<MessageId>): Ledger => ({
  ...ledger,
  files: [],
  commands: ledger.commands.filter(({ messageId }) => ids.has(messageId)),
});
