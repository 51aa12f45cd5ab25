import type { SessionId } from "../conversation/ids";
import type { Knowledge } from "../knowledge/knowledge";
import { KNOWN_KINDS } from "../knowledge/known-entry";
import { describeEntry, searchKnowledge } from "../knowledge/search-knowledge";
import type { Recall } from "../tools/ports";

/** What the `recall` tool finds: entries about the conversation. */
export const createRecall = (knowledgeOf: (session: SessionId) => Pick<Knowledge, "entries">): Recall => ({
  async find(words, { session, kind: wanted }) {
    const kind = KNOWN_KINDS.find((one) => one === wanted);
    const entries = wanted === "output" ? [] : knowledgeOf(session).entries();
    return searchKnowledge(entries, { text: words, ...(kind !== undefined && { kind }) }).map(describeEntry);
  },
});
