import { describe, expect, it } from "vitest";
import { packChanges } from "../../src/presenter/pack-changes";
import { createPresenter } from "../../src/presenter/presenter";
import type { Change } from "../../src/protocol/messages";
import { ended, grew, opened, toolOutput, toolStarted } from "../support/agent-events";
import { call, says } from "../support/conversation";

const bytes = (changes: readonly Change[]) =>
  Buffer.byteLength(JSON.stringify({ type: "changes", sequence: 1_000_000, changes }));
const changesOf = (...texts: readonly string[]): readonly Change[] => {
  const presenter = createPresenter();
  presenter.take(opened());
  return texts.flatMap((text) => {
    const taken = presenter.take(grew(text));
    return taken.kind === "changes" ? taken.changes : [];
  });
};

describe("changes of a frame", () => {
  it("join tokens of one row", () => {
    expect(packChanges(changesOf("a", "b", "c").filter(({ kind }) => kind === "row-grew"))).toEqual([
      [{ kind: "row-grew", id: "r1/0", offset: 0, text: "abc" }],
    ]);
  });

  it.each([
    ["control characters", "\u0000"],
    ["Chinese", "界"],
    ["letters", "a"],
  ])("stay below 4 KB a message, however much of %s arrives at once", (_, letter) => {
    const text = letter.repeat(30_000);
    const messages = packChanges(changesOf(text));
    expect(Math.max(...messages.map(bytes))).toBeLessThan(4_096);
    expect(
      messages
        .flat()
        .map((change) => (change.kind === "row-grew" ? change.text : ""))
        .join(""),
    ).toBe(text);
  });

  it("tell only the newest end of live output", () => {
    const presenter = createPresenter();
    for (const event of [opened(), ended(says(call("terminal", "{}", "c1"))), toolStarted("c1")]) presenter.take(event);
    const changes = ["one\n", "two\n", "\u0001".repeat(5_000)].flatMap((text) => {
      const taken = presenter.take(toolOutput("c1", text));
      return taken.kind === "changes" ? taken.changes : [];
    });
    const messages = packChanges(changes);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toHaveLength(1);
    expect(bytes(messages[0] ?? [])).toBeLessThan(4_096);
  });

  it("are nothing where nothing changed", () => {
    expect(packChanges([])).toEqual([]);
  });
});
