/** What a line of an output is about. */
export const MARK_KINDS = ["test", "error", "warning", "frame", "heading", "path"] as const;

export type MarkKind = (typeof MARK_KINDS)[number];

export const TEST_RESULTS = ["passed", "failed", "skipped"] as const;

/** A line of an output that is worth going to: a test with its result, an error, a stack frame, a JSON path. */
export interface OutputMark {
  /** Counted from 1, as `read_file` counts. */
  readonly line: number;
  readonly kind: MarkKind;
  readonly text: string;
  /** Of a test. */
  readonly result?: (typeof TEST_RESULTS)[number];
}
