import { sentence } from "../../core/base/sentence";
import { promptTokens } from "../../core/conversation/usage";
import type { ForeignSession } from "../../core/foreign/session";
import { newestRequest } from "../../core/foreign/session";
import { formatCount } from "../../format";
import type { Say } from "../words/say";
import { agentName } from "./agent-names";

/** "Claude Code · 142K / 200K · 71%"; without recorded tokens only the name. */
export function describeForeignMeter(
  session: ForeignSession,
  windowTokens: number,
  say: Say,
): { readonly text: string; readonly tooltip: string } {
  const name = agentName(session.agent);
  const newest = newestRequest(session);
  const tooltip = say(sentence("{title}. Click to stop following.", { title: session.title }));
  if (newest === undefined) return { text: name, tooltip };
  const used = promptTokens(newest.usage);
  const percent = Math.round((100 * used) / Math.max(1, windowTokens));
  return { text: `${name} · ${formatCount(used)} / ${formatCount(windowTokens)} · ${percent}%`, tooltip };
}
