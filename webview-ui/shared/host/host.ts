import type { HostMessage, ViewMessage } from "../../../src/protocol/messages";

interface VsCodeApi {
  postMessage(message: ViewMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export const post = (message: ViewMessage): void => api.postMessage(message);

/** Only the host can post messages here: the page runs in a frame with its own origin and opens no other. */
export function listen(take: (message: HostMessage) => void): void {
  window.addEventListener("message", (event: MessageEvent<HostMessage>) => take(event.data));
}

/** State that survives a hidden view, but not the session: drafts and sent messages. */
export const loadState = (): Readonly<Record<string, unknown>> => {
  const state = api.getState();
  return typeof state === "object" && state !== null ? { ...state } : {};
};

export const saveState = (part: Readonly<Record<string, unknown>>): void => api.setState({ ...loadState(), ...part });
