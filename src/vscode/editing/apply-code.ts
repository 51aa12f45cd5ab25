import { access, constants, stat } from "node:fs/promises";
import type { TextEditor } from "vscode";
import { l10n, languages, Uri, window, workspace } from "vscode";
import { sentence } from "../../core/base/sentence";
import type { NamedCode } from "../../core/host";
import { proposeText, readTarget } from "../../core/host";
import { say } from "../base/language";
import type { Proposals } from "./proposals";

/** A longer list of files with the same name is no help. */
const MOST_NAMESAKES = 20;

/** The writing bits of owner, group and others. */
const ANYONE_WRITES = 0o222;

type Target =
  | { readonly kind: "file"; readonly uri: Uri; readonly why: "named" | "open" }
  | { readonly kind: "missing"; readonly uri: Uri }
  | { readonly kind: "untitled" };

/** Proposes the code of a chat block for the file it names, or else for the open one. Writes nothing. */
export async function applyCode(
  proposals: Proposals,
  block: { readonly text: string; readonly info: string },
): Promise<void> {
  const named = readTarget(block.info, block.text);
  const target = named.path === undefined ? await findOpenTarget() : await findNamedTarget(named.path);
  switch (target?.kind) {
    case undefined:
      return;
    case "untitled":
      return openUntitled(named.code, block.info);
    case "missing":
      return proposals.show({ target: target.uri, before: null, after: newText(named) });
    case "file":
      return proposeChange(proposals, named, target);
  }
}

async function proposeChange(
  proposals: Proposals,
  { code, form }: NamedCode,
  { uri, why }: Extract<Target, { kind: "file" }>,
): Promise<void> {
  const name = workspace.asRelativePath(uri, false);
  if (await isReadOnly(uri)) throw new Error(l10n.t("{name} is read-only.", { name }));
  const document = await workspace.openTextDocument(uri);
  const current = document.getText();
  const selection = window.visibleTextEditors.find((editor) => editor.document === document)?.selection;
  const proposal = proposeText({
    current,
    code,
    form,
    target: why,
    selection:
      selection === undefined
        ? null
        : { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) },
  });
  switch (proposal.kind) {
    case "unchanged":
      void window.showInformationMessage(l10n.t("{name} already contains this code.", { name }));
      return;
    case "unplaced":
      throw new Error(
        say(
          sentence(
            [
              "This code shows only parts of {name}, and their place was not found.",
              "Select the code it replaces, then apply it again.",
            ],
            { name },
          ),
        ),
      );
    case "proposed":
      return proposals.show({ target: uri, before: current, after: proposal.text });
  }
}

const newText = ({ code, form }: NamedCode): string => {
  const proposal = proposeText({ current: "", code, form, selection: null, target: "named" });
  return proposal.kind === "proposed" ? proposal.text : code;
};

/** Existing files first, by path and then by the end of their path. Refuses paths outside the workspace. */
async function findNamedTarget(path: string): Promise<Target | undefined> {
  const relative = path.replaceAll("\\", "/").replace(/^\.?\//, "");
  const folders = workspace.workspaceFolders ?? [];
  const inside = [
    ...(isAbsolute(path) ? [Uri.file(path)] : []),
    ...folders.map(({ uri }) => Uri.joinPath(uri, relative)),
  ].filter((uri) => workspace.getWorkspaceFolder(uri) !== undefined);
  const [first] = inside;
  if (first === undefined) throw new Error(l10n.t("{path} is outside this workspace.", { path }));
  for (const uri of inside) if (await exists(uri)) return { kind: "file", uri, why: "named" };
  const namesakes = await workspace.findFiles(
    `**/${relative.replace(/[[\]{}()*?!]/g, "?")}`,
    undefined,
    MOST_NAMESAKES,
  );
  const [only, ...others] = namesakes;
  if (only === undefined) return { kind: "missing", uri: first };
  const chosen = others.length === 0 ? only : await pickFile(namesakes);
  return chosen && { kind: "file", uri: chosen, why: "named" };
}

/** The active editor, or the only visible one; else the user picks a file. */
async function findOpenTarget(): Promise<Target | undefined> {
  const inSight = window.visibleTextEditors.filter(isChangeable);
  const active =
    window.activeTextEditor !== undefined && isChangeable(window.activeTextEditor)
      ? window.activeTextEditor
      : undefined;
  const editor = active ?? (inSight.length === 1 ? inSight[0] : undefined);
  if (editor !== undefined) return { kind: "file", uri: editor.document.uri, why: "open" };
  const untitled = { label: l10n.t("$(new-file) New untitled file"), uri: undefined };
  const files = workspace.textDocuments
    .filter(({ uri, isClosed }) => uri.scheme === "file" && !isClosed)
    .map(({ uri }) => toFileItem(uri));
  const browse = { label: l10n.t("$(folder-opened) Choose a file…"), uri: undefined };
  const chosen = await window.showQuickPick([untitled, ...files, browse], {
    title: l10n.t("Select a file to apply the code to"),
  });
  if (chosen === undefined || chosen === untitled) return chosen && { kind: "untitled" };
  const uri = chosen.uri ?? (await window.showOpenDialog({ title: l10n.t("Select a file to apply the code to") }))?.[0];
  return uri && { kind: "file", uri, why: "open" };
}

async function pickFile(files: readonly Uri[]): Promise<Uri | undefined> {
  return (await window.showQuickPick(files.map(toFileItem), { title: l10n.t("Select a file to apply the code to") }))
    ?.uri;
}

const toFileItem = (uri: Uri) => ({ label: `$(file) ${workspace.asRelativePath(uri)}`, uri });

async function openUntitled(content: string, info: string): Promise<void> {
  const [language = ""] = info.split(/\s/);
  const isKnown = (await languages.getLanguages()).includes(language);
  await window.showTextDocument(await workspace.openTextDocument({ content, ...(isKnown ? { language } : {}) }));
}

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(path);
const isChangeable = ({ document: { uri, isUntitled } }: TextEditor): boolean =>
  isUntitled || workspace.fs.isWritableFileSystem(uri.scheme) === true;
const exists = (uri: Uri): Promise<boolean> =>
  Promise.resolve(workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );

/** VS Code does not report to extensions that the rights of a file forbid writing. */
async function isReadOnly({ scheme, fsPath }: Uri): Promise<boolean> {
  if (scheme !== "file") return false;
  const { mode } = await stat(fsPath);
  return (
    (mode & ANYONE_WRITES) === 0 ||
    access(fsPath, constants.W_OK).then(
      () => false,
      () => true,
    )
  );
}
