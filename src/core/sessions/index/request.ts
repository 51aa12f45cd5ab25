import type { MessageId, SessionId } from "../../conversation/ids";
import type { FoundMessage, SearchHit, SearchOptions, SessionLine, UsageLine } from "../lineage/session";
import type { MessageVersions } from "../lineage/versions";
import type { EmbeddedText } from "./vectors";

/** What the store asks the index; plain values, because the index lives in a worker. */
export type IndexRequest =
  | { readonly kind: "list" }
  | {
      readonly kind: "search";
      readonly query: string;
      readonly options: SearchOptions;
      /** The query as a vector; messages near to it count too. */
      readonly like?: EmbeddedText;
    }
  /** Messages that a model has not turned into vectors yet, newest first, without secrets. */
  | { readonly kind: "unembedded"; readonly model: string; readonly limit: number }
  | { readonly kind: "embed"; readonly model: string; readonly vectors: readonly DocumentVector[] }
  | { readonly kind: "message"; readonly id: MessageId; readonly near: SessionId | null }
  | { readonly kind: "versions"; readonly session: SessionId }
  | { readonly kind: "usage"; readonly fromMs: number; readonly toMs: number }
  /** Forgets words of sessions that were deleted for good. */
  | { readonly kind: "rebuild" }
  | { readonly kind: "save" };

export type IndexAnswer =
  | { readonly kind: "list"; readonly lines: readonly SessionLine[] }
  | { readonly kind: "search"; readonly hits: readonly SearchHit[] }
  | { readonly kind: "unembedded"; readonly texts: readonly DocumentText[] }
  | { readonly kind: "embed" }
  | { readonly kind: "message"; readonly found: FoundMessage | null }
  | { readonly kind: "versions"; readonly versions: readonly MessageVersions[] }
  | { readonly kind: "usage"; readonly lines: readonly UsageLine[] }
  | { readonly kind: "rebuild" }
  | { readonly kind: "save" };

export interface DocumentText {
  readonly docid: number;
  readonly text: string;
}

export interface DocumentVector {
  readonly docid: number;
  readonly vector: readonly number[];
}

export interface IndexOptions {
  readonly folder: string;
  /** Where `sql-wasm.wasm` lies; without it sql.js looks beside its own file, which works unbundled only. */
  readonly wasmFile?: string;
  /** Makes the draft of the snapshot this process's own. */
  readonly instance: string;
}

export type AnswerOf<Kind extends IndexRequest["kind"]> = Extract<IndexAnswer, { readonly kind: Kind }>;
