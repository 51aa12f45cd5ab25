import { signal } from "@preact/signals";

/** The ids of the open folds; kept outside the rows, because a row that is scrolled away leaves the page. */
const open = signal<ReadonlySet<string>>(new Set());

export const isOpen = (id: string): boolean => open.value.has(id);

export function toggle(id: string): void {
  const next = new Set(open.value);
  if (!next.delete(id)) next.add(id);
  open.value = next;
}
