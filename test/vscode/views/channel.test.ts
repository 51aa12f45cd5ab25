import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { requestId } from "../../../src/core/conversation/ids";
import { createPresenter } from "../../../src/presenter/presenter";
import type { HostMessage, ViewMessage } from "../../../src/protocol/messages";
import { Channel } from "../../../src/vscode/views/channel";

const FRAME_MS = 20;

/** A page that only remembers what it was told. */
function openChannel() {
  const posts: HostMessage[] = [];
  const received: ViewMessage[] = [];
  const listeners: ((message: ViewMessage) => void)[] = [];
  const presenter = createPresenter();
  const channel = new Channel({
    view: "chat",
    presenter,
    locale: "en",
    receive: (message) => void received.push(message),
    webview: {
      postMessage: (message: HostMessage) => Promise.resolve(posts.push(message) > 0),
      onDidReceiveMessage: (listener) => {
        listeners.push(listener);
        return { dispose: () => listeners.splice(0) };
      },
    },
  });
  return {
    posts,
    received,
    channel,
    say: (message: ViewMessage) => listeners.forEach((listener) => listener(message)),
    play: (event: AgentEvent) => channel.show(presenter.take(event)),
  };
}

const grew = (text: string): AgentEvent => ({ type: "reply-grew", requestId: requestId("r1"), part: "text", text });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a channel", () => {
  it("says nothing before the page is ready, then shows the whole picture", () => {
    const { posts, say, play } = openChannel();
    play(grew("Hello"));
    vi.advanceTimersByTime(FRAME_MS);
    expect(posts).toEqual([]);
    say({ type: "ready", view: "chat" });
    expect(posts).toMatchObject([{ type: "chat", sequence: 1, picture: { rows: [{ kind: "reply", text: "Hello" }] } }]);
  });

  it("holds messages for a page that is still loading until it has its first picture", () => {
    const { posts, say, channel } = openChannel();
    channel.postUnnumbered({ type: "show-section", section: "audit" });
    expect(posts).toEqual([]);
    say({ type: "ready", view: "chat" });
    say({ type: "resync", view: "chat", got: 1 });
    expect(posts.map(({ type }) => type)).toEqual(["chat", "show-section", "chat"]);
  });

  it("numbers changes without gaps and joins what grew within a frame", () => {
    const { posts, say, play } = openChannel();
    say({ type: "ready", view: "chat" });
    play(grew("a"));
    vi.advanceTimersByTime(FRAME_MS);
    for (const text of ["b", "c", "d"]) play(grew(text));
    vi.advanceTimersByTime(FRAME_MS);
    const growth = posts.flatMap((post) =>
      post.type === "changes"
        ? [
            [
              post.sequence,
              post.changes.flatMap((change) => (change.kind === "row-grew" ? [[change.offset, change.text]] : [])),
            ],
          ]
        : [],
    );
    expect(growth).toEqual([
      [2, [[0, "a"]]],
      [3, [[1, "bcd"]]],
    ]);
  });

  it("answers a resync with the whole picture and drops what waited", () => {
    const { posts, say, play } = openChannel();
    say({ type: "ready", view: "chat" });
    play(grew("a"));
    say({ type: "resync", view: "chat", got: 1 });
    vi.advanceTimersByTime(FRAME_MS);
    expect(posts.map(({ type }) => type)).toEqual(["chat", "chat"]);
  });

  it("answers a question for older rows by itself and passes every message on", () => {
    const { posts, received, say } = openChannel();
    say({ type: "ready", view: "chat" });
    say({ type: "rows-before", index: 0 });
    expect(posts.at(-1)).toEqual({ type: "rows-page", from: 0, rows: [] });
    expect(received.map(({ type }) => type)).toEqual(["ready", "rows-before"]);
  });

  it("is silent after its end", () => {
    const { posts, say, play, channel } = openChannel();
    say({ type: "ready", view: "chat" });
    play(grew("a"));
    channel.dispose();
    vi.advanceTimersByTime(FRAME_MS);
    expect(posts).toHaveLength(1);
  });
});
