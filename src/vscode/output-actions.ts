import { Uri, window } from "vscode";
import { isOutputItem } from "./outputs-tree";
import type { Parts } from "./parts";

const BYTES_PER_MB = 1_000_000;

/** What people do with persisted tool outputs. */
export function createOutputActions({ hermes, settings, refreshTrees }: Parts) {
  return {
    async openOutput(item?: unknown) {
      const path = isOutputItem(item) ? item.file.path : typeof item === "string" ? await findPath(item) : await pick();
      if (path !== undefined) await window.showTextDocument(Uri.file(path), { preview: true });
    },
    async cleanOutputs() {
      const { retentionDays, maxDiskMb } = settings.current.toolOutput;
      const clean = "Clean Up";
      const answer = await window.showWarningMessage(`Delete tool outputs unused for ${retentionDays} days, and the oldest beyond ${maxDiskMb} MB?`, { modal: true }, clean);
      if (answer !== clean) return;
      const removed = await hermes.spills.sweep({ nowMs: Date.now(), retentionDays, maxBytes: maxDiskMb * BYTES_PER_MB }, new Set());
      refreshTrees();
      void window.showInformationMessage(removed.length === 0 ? "Nothing had to go." : `Deleted ${removed.length} tool outputs.`);
    },
  };

  async function findPath(id: string): Promise<string> {
    const file = (await hermes.spills.list()).find((one) => one.id === id);
    if (!file) throw new Error("This output is no longer on disk.");
    return file.path;
  }

  async function pick(): Promise<string | undefined> {
    const files = (await hermes.spills.list()).toSorted((a, b) => b.lastUsedMs - a.lastUsedMs);
    const items = files.map(({ id, path, chars }) => ({ path, label: id, description: `${chars} characters` }));
    return (await window.showQuickPick(items, { title: "Open a tool output" }))?.path;
  }
}
