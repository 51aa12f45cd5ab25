import type { KnownEntry } from "../../core/knowledge/known-entry";
import type { KnownPicture } from "../../protocol/inspector";

/** More than anyone looks through; the search of the page covers these. */
const SHOWN_ENTRIES = 600;

/** What Hermes knows, as the inspector lists it: newest first. */
export const presentKnowledge = (entries: readonly KnownEntry[]): KnownPicture => ({
  entries: entries.slice(-SHOWN_ENTRIES).toReversed(),
  hiddenEntries: Math.max(0, entries.length - SHOWN_ENTRIES),
});
