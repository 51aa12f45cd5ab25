/** A change to a file as a card or a row shows it: its size, and the first changed lines with their surroundings. */
export interface EditPicture {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  /** Changed lines that are not in `lines`. */
  readonly hidden: number;
}

/** "gap" stands for unchanged lines that are left out; its text is empty. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
}
