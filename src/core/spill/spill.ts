import { SentenceError } from "../base/sentence-error";
import type { SessionId, SpillId } from "../conversation/ids";
import type { OutputMark } from "./outline/mark";

/** Outputs too large for the context, kept as files in workspace storage: `tool-results/<session>/<id>.txt`. */
export interface SpillStore {
  /** Throws `SpillError` when the text cannot be written; the caller then truncates openly. */
  save(session: SessionId, name: string, text: string, marks?: readonly OutputMark[]): Promise<Spill>;
  read(spill: SpillId): Promise<string | undefined>;
  /** The outline of an output; made again where it is missing. Empty where the output is gone. */
  marks(spill: SpillId): Promise<readonly OutputMark[]>;
  list(): Promise<readonly SpillFile[]>;
  remove(spill: SpillId): Promise<void>;
  /** Retention counts from a session's last use: call it when a session is opened. */
  touch(session: SessionId): Promise<void>;
  /** Deletes what retention and the size cap no longer allow; `referenced` go last. Returns what was removed. */
  sweep(limits: SpillLimits, referenced: ReadonlySet<SpillId>): Promise<readonly SpillFile[]>;
  /** True for a path inside the store, so that `read_file` may open it. */
  owns(path: string): boolean;
}

/** The id is `<session>/<file name without .txt>`; the path is absolute. */
export interface Spill {
  readonly id: SpillId;
  readonly path: string;
  readonly chars: number;
  readonly bytes: number;
}

export interface SpillFile extends Spill {
  readonly session: SessionId;
  readonly lastUsedMs: number;
}

export interface SpillLimits {
  readonly nowMs: number;
  readonly retentionDays: number;
  readonly maxBytes: number;
}

export class SpillError extends SentenceError {
  override readonly name = "SpillError";
}
