import type { Disposable, TreeDataProvider, TreeView } from "vscode";
import { EventEmitter, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from "vscode";
import { counted } from "../../core/base/sentence";
import type { SpillFile } from "../../core/spill/spill";
import { formatBytes } from "../../format";
import { ageOf } from "../../presenter/words/age";
import { say } from "../base/language";

export type OutputItem =
  | { readonly kind: "session"; readonly session: string; readonly files: readonly SpillFile[] }
  | {
      readonly kind: "tool";
      readonly session: string;
      readonly tool: string;
      readonly outputs: readonly Extract<OutputItem, { readonly kind: "output" }>[];
    }
  | { readonly kind: "output"; readonly file: SpillFile; readonly label: string };

/** Title of a session, and the call behind each of its outputs by the last part of the output's id. */
export type DescribeSession = (session: string) => Promise<{
  readonly title: string;
  readonly calls: ReadonlyMap<string, { readonly tool: string; readonly subject: string }>;
}>;

export const isOutputItem = (item: unknown): item is Extract<OutputItem, { readonly kind: "output" }> =>
  typeof item === "object" && item !== null && "kind" in item && item.kind === "output";

export interface OutputsTreeOptions {
  list(): Promise<readonly SpillFile[]>;
  readonly describe: DescribeSession;
  retentionDays(): number;
}

/** Persisted tool outputs by session and tool, with size and age; the title shows total size and retention. */
export class OutputsTree implements TreeDataProvider<OutputItem> {
  private readonly changed = new EventEmitter<void>();
  private readonly options: OutputsTreeOptions;
  private view: TreeView<OutputItem> | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(options: OutputsTreeOptions) {
    this.options = options;
  }

  register(): Disposable {
    this.view = window.createTreeView("hermes.outputs", { treeDataProvider: this, showCollapseAll: true });
    return this.view;
  }

  refresh(): void {
    this.changed.fire();
  }

  async getChildren(parent?: OutputItem): Promise<OutputItem[]> {
    if (parent?.kind === "session") return this.toolsOf(parent.session, parent.files);
    if (parent?.kind === "tool") return [...parent.outputs];
    if (parent) return [];
    const files = await this.options.list();
    const kept = counted(this.options.retentionDays(), "kept for 1 day", "kept for {count} days");
    if (this.view) this.view.description = files.length === 0 ? "" : `${sizeOf(files)} · ${say(kept)}`;
    const sessions = [...Map.groupBy(files, ({ session }) => session)].toSorted(
      ([, a], [, b]) => newest(b) - newest(a),
    );
    return sessions.map(([session, own]) => ({
      kind: "session",
      session,
      files: own.toSorted((a, b) => b.bytes - a.bytes),
    }));
  }

  async getTreeItem(item: OutputItem): Promise<TreeItem> {
    if (item.kind === "output") return outputItem(item);
    const title = item.kind === "tool" ? item.tool : (await this.options.describe(item.session)).title;
    const row = new TreeItem(title, TreeItemCollapsibleState.Expanded);
    row.id = item.kind === "tool" ? `${item.session}/${item.tool}/` : item.session;
    row.contextValue = item.kind === "tool" ? "outputTool" : "outputSession";
    row.description = sizeOf(item.kind === "tool" ? item.outputs.map(({ file }) => file) : item.files);
    row.iconPath = new ThemeIcon(item.kind === "tool" ? "tools" : "comment-discussion");
    return row;
  }

  private async toolsOf(session: string, files: readonly SpillFile[]): Promise<OutputItem[]> {
    const { calls } = await this.options.describe(session);
    const byTool = Map.groupBy(files, (file) => calls.get(nameOf(file))?.tool ?? l10n.t("message"));
    return [...byTool].map(([tool, own]) => ({
      kind: "tool",
      session,
      tool,
      outputs: own.map((file) => ({ kind: "output", file, label: calls.get(nameOf(file))?.subject || nameOf(file) })),
    }));
  }
}

function outputItem(item: Extract<OutputItem, { readonly kind: "output" }>): TreeItem {
  const { file, label } = item;
  const row = new TreeItem(label);
  row.id = file.id;
  row.contextValue = "output";
  row.description = `${sizeOf([file])} · ${ageOf(file.lastUsedMs, Date.now(), say)}`;
  row.tooltip = `${file.path}\n${new Date(file.lastUsedMs).toLocaleString()}`;
  row.iconPath = new ThemeIcon("output");
  row.command = { command: "hermes.openOutput", title: l10n.t("Open"), arguments: [item] };
  return row;
}

const nameOf = (file: SpillFile) => file.id.split("/").at(-1) ?? file.id;
const sizeOf = (files: readonly SpillFile[]) => formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
const newest = (files: readonly SpillFile[]) => Math.max(...files.map(({ lastUsedMs }) => lastUsedMs));
