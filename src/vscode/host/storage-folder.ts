import type { ExtensionContext, Uri } from "vscode";

/** VS Code appends a number for the second to tenth window on the same folder: "…/7a011188-1/publisher.name". */
const OTHER_WINDOW = /([^/])-[1-9](\/[^/]+)$/;

/** The folder all windows of a workspace share: each session has a lease, so the windows need no separate storage. */
export const sharedStorage = (path: string): string => path.replace(OTHER_WINDOW, "$1$2");

/** The folder of this workspace for sessions, outputs and checkpoints; the global one without a workspace. */
export const storageOf = ({
  storageUri,
  globalStorageUri,
}: Pick<ExtensionContext, "storageUri" | "globalStorageUri">): Uri =>
  storageUri?.with({ path: sharedStorage(storageUri.path) }) ?? globalStorageUri;
