import { commands, l10n, window } from "vscode";
import { describeMcpServer } from "../../../presenter/words/mcp-words";
import { say } from "../../base/language";
import { offersOf } from "../../host/create-host";
import type { HostContext } from "../../host/host-context";
import { McpSwitch } from "../../host/mcp-switch";

/**
 * Lets the user switch MCP servers on and off and shows the cost of each. The tool list of a running session does not
 * change: that would lose the prompt cache.
 */
export async function chooseMcpServers({
  hermes,
  context,
  settings,
  serverConsent,
  serverFiles,
}: HostContext): Promise<void> {
  const servers = hermes.mcp.status();
  if (servers.length === 0) return offerToAdd();
  const items = servers.map((server) => ({
    label: server.name,
    description: describeMcpServer(server, say),
    picked: server.state !== "off",
  }));
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    title: l10n.t("MCP servers"),
    placeHolder: l10n.t("Every request includes the tools of all enabled servers."),
  });
  if (chosen === undefined) return;
  for (const { label, picked } of chosen) {
    const offer = offersOf(settings, serverFiles)[label];
    if (!picked && offer !== undefined) await serverConsent.forgetRefusal(label, offer);
  }
  const change = await new McpSwitch(context.workspaceState).keepOn(
    chosen.map(({ label }) => label),
    servers.map(({ name }) => name),
  );
  if (change === "same" && chosen.every(({ picked }) => picked)) return;
  const begin = l10n.t("New Session");
  if (
    (await window.showInformationMessage(
      l10n.t("The change takes effect in a new session: another tool list would invalidate the prompt cache."),
      begin,
    )) === begin
  )
    await commands.executeCommand("hermes.newSession");
}

async function offerToAdd(): Promise<void> {
  const add = l10n.t("Add Server…");
  if ((await window.showInformationMessage(l10n.t("No MCP server is configured yet."), add)) === add)
    await commands.executeCommand("hermes.addMcpServer");
}
