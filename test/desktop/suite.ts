import assert from "node:assert/strict";
import { commands, extensions, workspace } from "vscode";

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
