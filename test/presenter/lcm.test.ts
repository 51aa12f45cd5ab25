import { describe, expect, it } from "vitest";
import type { LosslessNode } from "../../src/core/context/lcm/dag";
import { nodeItem } from "../../src/core/context/lcm/dag";
import { messageId } from "../../src/core/conversation/ids";
import { presentGraph } from "../../src/presenter/lcm";
import { says, user } from "../support/conversation";

const leaf = (id: string, covers: readonly string[]): LosslessNode => ({
  id, kind: "leaf", depth: 0, covers: covers.map(messageId), children: [], text: `What ${id}\n  says`, tokens: 10, sourceTokens: 100, writing: "normal", files: [],
});
const condensed: LosslessNode = { ...leaf("top", ["a", "b", "c", "d"]), kind: "condensed", depth: 1, children: ["one", "two"] };
const raw = [user("Now?"), says("Yes.")].map((message) => ({ kind: "raw" as const, ids: [message.id], message, tokens: 3 }));

describe("the picture of a lossless engine", () => {
  it("marks the nodes that stand in the context and counts what they stand for", () => {
    const picture = presentGraph([nodeItem(condensed), ...raw], [leaf("one", ["a", "b"]), leaf("two", ["c", "d"]), condensed]);
    expect(picture.nodes.map(({ id, active, messages, children }) => ({ id, active, messages, children }))).toEqual([
      { id: "one", active: false, messages: 2, children: [] },
      { id: "two", active: false, messages: 2, children: [] },
      { id: "top", active: true, messages: 4, children: ["one", "two"] },
    ]);
    expect(picture).toMatchObject({ rawMessages: 6, freshTailMessages: 2, coverage: 4 / 6 });
  });

  it("shows each node by the beginning of its words, on one line", () => {
    expect(presentGraph([], [leaf("one", ["a"])]).nodes[0]?.gist).toBe("What one says");
  });

  it("is empty where nothing was said", () => {
    expect(presentGraph([], [])).toEqual({ nodes: [], rawMessages: 0, freshTailMessages: 0, coverage: 0 });
  });
});
