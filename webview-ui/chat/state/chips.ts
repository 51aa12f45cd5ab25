import { computed, signal } from "@preact/signals";
import type { ChipPicture, Mention } from "../../../src/protocol/attachments";
import { loadState, post, saveState } from "../../shared/host/host";
import { header } from "./store";

/** A chip of the composer; `mention` reads it again after the page was closed. */
export interface Chip extends ChipPicture {
  readonly mention: Mention | null;
}

export const chips = signal<readonly Chip[]>([]);
/** What one image costs, as the host says; null until it has. */
export const imagePrice = signal<number | null>(null);

/** Tokens that are still free in the window; null while its size is unknown. */
export const freeTokens = computed(() => {
  const gauge = header.value?.gauge;
  return gauge === undefined || gauge.windowTokens === 0 ? null : Math.max(0, gauge.windowTokens - gauge.usedTokens);
});

/** Kinds that are also written into the text; removing the words removes the chip, and the other way round. */
const WRITTEN: ReadonlySet<ChipPicture["kind"]> = new Set([
  "file",
  "folder",
  "symbol",
  "problems",
  "terminal",
  "changes",
]);

export const isWritten = ({ kind }: Pick<ChipPicture, "kind">): boolean => WRITTEN.has(kind);

export function attach(mention: Mention): void {
  if (mention.target === null) return;
  const known = chips.value.some((chip) => chip.kind === mention.kind && chip.mention?.target === mention.target);
  if (known) return;
  const id = crypto.randomUUID();
  const { kind, name } = mention;
  setChips([...chips.value, { id, kind, name, state: "pending", tokens: 0, preview: "", mention }]);
  post({ type: "attach", id, mention });
}

/** A chip from the host: a new one, or the price of one that was pending. */
export function putChip(chip: ChipPicture): void {
  const known = chips.value.find(({ id }) => id === chip.id);
  setChips(
    known === undefined
      ? [...chips.value, { ...chip, mention: null }]
      : chips.value.map((one) => (one.id === chip.id ? { ...chip, mention: one.mention } : one)),
  );
}

export function removeChip(id: string): void {
  setChips(chips.value.filter((chip) => chip.id !== id));
  post({ type: "detach", id });
}

/** The words of a mention were deleted or changed: what they named is no longer meant. */
export function dropUnwritten(text: string): void {
  for (const chip of chips.value)
    if (chip.mention !== null && isWritten(chip) && !text.includes(`@${chip.mention.name}`)) removeChip(chip.id);
}

/** The host has taken their contents. */
export function clearChips(): void {
  setChips([]);
}

/** After the page was closed, what it held is read again. */
export function restoreChips(): void {
  const stored = loadState()["mentions"];
  if (Array.isArray(stored)) for (const mention of stored) attach(mention);
}

function setChips(next: readonly Chip[]): void {
  chips.value = next;
  // A web page is not read again by itself: that may ask a question, and tells its server.
  const kept = next.filter(({ kind }) => kind !== "web");
  saveState({ mentions: kept.flatMap(({ mention }) => (mention === null ? [] : [mention])) });
}
