import { Position, Range, commands, l10n, window } from "vscode";
import type { SpillFile } from "../core/spill/spill";
import { shortCount } from "../presenter/meter-words";
import { pickLive } from "./live-pick";
import { outputUri } from "./output-files";
import { searchLines } from "./output-search";
import { isOutputItem } from "./outputs-tree";
import type { Parts } from "./parts";

const BYTES_PER_MB = 1_000_000;
const SHOWN_MATCHES = 100;

/** What people do with persisted tool outputs. An action without an item asks for one. */
export function createOutputActions({ hermes, settings, refreshTrees }: Parts) {
  const pick = async (title: string): Promise<SpillFile | undefined> => {
    const files = (await hermes.spills.list()).toSorted((a, b) => b.lastUsedMs - a.lastUsedMs);
    if (files.length === 0) throw new Error(l10n.t("No tool output is kept on disk."));
    const items = files.map((file) => ({
      file,
      label: file.id.split("/").at(-1) ?? file.id,
      description: `${shortCount(file.bytes)}B`,
    }));
    return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.file;
  };

  const fileOf = async (item: unknown, title: string): Promise<SpillFile | undefined> => {
    if (isOutputItem(item)) return item.file;
    if (typeof item !== "string") return pick(title);
    const file = (await hermes.spills.list()).find((one) => one.id === item);
    if (!file) throw new Error(l10n.t("This output is no longer on disk."));
    return file;
  };

  return {
    async openOutput(item?: unknown) {
      const file = await fileOf(item, l10n.t("Open a tool output"));
      if (file) await open(file);
    },
    /** Within one output, or within all of them. */
    async searchOutputs(item?: unknown) {
      const files = isOutputItem(item) ? [item.file] : await hermes.spills.list();
      const hit = await pickLive(
        {
          title: files.length === 1 ? l10n.t("Search in this tool output") : l10n.t("Search in all tool outputs"),
          placeholder: l10n.t("Words in a line"),
        },
        (text) => findIn(files, text),
      );
      if (hit) await open(hit.file, hit.line);
    },
    async putBackOutput(item?: unknown) {
      const file = await fileOf(item, l10n.t("Put a tool output back into the context"));
      if (!file) return;
      const message = hermes.agent.messages.find(
        (one) => one.role === "tool" && one.body.kind !== "full" && one.body.spill === file.id,
      );
      if (!message)
        throw new Error(l10n.t("The open session does not refer to this output. Resume its session first."));
      await hermes.agent.putBack(message.id);
    },
    async deleteOutput(item?: unknown) {
      const file = await fileOf(item, l10n.t("Delete a tool output"));
      if (
        !file ||
        !(await confirm(l10n.t("Delete this tool output? The model can no longer read it."), l10n.t("Delete")))
      )
        return;
      await hermes.spills.remove(file.id);
      refreshTrees();
    },
    async cleanOutputs() {
      const { retentionDays, maxDiskMb } = settings.current.toolOutput;
      if (
        !(await confirm(
          l10n.t("Delete tool outputs unused for {0} days, and the oldest beyond {1} MB?", retentionDays, maxDiskMb),
          l10n.t("Clean Up"),
        ))
      )
        return;
      const removed = await hermes.spills.sweep(
        { nowMs: Date.now(), retentionDays, maxBytes: maxDiskMb * BYTES_PER_MB },
        new Set(),
      );
      refreshTrees();
      void window.showInformationMessage(
        removed.length === 0 ? l10n.t("Nothing had to go.") : l10n.t("Deleted {0} tool outputs.", removed.length),
      );
    },
  };
}

/** Not as a document of the extension host: VS Code keeps texts over 50 MB from it, and shows them all the same. */
async function open(file: SpillFile, line = 1): Promise<void> {
  const place = new Position(line - 1, 0);
  await commands.executeCommand("vscode.open", outputUri(file), { preview: true, selection: new Range(place, place) });
}

async function findIn(files: readonly SpillFile[], words: string) {
  if (words.trim() === "") return [];
  const hits = [];
  for (const file of files) {
    const lines = await searchLines(file.path, words, SHOWN_MATCHES - hits.length);
    hits.push(
      ...lines.map(({ line, text }) => ({
        file,
        line,
        label: text,
        description: `${file.id.split("/").at(-1) ?? file.id}:${line}`,
      })),
    );
    if (hits.length >= SHOWN_MATCHES) break;
  }
  return hits;
}

const confirm = async (question: string, yes: string): Promise<boolean> =>
  (await window.showWarningMessage(question, { modal: true }, yes)) === yes;
