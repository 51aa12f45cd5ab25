import { computed, signal } from "@preact/signals";
import type { ChipPicture } from "../../../src/protocol/attachments";
import type { ViewMessage } from "../../../src/protocol/messages";
import { listen, loadState, post, saveState } from "../../shared/host/host";
import { chips, clearChips, dropUnwritten, imagePrice, putChip, restoreChips } from "./chips";
import { parseCommand } from "./slash-commands";

export type SentImage = Extract<ViewMessage, { type: "send" }>["images"][number];

/** The text in the composer. Saved when the view is hidden, so that no half-typed message is lost. */
export const draft = signal(typeof loadState()["draft"] === "string" ? String(loadState()["draft"]) : "");
export const images = signal<readonly SentImage[]>([]);

const HISTORY_LENGTH = 50;
const isText = (value: unknown): value is string => typeof value === "string";
const stored = loadState()["history"];
let history: readonly string[] = Array.isArray(stored) ? stored.filter(isText) : [];
let position = 0;

export function setDraft(text: string): void {
  draft.value = text;
  saveState({ draft: text });
  dropUnwritten(text);
}

/** A chip that could not be read would be missing from the message. */
export const canSend = computed(
  () =>
    (draft.value.trim() !== "" || images.value.length > 0 || chips.value.length > 0) &&
    chips.value.every(({ state }) => state !== "failed"),
);

type When = Extract<ViewMessage, { type: "send" }>["when"];

/** Counts what was sent: who sends a message wants to see it, and what follows. */
export const sent = signal(0);

/** Set while a message waits for its chips to be read. */
let sending: When | null = null;

/** Takes what the host sends for the composer, and attaches again what the page held before it was closed. */
export function connectComposer(): void {
  listen((message) => {
    if (message.type === "chip") takeChip(message.chip);
    if (message.type === "image-price") imagePrice.value = message.tokens;
  });
  restoreChips();
}

function takeChip(chip: ChipPicture): void {
  putChip(chip);
  if (sending === null || chips.value.some(({ state }) => state === "pending")) return;
  const when = sending;
  sending = null;
  submit(when);
}

/** Sends the draft, as a command if it is one. */
export function submit(when: When = "after-turn"): void {
  const text = draft.value.trim();
  if (!canSend.value) return;
  if (chips.value.some(({ state }) => state === "pending")) {
    sending = when;
    return;
  }
  const command = parseCommand(text);
  if (command === null)
    post({ type: "send", text, images: images.value, attached: chips.value.map(({ id }) => id), when });
  else post({ type: "slash", ...command });
  if (text !== "") history = [...history.filter((line) => line !== text), text].slice(-HISTORY_LENGTH);
  position = 0;
  saveState({ history });
  images.value = [];
  clearChips();
  setDraft("");
  sent.value++;
}

/** Replaces the draft with an older or newer sent message; "end" if there is none. */
export function stepHistory(direction: "older" | "newer"): "moved" | "end" {
  const next = position + (direction === "older" ? 1 : -1);
  if (next < 0 || next > history.length) return "end";
  position = next;
  setDraft(position === 0 ? "" : (history[history.length - position] ?? ""));
  return "moved";
}
