import { l10n, window } from "vscode";
import type { McpServerSetting } from "../../core/tools/mcp/server-setting";
import { describeOffer } from "../../presenter/words/server-offer";
import { say } from "../base/language";

/** Asks whether a server that the workspace's settings name may start. Closing the question means no. */
export async function askToStart(name: string, setting: McpServerSetting): Promise<"run" | "leave"> {
  const offer = describeOffer(setting, say);
  if (offer === undefined) {
    void window.showWarningMessage(
      l10n.t('The MCP server "{name}" of this workspace was not started: its settings are too long to be shown.', {
        name,
      }),
    );
    return "leave";
  }
  const start = l10n.t("Start it");
  const answer = await window.showWarningMessage(
    l10n.t('This workspace wants to start the MCP server "{name}". Allow it?', { name }),
    { modal: true, detail: `${offer}\n\n${l10n.t("It runs with your permissions, outside the approvals of Hermes.")}` },
    start,
  );
  return answer === start ? "run" : "leave";
}
