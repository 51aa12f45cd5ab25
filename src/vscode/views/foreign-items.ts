import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { counted } from "../../core/base/sentence";
import type { ForeignEntry } from "../../core/foreign/list";
import type { ForeignAgent } from "../../core/foreign/session";
import { agentName } from "../../presenter/foreign/agent-names";
import { ageOf } from "../../presenter/words/age";
import { say } from "../base/language";

/** The sessions of one other agent. */
interface AgentItem {
  readonly kind: "agent";
  readonly agent: ForeignAgent;
  readonly entries: readonly ForeignEntry[];
}

export interface ForeignItem {
  readonly kind: "foreign";
  readonly entry: ForeignEntry;
}

/** The question whether to look for sessions of other agents. */
interface AskItem {
  readonly kind: "ask";
}

export type OtherItem = AgentItem | ForeignItem | AskItem;

export const isForeignItem = (item: unknown): item is ForeignItem =>
  typeof item === "object" && item !== null && "kind" in item && item.kind === "foreign";

export function otherTreeItem(item: OtherItem): TreeItem {
  if (item.kind === "ask") return askTreeItem();
  if (item.kind === "agent") return agentTreeItem(item);
  const { file, title, workspace } = item.entry;
  const node = new TreeItem(title);
  node.id = `${file.agent}:${file.path}:${file.id}`;
  node.contextValue = "foreign";
  node.description = ageOf(file.modifiedAt, Date.now(), say);
  node.tooltip = `${title}\n${workspace}\n${new Date(file.modifiedAt).toLocaleString()}`;
  node.iconPath = new ThemeIcon("comment");
  node.command = { command: "hermes.openForeignSession", title: l10n.t("Open"), arguments: [item] };
  return node;
}

function askTreeItem(): TreeItem {
  const node = new TreeItem(l10n.t("Look for sessions of other agents…"));
  node.iconPath = new ThemeIcon("telescope");
  node.command = { command: "hermes.findForeignSessions", title: l10n.t("Look") };
  return node;
}

function agentTreeItem({ agent, entries }: AgentItem): TreeItem {
  const node = new TreeItem(agentName(agent), TreeItemCollapsibleState.Collapsed);
  node.id = `agent:${agent}`;
  node.contextValue = "agent";
  node.description = say(counted(entries.length, "1 session", "{count} sessions"));
  node.iconPath = new ThemeIcon("robot");
  return node;
}
