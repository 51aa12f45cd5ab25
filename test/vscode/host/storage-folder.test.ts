import { expect, it } from "vitest";
import { sharedStorage } from "../../../src/vscode/host/storage-folder";

it.each([
  ["/data/workspaceStorage/7a011188/hermes", "/data/workspaceStorage/7a011188/hermes"],
  ["/data/workspaceStorage/7a011188-1/hermes", "/data/workspaceStorage/7a011188/hermes"],
  [
    "/data/workspaceStorage/-7a011188-9/hermes-context.hermes-context",
    "/data/workspaceStorage/-7a011188/hermes-context.hermes-context",
  ],
  ["/c:/data/workspaceStorage/9f86d081-2/hermes", "/c:/data/workspaceStorage/9f86d081/hermes"],
  ["/data/workspaceStorage/-1/hermes", "/data/workspaceStorage/-1/hermes"],
  ["/home/me-2/workspaceStorage/7a011188/hermes-3", "/home/me-2/workspaceStorage/7a011188/hermes-3"],
])("all windows of a workspace share one folder: %s", (path, shared) => {
  expect(sharedStorage(path)).toBe(shared);
});
