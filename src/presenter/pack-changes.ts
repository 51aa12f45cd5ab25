import type { Change } from "../protocol/messages";

/** A message with streamed text stays below 4 KB on the wire; the rest is room for its envelope. */
const MESSAGE_BYTES = 4_000;
/** In the worst case a character is escaped to six bytes. */
const BYTES_PER_CHAR = 6;
/** The longest streamed piece that fits into one message even if every character is escaped. */
const JOINED_CHARS = 600;
/** Names, ids and numbers around the text of one change. */
const ENVELOPE_BYTES = 160;

/**
 * The changes of one frame as messages, in order. Text that grew several times becomes one growth, live output becomes
 * its newest end, and streamed text never makes a message larger than 4 KB. Whole pictures are sent as they are.
 */
export function packChanges(changes: readonly Change[]): readonly (readonly Change[])[] {
  const messages: Change[][] = [];
  let bytes = 0;
  for (const change of joinChanges(changes)) {
    const size = streamedBytes(change);
    const current = messages.at(-1);
    if (current === undefined || bytes + size > MESSAGE_BYTES) {
      messages.push([change]);
      bytes = size;
    } else {
      current.push(change);
      bytes += size;
    }
  }
  return messages;
}

function joinChanges(changes: readonly Change[]): readonly Change[] {
  const joined: Change[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (
      change.kind === "row-grew" &&
      last?.kind === "row-grew" &&
      last.id === change.id &&
      last.text.length + change.text.length <= JOINED_CHARS
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + change.text };
    } else if (change.kind === "tool-tail" && last?.kind === "tool-tail" && last.id === change.id) {
      joined[joined.length - 1] = change;
    } else {
      joined.push(change);
    }
  }
  return joined;
}

function streamedBytes(change: Change): number {
  if (change.kind === "row-grew") return ENVELOPE_BYTES + change.text.length * BYTES_PER_CHAR;
  return change.kind === "tool-tail" ? ENVELOPE_BYTES + change.tail.length * BYTES_PER_CHAR : ENVELOPE_BYTES;
}
