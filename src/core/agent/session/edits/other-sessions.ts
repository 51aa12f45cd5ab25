import { sentence } from "../../../base/sentence";
import type { RecalledLine } from "../../../context/engine";
import type { SessionId } from "../../../conversation/ids";
import { identifiersIn } from "../../../conversation/text/identifiers";
import { redactSecrets } from "../../../redact/secrets";
import type { AgentWorld } from "../../world";

/** Other sessions are about other things; more than this would be guessing. */
const MOST_LINES = 2;
const LOOKED_AT_HITS = 8;
const LINE_CHARS = 200;
/** Names of one message; a pasted log has thousands. */
const MOST_NAMES = 50;

/**
 * Lines of other sessions about things that a message names. Only where the user wants it, and only lines with one of
 * the names; a search that fails brings nothing back.
 */
export async function recallOtherSessions(
  world: AgentWorld,
  session: SessionId,
  text: string,
): Promise<readonly RecalledLine[]> {
  if (!world.settings().recall.otherSessions) return [];
  const names = identifiersIn(redactSecrets(text), MOST_NAMES);
  if (names.length === 0) return [];
  const options = { limit: LOOKED_AT_HITS, outside: session };
  const hits = await world.sessions.search(names.join(" "), options).catch(() => []);
  return hits
    .flatMap(({ messageId, snippet, title }): readonly RecalledLine[] => {
      const line = redactSecrets(snippet);
      const identifier = names.find((name) => line.toLowerCase().includes(name.toLowerCase()));
      if (identifier === undefined) return [];
      const why = sentence('The session "{title}" mentions {name}.', { title, name: identifier });
      return [{ identifier, messageId, text: `[session "${title}"] ${line}`.slice(0, LINE_CHARS), why }];
    })
    .slice(0, MOST_LINES);
}
