import { commands, env, l10n, window } from "vscode";
import type { Attachment } from "../../core/conversation/attached";
import { attachmentTexts } from "../../core/host";

const CLIPBOARD = { polls: 20, pollMs: 100 } as const;

/** VS Code gives extensions a terminal's selection only through the clipboard, which gets its old content back. */
export async function readTerminalSelection(): Promise<Attachment> {
  const selected = await copiedBy("workbench.action.terminal.copySelection");
  if (selected.trim() === "") throw new Error(l10n.t("Select some text in the terminal first."));
  return attachmentOf(selected);
}

/** The newest command with its output, or everything that the terminal shows where it does not know its commands. */
export async function readTerminal(): Promise<Attachment> {
  if (window.activeTerminal === undefined) throw new Error(l10n.t("No terminal is open."));
  const newest = await copiedBy("workbench.action.terminal.copyLastCommandAndLastCommandOutput");
  if (newest.trim() !== "") return attachmentOf(newest);
  await commands.executeCommand("workbench.action.terminal.selectAll");
  const everything = await copiedBy("workbench.action.terminal.copySelection");
  await commands.executeCommand("workbench.action.terminal.clearSelection");
  if (everything.trim() === "") throw new Error(l10n.t("The terminal is empty."));
  return attachmentOf(everything);
}

const attachmentOf = (text: string): Attachment => ({
  kind: "terminal",
  name: "terminal",
  text: attachmentTexts.terminal(text),
});

/** The text a command copies, which may arrive after the command has ended; empty if it copies nothing. */
async function copiedBy(command: string): Promise<string> {
  const held = await env.clipboard.readText();
  try {
    await env.clipboard.writeText("");
    await commands.executeCommand(command);
    for (let poll = 0; poll < CLIPBOARD.polls; poll++) {
      const copied = await env.clipboard.readText();
      if (copied !== "") return copied;
      await new Promise((resolve) => setTimeout(resolve, CLIPBOARD.pollMs));
    }
    return "";
  } finally {
    await env.clipboard.writeText(held);
  }
}
