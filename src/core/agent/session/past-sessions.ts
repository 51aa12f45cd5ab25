import { messageId } from "../../conversation/ids";
import { originalText } from "../../conversation/text/original";
import type { SessionStore } from "../../sessions/lineage/session";
import type { PastSessions } from "../../tools/ports";

/** What `session_search` finds: our own sessions first, then, where the user allows it, those of other agents. */
export const pastSessions = (sessions: SessionStore, others: () => PastSessions | undefined): PastSessions => ({
  async search(query, options) {
    const own = await sessions.search(query, { limit: options.limit });
    const limit = options.limit - own.length;
    const foreign = limit > 0 ? await others()?.search(query, { ...options, limit }) : undefined;
    return [...own, ...(foreign ?? [])];
  },
  async readMessage(id, session) {
    const found = await sessions.findMessage(messageId(id), session);
    return found === undefined ? others()?.readMessage(id, session) : originalText(found.message);
  },
});
