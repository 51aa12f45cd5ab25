import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { commandParts, doesChore, mayDoChore } from "../../../../../src/core/context/summary/claims/record/commands";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const verdictsOf = (section: string, text: string, messages: readonly Message[]): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("words of a command line that no shell runs", () => {
  it.each([
    'tracker update T-4 -d "Write tests, run the build && lint"',
    "cat > prompt.md <<'EOF'\nRun npm test and fix the build.\nEOF",
    'gh pr create --title "test: cover the parser" --body "$(cat <<\'EOF\'\nAll tests pass; run ./check.sh\nEOF\n)"',
    "ls src # the tests come later",
  ])("are no test run: %s", (command) => {
    expect([doesChore(command, "test"), mayDoChore(command, "test"), doesChore(command, "build")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    'bash -lc "cd api && npm test"',
    "ssh build-1 'cd api && pytest -q'",
    'docker run --rm app sh -c "npm test"',
    'npm run "test"',
    'echo "$(npm test)"',
    "bash <<'EOF'\nset -e\nnpm test\nEOF",
    "cat > notes.md <<'EOF'\nnothing\nEOF\nnpm test",
  ])("are told from those that one runs: %s", (command) => {
    expect(doesChore(command, "test")).toBe(true);
  });

  it("part no command from the next", () => {
    expect(commandParts('git commit -m "fix; parse && lint" && git push')).toEqual([
      ["git", "commit", "-m", "fix", "parse", "lint"],
      ["git", "push"],
    ]);
  });
});

describe("a command that is named where nobody ran it", () => {
  const messages = [
    user("Delegate the parser"),
    ...step("read_file", { path: "docs/release.md" }, "1\tRun `yarn verify` before a release."),
    ...step("read_file", { path: "package.json" }, '1\t"scripts": { "flow": "lerna run build" }'),
    ...shell(
      "cat > prompt.md <<'EOF'\nWrite the parser, then yarn spec must pass.\nEOF\nworker start prompt.md",
      "ok",
      0,
    ),
    ...shell("cat > up.sh <<'EOF'\nset -eu\nEOF", "", 0),
    ...shell("./image.sh", "#5 RUN pip install -r req.txt", 0),
  ];

  it.each(["`yarn verify` passed.", "The tests pass: `yarn spec` is green."])("went well nowhere: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toContain("contradicted");
  });

  it.each(["Wrote up.sh with `set -eu`.", "`lerna run` 脚本还没移除。", "The image ran `pip install -r req.txt`."])(
    "is no claim of a run of its own: %s",
    (text) => {
      expect(verdictsOf("In Progress", text, messages)).toEqual([]);
    },
  );
});

describe("a search that also looked where nothing is", () => {
  it("shows no trouble with what it found", () => {
    const messages = [
      user("Can the viewer start jobs?"),
      ...shell(
        'rg -n "viewer|start" README.md apps',
        "rg: apps: No such file or directory (os error 2)\nREADME.md:9:the web viewer starts without an API route",
        2,
      ),
    ];
    const text = "The viewer cannot start jobs: it is a web page without API routes.";
    expect(verdictsOf("Resolved Questions", text, messages)).toEqual([]);
  });
});
