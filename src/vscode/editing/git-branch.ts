import type { Uri } from "vscode";
import { extensions, workspace } from "vscode";

/** The part of the built-in Git extension's API that is used here. */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: Uri): { readonly state: { readonly HEAD?: { readonly name?: string } } } | null;
  };
}

/** The branch of the workspace, from the Git extension; starts no process. */
export function readBranch(): string | undefined {
  const folder = workspace.workspaceFolders?.[0];
  const git = extensions.getExtension<GitExports>("vscode.git");
  if (folder === undefined || git?.isActive !== true || !git.exports.enabled) return undefined;
  return git.exports.getAPI(1).getRepository(folder.uri)?.state.HEAD?.name;
}
