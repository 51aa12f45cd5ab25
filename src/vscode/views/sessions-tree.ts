import type { Disposable, TreeDataProvider } from "vscode";
import { EventEmitter, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from "vscode";
import { counted } from "../../core/base/sentence";
import type { SessionLine } from "../../core/sessions/lineage/session";
import { ageOf } from "../../presenter/words/age";
import { say } from "../base/language";
import type { OtherItem } from "./foreign-items";
import { otherTreeItem } from "./foreign-items";

export interface SessionItem {
  readonly kind: "session";
  readonly session: SessionLine;
}

export const isSessionItem = (item: unknown): item is SessionItem =>
  typeof item === "object" && item !== null && "kind" in item && item.kind === "session";

type TreeNode = SessionItem | OtherItem;

/** Sessions, newest first; under each the sessions it was compressed from. Those of other agents follow, by agent. */
export class SessionsTree implements TreeDataProvider<TreeNode> {
  private readonly changed = new EventEmitter<void>();
  private readonly list: () => Promise<readonly SessionLine[]>;
  private readonly others: () => Promise<readonly OtherItem[]>;
  private lines: readonly SessionLine[] = [];

  readonly onDidChangeTreeData = this.changed.event;

  constructor(list: () => Promise<readonly SessionLine[]>, others: () => Promise<readonly OtherItem[]>) {
    this.list = list;
    this.others = others;
  }

  register(): Disposable {
    return window.createTreeView("hermes.sessions", { treeDataProvider: this, showCollapseAll: true });
  }

  refresh(): void {
    this.changed.fire();
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    if (parent?.kind === "session")
      return [...this.helpersOf(parent.session), ...this.ancestorsOf(parent.session)].map(toItem);
    if (parent !== undefined)
      return parent.kind === "agent" ? parent.entries.map((entry) => ({ kind: "foreign", entry })) : [];
    this.lines = await this.list();
    const own = this.lines
      .filter(({ tip, messageCount, worksFor }) => tip && messageCount > 0 && worksFor === null)
      .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
      .map(toItem);
    return [...own, ...(await this.others())];
  }

  getTreeItem(node: TreeNode): TreeItem {
    return node.kind === "session" ? this.sessionTreeItem(node) : otherTreeItem(node);
  }

  private sessionTreeItem({ session }: SessionItem): TreeItem {
    const isParent = session.tip && this.ancestorsOf(session).length + this.helpersOf(session).length > 0;
    const item = new TreeItem(
      session.title,
      isParent ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
    );
    item.id = session.id;
    item.contextValue = "session";
    const age = ageOf(session.lastUsedAt, Date.now(), say);
    const parts = [say(counted(session.messageCount, "1 message", "{count} messages")), age];
    // Otherwise it looks like a second conversation of the same name.
    if (session.endReason === "undone") parts.unshift(l10n.t("undone compression"));
    item.description = parts.join(" · ");
    item.tooltip = `${session.title}\n${new Date(session.lastUsedAt).toLocaleString()}`;
    item.iconPath = new ThemeIcon(session.endReason === "compression" ? "fold" : iconOf(session));
    item.command = { command: "hermes.resumeSession", title: l10n.t("Resume"), arguments: [toItem(session)] };
    return item;
  }

  /** The chain of compressions behind a tip, newest first. */
  private ancestorsOf({ parentId, tip }: SessionLine): readonly SessionLine[] {
    if (!tip) return [];
    const found: SessionLine[] = [];
    for (
      let parent = this.find(parentId);
      parent?.endReason === "compression" && !found.includes(parent);
      parent = this.find(parent.parentId)
    )
      found.push(parent);
    return found;
  }

  /** The sub-agents that a conversation started, before its compressions too, newest first. */
  private helpersOf(session: SessionLine): readonly SessionLine[] {
    const chain = new Set<string>([session, ...this.ancestorsOf(session)].map(({ id }) => id));
    return this.lines
      .filter(({ worksFor, tip }) => tip && chain.has(worksFor ?? ""))
      .toSorted((a, b) => b.startedAt - a.startedAt);
  }

  private find(id: string | null): SessionLine | undefined {
    return this.lines.find((line) => line.id === id);
  }
}

function iconOf({ worksFor, relation }: SessionLine): string {
  if (worksFor !== null) return "type-hierarchy-sub";
  return relation === "branch" ? "repo-forked" : "comment-discussion";
}

const toItem = (session: SessionLine): SessionItem => ({ kind: "session", session });
