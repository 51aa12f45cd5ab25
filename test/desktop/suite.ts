import assert from "node:assert/strict";
import { commands, extensions, window, workspace } from "vscode";

/**
 * What has to hold in every VS Code on every platform; `npm run desktop` runs it, and an end-to-end test does in the
 * VS Code at hand. VS Code calls it inside the extension host.
 */
export async function run(): Promise<void> {
  const extension = extensions.getExtension("hermes-context.hermes-context");
  assert.ok(extension, "Hermes is not installed");
  const api = await extension.activate();
  assert.deepEqual(Object.keys(api).sort(), ["registerContextEngine", "registerTool", "version"]);
  await registersEveryCommand(extension.packageJSON.contributes.commands);
  await opensItsViews();
  await passesItsSelfCheck();
}

async function registersEveryCommand(contributed: readonly { readonly command: string }[]): Promise<void> {
  const registered = new Set(await commands.getCommands(true));
  assert.deepEqual(
    contributed.map(({ command }) => command).filter((id) => !registered.has(id)),
    [],
  );
}

async function opensItsViews(): Promise<void> {
  assert.ok(workspace.workspaceFolders?.[0], "no folder is open");
  await commands.executeCommand("hermes.chat.focus");
  await commands.executeCommand("hermes.openInspector");
}

/** Storage, worker, and database are what differs most between platforms. */
async function passesItsSelfCheck(): Promise<void> {
  const opened = new Promise<string>((resolve) => {
    const watching = window.onDidChangeActiveTextEditor((editor) => {
      if (!editor?.document.uri.path.endsWith("Self-Check.md")) return;
      watching.dispose();
      resolve(editor.document.getText());
    });
  });
  // It ends only once its message is closed.
  void commands.executeCommand("hermes.selfCheck");
  const text = await opened;
  for (const heading of ["## Storage: works", "## Search: works"]) assert.ok(text.includes(heading), text);
}
