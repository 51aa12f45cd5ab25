import type { ExtensionContext } from "vscode";
import { commands, window } from "vscode";
import { sayError } from "../../presenter/words/say";
import { say } from "../base/language";
import { ReadingPanels } from "../views/reading-panels";
import { openSessionFile } from "./session-file";

/**
 * Hermes where no program can run, such as vscode.dev: shows session files, and nothing else. The views and commands of
 * the agent are hidden by the context key.
 */
export function activate(context: ExtensionContext): void {
  void commands.executeCommand("setContext", "hermes.readOnly", true);
  const panels = new ReadingPanels(context.extensionUri);
  context.subscriptions.push(
    panels,
    commands.registerCommand("hermes.openSessionFile", (file?: unknown) =>
      openSessionFile(panels, file).catch((error: unknown) =>
        window.showErrorMessage(`Hermes: ${sayError(error, say)}`),
      ),
    ),
  );
}
