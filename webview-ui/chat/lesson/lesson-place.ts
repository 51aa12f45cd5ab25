import { computed, effect } from "@preact/signals";
import type { Row } from "../../../src/protocol/chat";
import type { LessonStep } from "../../../src/protocol/lesson";
import { lesson, reveal, rowIds, rowOf } from "../state/store";

/** What a step explains is near the end of the conversation. */
const SEARCHED_ROWS = 40;

/** The kind of row that a step explains; a step without one explains the gauge, or waits for the user. */
const EXPLAINS: Partial<Record<LessonStep, (row: Row) => boolean>> = {
  tests: isAsking,
  cause: isAsking,
  edit: isAsking,
  again: isAsking,
  printing: isAsking,
  spill: (row) => isChange(row, "spilled"),
  verify: (row) => isChange(row, "compressed"),
  undone: (row) => isChange(row, "undone"),
};

/** The row beside which the hint stands. */
export const lessonRow = computed((): string | undefined => {
  if (lesson.value?.kind !== "running") return undefined;
  const fits = EXPLAINS[lesson.value.step];
  return fits && rowIds.value.slice(-SEARCHED_ROWS).findLast((id) => isFitting(id, fits));
});

/** What has happened already may have been scrolled away. */
const REVEALED: readonly LessonStep[] = ["spill", "verify", "undone"];
effect(() => {
  const id = lessonRow.value;
  const step = lesson.value?.kind === "running" ? lesson.value.step : undefined;
  if (id !== undefined && step !== undefined && REVEALED.includes(step)) reveal.value = id;
});

export const lessonPlace = computed((): "none" | "row" | "header" | "composer" => {
  if (lesson.value?.kind !== "running") return "none";
  if (lessonRow.value !== undefined) return "row";
  return lesson.value.step === "compress" ? "header" : "composer";
});

function isFitting(id: string, fits: (row: Row) => boolean): boolean {
  const row = rowOf(id)?.value;
  return row !== undefined && fits(row);
}

function isAsking(row: Row): boolean {
  return row.kind === "tool" && row.approval !== undefined;
}

function isChange(row: Row, type: "spilled" | "compressed" | "undone"): boolean {
  return row.kind === "context" && row.change.type === type;
}
