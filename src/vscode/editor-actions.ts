import { Position, Range, Uri, commands, env, window, workspace } from "vscode";
import type { TextEditor } from "vscode";
import type { Parts } from "./parts";

const FOUND_FILES = 50;

/** Where the conversation meets editors, files and the clipboard. */
export function createEditorActions({ chat, chatPage, questions, documents, workspaceFolder }: Parts) {
  return {
    /** The selection of the editor, or the file that was clicked on. */
    async addToChat(target?: unknown) {
      const editor = window.activeTextEditor;
      const text = target instanceof Uri && target.toString() !== editor?.document.uri.toString() ? mention(target) : editor ? quote(editor) : undefined;
      if (text === undefined) throw new Error("Open a file or select some text first.");
      await chat.reveal();
      chatPage.say({ type: "compose", text, how: "append" });
    },
    async findFiles(query: string) {
      const pattern = query === "" ? "**/*" : `**/*${query.replace(/[[\]{}*?]/g, "")}*`;
      const found = await workspace.findFiles(pattern, "**/node_modules/**", FOUND_FILES);
      chatPage.say({ type: "files-found", query, files: found.map((uri) => workspace.asRelativePath(uri, false)).sort() });
    },
    async openLink(href: string) {
      // Only the web: a reply must not be able to start a program or a command of VS Code.
      if (/^https?:\/\//i.test(href)) await env.openExternal(Uri.parse(href, true));
    },
    async openFile(path: string, line: number | null) {
      const start = new Position(Math.max(0, (line ?? 1) - 1), 0);
      await window.showTextDocument(fileUri(path), line === null ? { preview: true } : { preview: true, selection: new Range(start, start) });
    },
    async showEdit(callId: string) {
      const edit = questions.find(callId)?.edit;
      if (!edit) throw new Error("This change is no longer waiting for an answer.");
      const name = edit.path.split("/").at(-1) ?? edit.path;
      await documents.compare(`${name}: proposed change`, { name, text: edit.before }, { name, text: edit.after });
    },
    copy: (text: string) => env.clipboard.writeText(text),
    async insertCode(text: string) {
      const editor = window.activeTextEditor;
      if (!editor) return commands.executeCommand("workbench.action.files.newUntitledFile").then(() => window.activeTextEditor?.edit((edit) => edit.insert(new Position(0, 0), text)));
      return editor.edit((edit) => edit.replace(editor.selection, text));
    },
    openSettings: (query: string) => commands.executeCommand("workbench.action.openSettings", query),
    openWalkthrough: () => commands.executeCommand("workbench.action.openWalkthrough", "hermes-context.hermes-context#hermes", false),
  };

  function fileUri(path: string): Uri {
    return /^(\/|[a-z]:[\\/])/i.test(path) ? Uri.file(path) : Uri.joinPath(Uri.file(workspaceFolder), path);
  }
}

const mention = (uri: Uri) => `@${workspace.asRelativePath(uri, false)} `;

function quote({ document, selection }: TextEditor): string {
  if (selection.isEmpty) return mention(document.uri);
  const place = `${workspace.asRelativePath(document.uri, false)}:${selection.start.line + 1}-${selection.end.line + 1}`;
  return `\`${place}\`\n\`\`\`${document.languageId}\n${document.getText(selection)}\n\`\`\`\n`;
}
