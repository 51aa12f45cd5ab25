import { signal } from "@preact/signals";
import type { ViewMessage } from "../../../src/protocol/messages";
import { loadState, post, saveState } from "../../shared/host/host";
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
}

/** Sends the draft, as a command if it is one. */
export function submit(): void {
  const text = draft.value.trim();
  if (text === "" && images.value.length === 0) return;
  const command = parseCommand(text);
  if (command === null) post({ type: "send", text, images: images.value });
  else post({ type: "slash", ...command });
  if (text !== "") history = [...history.filter((line) => line !== text), text].slice(-HISTORY_LENGTH);
  position = 0;
  saveState({ history });
  images.value = [];
  setDraft("");
}

/** Replaces the draft with an older or newer sent message; "end" if there is none. */
export function stepHistory(direction: "older" | "newer"): "moved" | "end" {
  const next = position + (direction === "older" ? 1 : -1);
  if (next < 0 || next > history.length) return "end";
  position = next;
  setDraft(position === 0 ? "" : (history[history.length - position] ?? ""));
  return "moved";
}
