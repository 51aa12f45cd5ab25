import type { HostMessage, ViewMessage } from "../../src/protocol";

interface VsCodeApi {
  postMessage(message: ViewMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export const post = (message: ViewMessage): void => api.postMessage(message);

/** Only the host can post here: the page runs in a frame of its own origin and opens no other. */
export function listen(take: (message: HostMessage) => void): void {
  window.addEventListener("message", (event: MessageEvent<HostMessage>) => take(event.data));
}

/** Survives a hidden view, not the session: drafts and open folds, never truth. */
export const loadState = (): Readonly<Record<string, unknown>> => {
  const state = api.getState();
  return typeof state === "object" && state !== null ? { ...state } : {};
};

export const saveState = (part: Readonly<Record<string, unknown>>): void => api.setState({ ...loadState(), ...part });
