import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const messages = [
  user("Raise the burst from 10 to 15 and take the break off the shift"),
  ...step("patch", { path: "compose.yml", find: 'BURST: "10"', replace: 'BURST: "15"' }, "Patched compose.yml."),
  ...step(
    "patch",
    { path: "src/rules.ts", find: "breakMinutes: 30", replace: "breakMinutes: 45" },
    "Patched src/rules.ts.",
  ),
  ...step(
    "patch",
    {
      path: "src/total.ts",
      find: "shiftHours(s), 0)",
      replace:
        "shiftHours(s) - rules.breakMinutes / 60, 0)\nfor (let attempt = 1; attempt <= maxAttempts; attempt++) {}",
    },
    "Patched src/total.ts.",
  ),
  ...shell(
    "cargo test --test cli_merge",
    "     Running tests/cli_merge.rs (target/deps/cli_merge-77ab)\ntest result: FAILED. 2 passed; 1 failed",
    101,
  ),
  ...shell("time ./report", "120\n\nreal\t0m0.084s\nuser\t0m0.071s", 0),
  ...shell("./gate --slow", "done in 1.200s", 0),
  ...shell(
    "git diff --stat",
    " compose.yml | 2 +-\n src/rules.ts | 2 +-\n 3 files changed, 4 insertions(+), 3 deletions(-)",
    0,
  ),
];

const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Critical Context\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a number beside a name", () => {
  it.each([
    "breakMinutes is 45.",
    "maxAttempts of the loop: 5 attempts were asked for.",
    "The cli_merge suite stood at 2 passed and 1 failed.",
    "The report printed 120 lines in 0.084 s of real time.",
    "BURST in compose.yml is 15.",
    "BURST went from 10 to 15.",
    "The diff touches 3 files with 4 insertions and 3 deletions.",
  ])("is left alone where no value of that name is another: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "The BURST value in compose.yml now stands at 10.",
    "`git diff --stat` reported 4 files changed.",
    "The diff touches 5 files with 4 insertions and 3 deletions.",
    "BURST 现在是 25。",
  ])("is held against the value that it was given, or that was counted: %s", (text) => {
    expect(verdictsOf(text)).toContain("contradicted");
  });
});
