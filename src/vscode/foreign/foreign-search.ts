import { l10n, window } from "vscode";
import type { ForeignHit } from "../../core/foreign/search/search";
import { searchForeignSessions } from "../../core/host";
import { agentName } from "../../presenter/foreign/agent-names";
import { pickLive } from "../actions/pickers/live-pick";
import type { HostContext } from "../host/host-context";
import { readWithProgress, viewOf } from "./foreign-actions";
import type { ForeignSessions } from "./foreign-sessions";

const MOST_HITS = 50;

/** Searches the sessions of all other agents where they are; a hit opens its session. */
export async function searchForeign(host: HostContext): Promise<void> {
  const { sessions } = host.foreign;
  if (sessions.agents.length === 0) {
    void window.showInformationMessage(l10n.t("Hermes does not read sessions of other agents. Look for them first."));
    return;
  }
  let running = new AbortController();
  const words = {
    title: l10n.t("Search the sessions of other agents"),
    placeholder: l10n.t("Words that a message contains"),
    value: "",
  };
  const chosen = await pickLive(words, async (text) => {
    running.abort();
    running = new AbortController();
    return (await findInForeign(host.foreign.sessions, text, running.signal)).map((hit) => ({
      hit,
      label: hit.title,
      description: agentName(hit.file.agent),
      detail: hit.snippet,
    }));
  });
  running.abort();
  if (chosen === undefined) return;
  host.foreign.panels.open(viewOf(await readWithProgress(host, chosen.hit.file)), "chat");
}

/** The best hit of each session, where sessions of other agents may be read at all. */
export async function findInForeign(
  sessions: ForeignSessions,
  text: string,
  signal: AbortSignal,
): Promise<readonly ForeignHit[]> {
  if (text.trim() === "") return [];
  const files = await sessions.files(signal);
  const hits: ForeignHit[] = [];
  for await (const hit of searchForeignSessions(files, text, signal)) {
    hits.push(hit);
    if (hits.length >= MOST_HITS) break;
  }
  return hits;
}
