import type { JsonValue } from "../../base/json";
import type { MessageId, SessionId } from "../../conversation/ids";

/** A compression as its journal has it. */
export interface PastCompression {
  /** The session it made. */
  readonly session: SessionId;
  readonly from: SessionId;
  readonly summaryId: MessageId | null;
  readonly report: JsonValue;
  readonly state: "applied" | "undone";
}
