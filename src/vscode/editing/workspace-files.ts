import type { Uri } from "vscode";
import { Uri as Uris, workspace } from "vscode";
import { locatePath, nameRoots, showRootPath } from "../../core/host";

const roots = (): readonly string[] => workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];

/** A file or folder as people and the model write it: the tools find it again by this text, in any workspace folder. */
export function pathOf(uri: Uri): string {
  const folder = workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return uri.fsPath;
  return showRootPath(roots(), nameRoots(roots()), folder.index, uri.fsPath);
}

/** The file that such a text names. */
export const fileAt = (path: string): Uri => Uris.file(locatePath(path, roots()));
