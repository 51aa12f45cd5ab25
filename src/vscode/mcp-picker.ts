import { commands, l10n, window } from "vscode";
import { describeMcpServer } from "../presenter/mcp-words";
import { McpSwitch } from "./mcp-switch";
import type { Parts } from "./parts";

/** Lets a person switch MCP servers on and off, with what each costs. The tool list of a running session stays: changing it would lose its cache. */
export async function chooseMcpServers({ hermes, context }: Parts): Promise<void> {
  const servers = hermes.mcp.status();
  if (servers.length === 0) return offerSettings();
  const items = servers.map((server) => ({
    label: server.name,
    description: describeMcpServer(server, l10n.t),
    picked: server.state !== "off",
  }));
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    title: l10n.t("MCP servers"),
    placeHolder: l10n.t("The tools of every server that is on ride in every request."),
  });
  if (chosen === undefined) return;
  const change = await new McpSwitch(context.workspaceState).keepOn(
    chosen.map(({ label }) => label),
    servers.map(({ name }) => name),
  );
  if (change === "same") return;
  const begin = l10n.t("New Session");
  if (
    (await window.showInformationMessage(
      l10n.t("The change takes effect in a new session: another tool list would lose the cache of this one."),
      begin,
    )) === begin
  )
    await commands.executeCommand("hermes.newSession");
}

async function offerSettings(): Promise<void> {
  const open = l10n.t("Open Settings");
  if ((await window.showInformationMessage(l10n.t("No MCP server is configured yet."), open)) === open)
    await commands.executeCommand("workbench.action.openSettings", "hermes.mcpServers");
}
