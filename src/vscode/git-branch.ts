import { extensions, workspace } from "vscode";
import type { Uri } from "vscode";

/** The little that is used of what the built-in Git extension exports. */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: Uri): { readonly state: { readonly HEAD?: { readonly name?: string } } } | null;
  };
}

/** The branch of the workspace, as the editor knows it already; no process is started for it. */
export function readBranch(): string | undefined {
  const folder = workspace.workspaceFolders?.[0];
  const git = extensions.getExtension<GitExports>("vscode.git");
  if (folder === undefined || git?.isActive !== true || !git.exports.enabled) return undefined;
  return git.exports.getAPI(1).getRepository(folder.uri)?.state.HEAD?.name;
}
