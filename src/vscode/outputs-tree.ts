import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, window } from "vscode";
import type { Disposable, TreeDataProvider, TreeView } from "vscode";
import { shortCount } from "../presenter/meter-words";
import type { SpillFile } from "../core/spill/spill";

export type OutputItem =
  | { readonly kind: "session"; readonly session: string; readonly files: readonly SpillFile[] }
  | { readonly kind: "output"; readonly file: SpillFile; readonly tool: string };

/** Title of a session, and the tool behind each of its outputs by the last part of the output's id. */
export type DescribeSession = (session: string) => Promise<{ readonly title: string; readonly tools: ReadonlyMap<string, string> }>;

export const isOutputItem = (item: unknown): item is Extract<OutputItem, { readonly kind: "output" }> => typeof item === "object" && item !== null && "kind" in item && item.kind === "output";

/** Persisted tool outputs by session, with their sizes; the total stands in the title. */
export class OutputsTree implements TreeDataProvider<OutputItem> {
  private readonly changed = new EventEmitter<void>();
  private readonly list: () => Promise<readonly SpillFile[]>;
  private readonly describe: DescribeSession;
  private view: TreeView<OutputItem> | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(list: () => Promise<readonly SpillFile[]>, describe: DescribeSession) {
    this.list = list;
    this.describe = describe;
  }

  register(): Disposable {
    this.view = window.createTreeView("hermes.outputs", { treeDataProvider: this, showCollapseAll: true });
    return this.view;
  }

  refresh(): void {
    this.changed.fire();
  }

  async getChildren(parent?: OutputItem): Promise<OutputItem[]> {
    if (parent?.kind === "session") return this.outputsOf(parent.session, parent.files);
    if (parent) return [];
    const files = await this.list();
    if (this.view) this.view.description = files.length === 0 ? "" : `${files.length} ${files.length === 1 ? "file" : "files"}, ${sizeOf(files)}`;
    return [...Map.groupBy(files, ({ session }) => session)].map(([session, own]) => ({ kind: "session", session, files: own.toSorted((a, b) => b.bytes - a.bytes) }));
  }

  async getTreeItem(item: OutputItem): Promise<TreeItem> {
    return item.kind === "session" ? this.sessionItem(item.session, item.files) : outputItem(item.file, item.tool);
  }

  private async outputsOf(session: string, files: readonly SpillFile[]): Promise<OutputItem[]> {
    const { tools } = await this.describe(session);
    return files.map((file) => ({ kind: "output", file, tool: tools.get(nameOf(file)) ?? nameOf(file) }));
  }

  private async sessionItem(session: string, files: readonly SpillFile[]): Promise<TreeItem> {
    const item = new TreeItem((await this.describe(session)).title, TreeItemCollapsibleState.Expanded);
    item.id = session;
    item.contextValue = "outputSession";
    item.description = sizeOf(files);
    return item;
  }
}

function outputItem(file: SpillFile, tool: string): TreeItem {
  const item = new TreeItem(tool);
  item.id = file.id;
  item.contextValue = "output";
  item.description = `${sizeOf([file])} · ${new Date(file.lastUsedMs).toLocaleString()}`;
  item.tooltip = file.path;
  item.iconPath = new ThemeIcon("output");
  item.command = { command: "vscode.open", title: "Open", arguments: [Uri.file(file.path)] };
  return item;
}

const nameOf = (file: SpillFile) => file.id.split("/").at(-1) ?? file.id;
const sizeOf = (files: readonly SpillFile[]) => `${shortCount(files.reduce((sum, { bytes }) => sum + bytes, 0))}B`;
