import type { UnknownObject } from "../../base/json";
import { listOf, objectOf, textOf } from "../../base/json";
import { messageId } from "../../conversation/ids";
import type { ConversationBuilder } from "../reading/conversation-builder";
import { timeOf } from "../reading/line-fold";
import { roundsOf } from "./rounds";

/** A summary of Copilot's agent: the text that replaces everything up to the end of a round. */
export interface RecordedSummary {
  readonly at: number;
  readonly text: string;
}

/** By the id of the round. A summary may be recorded with the round itself, or with a later request. */
export function summariesIn(requests: readonly UnknownObject[]): ReadonlyMap<string, RecordedSummary> {
  const found = new Map<string, RecordedSummary>();
  const note = (round: unknown, text: unknown, at: number): void => {
    if (textOf(round) !== "" && textOf(text) !== "") found.set(textOf(round), { at, text: textOf(text) });
  };
  for (const request of requests) {
    const at = timeOf(request["timestamp"]);
    const metadata = objectOf(objectOf(request["result"])["metadata"]);
    for (const round of roundsOf(request)) note(round["id"], round["summary"], at);
    for (const one of [objectOf(metadata["summary"]), ...listOf(metadata["summaries"])])
      note(one["toolCallRoundId"], one["text"], at);
  }
  return found;
}

export function addSummary(builder: ConversationBuilder, { at, text }: RecordedSummary): void {
  const covers = builder.context.map(({ id }) => id);
  const id = messageId(`summary-${builder.messages.length}`);
  builder.compact({ at, trigger: "unknown", summary: text }, { role: "summary", id, text, covers }, []);
}
