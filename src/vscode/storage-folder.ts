import type { ExtensionContext, Uri } from "vscode";

/** VS Code names the storage of a second to tenth window on the same folder after the first, with a number: "…/7a011188-1/publisher.name". */
const OTHER_WINDOW = /([^/])-[1-9](\/[^/]+)$/;

/** The folder all windows of a workspace share. Each session has a lease, so one window's work need not be hidden from the others. */
export const sharedStorage = (path: string): string => path.replace(OTHER_WINDOW, "$1$2");

/** Where this workspace keeps sessions, outputs and checkpoints; without a workspace, where all do. */
export const storageOf = ({
  storageUri,
  globalStorageUri,
}: Pick<ExtensionContext, "storageUri" | "globalStorageUri">): Uri =>
  storageUri?.with({ path: sharedStorage(storageUri.path) }) ?? globalStorageUri;
