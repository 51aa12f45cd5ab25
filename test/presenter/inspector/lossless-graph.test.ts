import { describe, expect, it } from "vitest";
import type { Item, LosslessNode } from "../../../src/core/context/lossless/dag";
import { nodeItem } from "../../../src/core/context/lossless/dag";
import { messageId } from "../../../src/core/conversation/ids";
import { presentLosslessGraph } from "../../../src/presenter/inspector/lossless-graph";
import { user } from "../../support/conversation";

const node = (id: string, covers: readonly string[], children: readonly string[] = []): LosslessNode => ({
  id,
  kind: children.length === 0 ? "leaf" : "condensed",
  depth: children.length === 0 ? 0 : 1,
  covers: covers.map(messageId),
  children,
  text: `## Summary\n\n${id} in words`,
  tokens: 100,
  sourceTokens: 900,
  writing: "normal",
  files: [],
});
const raw = (text: string): Item => {
  const message = user(text);
  return { kind: "raw", ids: [message.id], message, tokens: 10 };
};

describe("the summary graph", () => {
  it("shows active nodes first, then what lies below them, and nothing left behind", () => {
    const leaves = [node("leaf_1", ["a", "b"]), node("leaf_2", ["c"])];
    const top = node("node_1", ["a", "b", "c"], ["leaf_1", "leaf_2"]);
    const picture = presentLosslessGraph(
      [nodeItem(top), raw("x"), raw("y")],
      [...leaves, top, node("leaf_9", ["gone"])],
    );
    expect(picture.nodes.map(({ id, active, messages, gist }) => [id, active, messages, gist])).toEqual([
      ["node_1", true, 3, "node_1 in words"],
      ["leaf_2", false, 1, "leaf_2 in words"],
      ["leaf_1", false, 2, "leaf_1 in words"],
    ]);
    expect([picture.rawMessages, picture.freshTailMessages, picture.coverage]).toEqual([5, 2, 0.6]);
  });

  it("tells of a node by its first line that says something", () => {
    const [told] = presentLosslessGraph(
      [
        nodeItem({
          ...node("leaf_1", ["a"]),
          text: "## Active Task\nNone.\n\n## Goal\n- none\n\n## Done\nRead the stock.",
        }),
      ],
      [],
    ).nodes;
    expect(told?.gist).toBe("Read the stock.");
  });

  it("of a conversation without summaries is empty", () => {
    expect(presentLosslessGraph([raw("x")], [])).toEqual({
      nodes: [],
      rawMessages: 1,
      freshTailMessages: 1,
      coverage: 0,
    });
    expect(presentLosslessGraph([], [])).toEqual({ nodes: [], rawMessages: 0, freshTailMessages: 0, coverage: 0 });
  });
});
