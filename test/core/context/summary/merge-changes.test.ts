import { describe, expect, it } from "vitest";
import { changesIn, mergeChanges } from "../../../../src/core/context/summary/merge-changes";
import { parseSections } from "../../../../src/core/context/summary/sections";

const EARLIER = `## Active Task
Add retries.

## Completed Actions
1. READ src/a.ts — 40 lines [tool: read_file]
2. EDIT src/a.ts — added a loop [tool: patch]

## Active State
- Branch: main

## In Progress
- Writing the tests

## Key Decisions
- Retry three times, because the server drops connections.

## Pending User Asks
- Which port does the proxy use?
- Rename the module.

## Relevant Files
- src/a.ts: the client

## Critical Context
- Port 4100`;

const merged = (changes: string, mostTokens = 2_000) =>
  parseSections(mergeChanges(EARLIER, changes, mostTokens)).sections;

describe("changes", () => {
  it("are recognized by their tag; anything else is a whole hand-off", () => {
    expect(changesIn("<changes>\n## Goal\nShip.\n</changes>")).toBe("## Goal\nShip.");
    expect(changesIn("<changes>\n## Goal\nShip.")).toBe("## Goal\nShip.");
    expect(changesIn("## Goal\nShip.")).toBeUndefined();
  });

  it("leave everything as it was where there are none", () => {
    expect(merged("None.")).toEqual(parseSections(mergeChanges(EARLIER, "", 2_000)).sections);
    expect(merged("")["Critical Context"]).toBe("- Port 4100");
  });

  it("add lines, continue the numbering, and replace what describes the present", () => {
    const now = merged(
      "## Completed Actions\n1. RUN npm test — 12 passed [tool: terminal]\n\n## Active State\n- Branch: retries\n\n" +
        "## Critical Context\n- Port 4100\n- Timeout 30 s",
    );
    expect(now["Completed Actions"]).toMatch(/added a loop \[tool: patch\]\n3\. RUN npm test — 12 passed/);
    expect(now["Active State"]).toBe("- Branch: retries");
    expect(now["Critical Context"]).toBe("- Port 4100\n- Timeout 30 s");
    expect(now["Active Task"]).toBe("Add retries.");
  });

  it("move what is finished to where it belongs", () => {
    const now = merged(
      "## Pending User Asks\n- [done] Which port does => 4100.\n- [done] Rename the module => it is src/retry.ts now.",
    );
    expect(now["Pending User Asks"]).toBe("None.");
    expect(now["Resolved Questions"]).toBe("- Which port does the proxy use? 4100.");
    expect(now["Completed Actions"]).toContain("3. Rename the module. — it is src/retry.ts now.");
  });

  it("drop what no longer holds, and list a file once", () => {
    const now = merged(
      "## Key Decisions\n- [drop] Retry three times\n\n## Relevant Files\n- src/a.ts: now the retries",
    );
    expect(now["Key Decisions"]).toBe("None.");
    expect(now["Relevant Files"]).toBe("- src/a.ts: now the retries");
  });

  it("ignore marks for lines that are not there", () => {
    expect(merged("## Remaining Work\n- [done] Something nobody noted")["Completed Actions"]).not.toContain("3.");
  });

  it("keep the whole within its size: the least telling details go first", () => {
    const details = Array.from({ length: 80 }, (_, index) => `- plain words about nothing ${"so ".repeat(index % 5)}`);
    const now = merged(`## Critical Context\n${details.join("\n")}\n- ERROR: exit code 137 in build 4711`, 300);
    expect(now["Critical Context"]).toContain("build 4711");
    expect(now["Critical Context"].split("\n").length).toBeLessThan(40);
    expect(now["Key Decisions"]).toContain("Retry three times");
  });
});
