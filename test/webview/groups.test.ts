import { describe, expect, it } from "vitest";
import type { Row, ToolRow } from "../../src/protocol/chat";
import { groupRows } from "../../webview-ui/chat/rows/groups";

/** "r1" is a call that reads, "e1" one that edits, "t1" a text. */
function rowOf(id: string): Row {
  if (id.startsWith("t")) return { kind: "reply", id, messageId: null, text: id, state: "done" };
  const category: ToolRow["category"] = id.startsWith("r") ? "read" : "edit";
  return {
    ...{ kind: "tool", id, callId: id, messageId: null, name: "x", category, subject: "", inputJson: "{}" },
    ...{ status: "done", head: "", tail: "", chars: 0, durationMs: null, exitCode: null, kept: "full" },
  };
}

describe("groupRows", () => {
  it.each([
    ["t1 r1 r2 t2", "t1 | r1 | r2 | t2"],
    ["t1 r1 r2 r3 t2", "t1 | r1 r2 r3 | t2"],
    ["r1 r2 r3 e1 r4 r5 r6 r7", "r1 r2 r3 | e1 | r4 r5 r6 r7"],
    ["", ""],
  ])("puts consecutive reads together: %s", (ids, expected) => {
    const entries = groupRows(
      ids.split(" ").filter((id) => id !== ""),
      rowOf,
    );
    expect(entries.map((entry) => entry.ids.join(" ")).join(" | ")).toBe(expected);
    expect(entries.map(({ id }) => id)).toEqual(entries.map((entry) => entry.ids[0]));
  });
});
