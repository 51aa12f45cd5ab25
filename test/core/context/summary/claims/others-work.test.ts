import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const verdictsOf = (text: string, more: readonly Message[]): readonly string[] => {
  const messages = [
    user("Tighten the rules"),
    ...step("read_file", { path: "rules/flow.md" }, "1\tPushes are free."),
    ...more,
  ];
  return checkClaims(`## Completed Actions\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);
};

const edit = "3. Updated rules/flow.md so that it forbids pushes by night.";

describe("an edit that no call of the session shows", () => {
  it.each([
    ["a rebase", shell("git status && git rebase origin/main", "Successfully rebased.", 0)],
    ["a pull", shell("git pull", "Fast-forward", 0)],
    ["a list of tasks", step("TaskUpdate", { taskId: "2", status: "completed" }, "Updated task #2")],
    ["a sub-agent that only reads", step("Task", { subagent_type: "Explore", prompt: "Find the rules" }, "Found.")],
    ["a text about formatters", shell('tracker note "run prettier and sed -i on rules"', "ok", 0)],
  ])("is not made by %s", (_, calls) => {
    expect(verdictsOf(edit, calls)).toContain("contradicted");
  });

  it.each([
    ["a sub-agent", step("Task", { subagent_type: "general", prompt: "Tighten the rules" }, "Done.")],
    ["another agent", shell("claude -p 'tighten the rules'", "Done.", 0)],
    ["a patch", shell("git apply /tmp/rules.patch", "", 0)],
    ["a script behind a here-document", shell("python3 - <<'EOF'\nopen('rules/flow.md', 'w').write(x)\nEOF", "", 0)],
    ["a redirection behind a text", shell('cat > a.md <<EOF\na\nEOF\necho "a; b" > rules/flow.md', "", 0)],
  ])("may be made by %s", (_, calls) => {
    expect(verdictsOf(edit, calls)).toEqual([]);
  });

  it("may be told of a merge", () => {
    const calls = shell("git pull", "Fast-forward", 0);
    expect(verdictsOf("3. Brought rules/flow.md up to date by merging main.", calls)).not.toContain("contradicted");
  });
});
