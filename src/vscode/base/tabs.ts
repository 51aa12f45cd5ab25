import type { Tab, Uri } from "vscode";
import { TabInputText, TabInputTextDiff, TabInputWebview, window } from "vscode";

/** Closes the tabs that VS Code restored for texts which ended with the window before. */
export async function closeTabsOf(scheme: string): Promise<void> {
  await window.tabGroups.close(tabs().filter((tab) => urisOf(tab).some((uri) => uri.scheme === scheme)));
}

/** VS Code puts the name of its own part before the type of a webview. */
export const webviewTabs = (viewType: string): readonly Tab[] =>
  tabs().filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(viewType));

const tabs = (): readonly Tab[] => window.tabGroups.all.flatMap((group) => group.tabs);

function urisOf({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputTextDiff) return [input.original, input.modified];
  return input instanceof TabInputText ? [input.uri] : [];
}
