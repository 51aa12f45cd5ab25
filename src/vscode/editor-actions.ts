import { FileType, Position, Range, Uri, commands, env, l10n, window, workspace } from "vscode";
import type { TextEditor } from "vscode";
import { applyCode } from "./apply-code";
import { FileFinder } from "./file-finder";
import type { Parts } from "./parts";

/** Where the conversation meets editors, files and the clipboard. */
export function createEditorActions({ chat, chatPage, questions, documents, proposals, workspaceFolder }: Parts) {
  const finder = new FileFinder();

  const compose = async (text: string) => {
    await chat.reveal();
    chatPage.say({ type: "compose", text, how: "append" });
  };

  return {
    /** The selection of the editor, or the files and folders that were clicked on. */
    async addToChat(target?: unknown, targets?: unknown) {
      const clicked = (Array.isArray(targets) && targets.length > 0 ? targets : [target]).filter(
        (one) => one instanceof Uri,
      );
      const editor = window.activeTextEditor;
      const isEditor =
        clicked.length === 0 || (clicked.length === 1 && clicked[0]?.toString() === editor?.document.uri.toString());
      const text = isEditor ? editor && quote(editor) : (await Promise.all(clicked.map(mention))).join("");
      if (text === undefined) throw new Error(l10n.t("Open a file or select some text first."));
      await compose(text);
    },
    /** VS Code tells extensions nothing about a terminal's selection but through the clipboard, which gets back what it held. */
    async addTerminalToChat() {
      const selected = await copiedBy("workbench.action.terminal.copySelection");
      if (selected.trim() === "") throw new Error(l10n.t("Select some text in the terminal first."));
      await compose(`\`\`\`console\n${selected.trimEnd()}\n\`\`\`\n`);
    },
    async findFiles(query: string) {
      chatPage.say({ type: "files-found", query, files: await finder.find(query) });
    },
    async openLink(href: string) {
      // Only the web: a reply must not be able to start a program or a command of VS Code.
      if (/^https?:\/\//i.test(href)) await env.openExternal(Uri.parse(href, true));
    },
    async openFile(path: string, line: number | null) {
      const start = new Position(Math.max(0, (line ?? 1) - 1), 0);
      await window.showTextDocument(
        fileUri(path),
        line === null ? { preview: true } : { preview: true, selection: new Range(start, start) },
      );
    },
    async showEdit(callId: string) {
      const edit = questions.find(callId)?.edit;
      if (!edit) throw new Error(l10n.t("This change is no longer waiting for an answer."));
      const name = edit.path.split("/").at(-1) ?? edit.path;
      await documents.compare(
        l10n.t("{0}: proposed change", name),
        { name, text: edit.before },
        { name, text: edit.after },
      );
    },
    copy: (text: string) => env.clipboard.writeText(text),
    async insertCode(text: string) {
      const editor = window.activeTextEditor;
      if (!editor)
        return commands
          .executeCommand("workbench.action.files.newUntitledFile")
          .then(() => window.activeTextEditor?.edit((edit) => edit.insert(new Position(0, 0), text)));
      return editor.edit((edit) => edit.replace(editor.selection, text));
    },
    applyCode: (block: { readonly text: string; readonly info: string }) => applyCode({ proposals }, block),
    openSettings: (query: string) => commands.executeCommand("workbench.action.openSettings", query),
    openWalkthrough: () =>
      commands.executeCommand("workbench.action.openWalkthrough", "hermes-context.hermes-context#hermes", false),
  };

  function fileUri(path: string): Uri {
    return /^(\/|[a-z]:[\\/])/i.test(path) ? Uri.file(path) : Uri.joinPath(Uri.file(workspaceFolder), path);
  }
}

const CLIPBOARD = { polls: 20, pollMs: 100 } as const;

/** What a command copies, which may arrive after it has ended; empty where it copied nothing. */
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

async function mention(uri: Uri): Promise<string> {
  const { type } = await workspace.fs.stat(uri);
  return `@${workspace.asRelativePath(uri, false)}${type === FileType.Directory ? "/" : ""} `;
}

function quote({ document, selection }: TextEditor): string {
  if (selection.isEmpty) return `@${workspace.asRelativePath(document.uri, false)} `;
  const place = `${workspace.asRelativePath(document.uri, false)}:${selection.start.line + 1}-${selection.end.line + 1}`;
  return `\`${place}\`\n\`\`\`${document.languageId}\n${document.getText(selection)}\n\`\`\`\n`;
}
