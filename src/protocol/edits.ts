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

/** The bar of files that Hermes changed and the user has neither kept nor undone. */
export interface ChangesPicture {
  readonly files: readonly ChangedFilePicture[];
  /** Files that are not in `files`. */
  readonly more: number;
  readonly added: number;
  readonly removed: number;
  /** The newest turn that changed files. */
  readonly turn: string | null;
}

export interface ChangedFilePicture {
  readonly path: string;
  readonly shown: string;
  readonly byHermes: "created" | "changed" | "deleted";
  readonly added: number;
  readonly removed: number;
  /** "ask": undoing needs a decision, because somebody else changed the same lines. */
  readonly undo: "ready" | "ask";
  readonly hunks: readonly HunkPicture[];
}

export interface HunkPicture extends Pick<EditPicture, "lines" | "hidden"> {
  readonly id: string;
  readonly line: number;
}
