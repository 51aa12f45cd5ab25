import type { Uri } from "vscode";
import { extensions, l10n } from "vscode";
import type { Attachment } from "../../core/conversation/attached";
import { attachmentTexts } from "../../core/host";
import { pathOf } from "../editing/workspace-files";

/** The part of the built-in Git extension's API that is used here. */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): { readonly repositories: readonly Repository[] };
}

interface Repository {
  readonly state: { readonly untrackedChanges?: readonly { readonly uri: Uri }[] };
  diff(cached?: boolean): Promise<string>;
}

/** What differs from the last commit in every repository of the window, from the Git extension. */
export async function readChanges(): Promise<Attachment> {
  const git = extensions.getExtension<GitExports>("vscode.git");
  const exports = git && (await git.activate());
  if (exports?.enabled !== true) throw new Error(l10n.t("Git is not available in this window."));
  const { repositories } = exports.getAPI(1);
  const diffs = await Promise.all(repositories.flatMap((one) => [one.diff(true), one.diff(false)]));
  const newFiles = repositories.flatMap(({ state }) => (state.untrackedChanges ?? []).map(({ uri }) => pathOf(uri)));
  const text = attachmentTexts.changes(diffs, newFiles);
  if (text === "") throw new Error(l10n.t("There are no changes since the last commit."));
  return { kind: "changes", name: "changes", text };
}
