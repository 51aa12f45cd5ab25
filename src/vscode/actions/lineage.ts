import { l10n } from "vscode";
import { archiveSummaries, sessionId } from "../../core/host";
import type { Session } from "../../core/sessions/lineage/session";
import type { HostContext } from "../host/host-context";

interface Layer {
  readonly title: string;
  readonly text: string;
}

/** Compares the summary of a compression with the one before it. `id` is the session that the compression made. */
export async function compareSummary({ hermes, documents }: HostContext, id: string): Promise<void> {
  const [after, before] = (await layersOf(hermes.sessions, id)).toReversed();
  if (before === undefined || after === undefined)
    throw new Error(l10n.t("There is no earlier summary to compare with."));
  await documents.compare(
    l10n.t("{before} ↔ {after}: summaries", { before: before.title, after: after.title }),
    { name: `${before.title}.md`, text: before.text },
    { name: `${after.title}.md`, text: after.text },
  );
}

/** Everything that the summaries up to this compression ever said: each item once, with the compressions it was in. */
export async function openLineage({ hermes, documents }: HostContext, id: string): Promise<void> {
  const layers = await layersOf(hermes.sessions, id);
  const items = archiveSummaries(layers.map(({ text }, index) => ({ ordinal: index + 1, text })));
  const lines = [...Map.groupBy(items, ({ heading }) => heading)].flatMap(([heading, own]) => [
    "",
    `## ${heading}`,
    ...own.map(
      ({ text, from, to }) =>
        `- ${from === to ? `#${from}` : `#${from}–#${to}`} ${to < layers.length ? "·" : "✓"} ${text}`,
    ),
  ]);
  const title = l10n.t("All summaries of this conversation");
  const legend = l10n.t("#1–#2: the compressions whose summaries carry the item. ✓: still in the newest one.");
  await documents.open(`${title}.md`, [`# ${title}`, "", legend, ...lines, ""].join("\n"));
}

/** The summaries of a chain, oldest first. */
async function layersOf(sessions: HostContext["hermes"]["sessions"], id: string): Promise<readonly Layer[]> {
  const layers: Layer[] = [];
  for (let at: Session | undefined = await sessions.read(sessionId(id)); at !== undefined; ) {
    const summary = at.messages.find((message) => message.role === "summary");
    if (summary?.role === "summary") layers.unshift({ title: at.title, text: summary.text });
    const { parentId, relation }: Session["header"] = at.header;
    at =
      relation !== "continuation" || parentId === null
        ? undefined
        : await sessions.read(parentId).catch(() => undefined);
  }
  return layers;
}
