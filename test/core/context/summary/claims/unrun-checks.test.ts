import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const verdictsOf = (text: string, section: string, messages: readonly Message[]): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("tests that were written and not run", () => {
  const written = [
    user("Cover the shelf"),
    ...step("write_file", { path: "shelf_test.go", content: "func TestShelfStale_Old(t *testing.T) {}" }, "Wrote it."),
  ];
  const told = "The new `TestShelfStale_*` tests all pass.";

  it("passed nowhere", () => {
    expect(verdictsOf(told, "Completed Actions", written)).toContain("contradicted");
  });

  it.each([
    ["a run of tests", shell("go test ./...", "ok  shelf  0.1s", 0)],
    ["a script that may run them", shell("./check.sh", "", 0)],
    ["a sub-agent", step("Task", { prompt: "Run the tests" }, "They pass.")],
  ])("may have passed in %s", (_, calls) => {
    expect(verdictsOf(told, "Completed Actions", [...written, ...calls])).toEqual([]);
  });
});

describe("a check whose output goes through a pipe", () => {
  const messages = [
    user("Document the shelf"),
    ...step("write_file", { path: "docs/shelf.mdx", content: "A shelf." }, "Wrote it."),
    ...shell("npx markdownlint docs/shelf.mdx 2>&1 | tail -12", "docs/shelf.mdx:12 error MD013/line-length", 0),
    ...shell("go vet ./... && golangci-lint run ./... 2>&1 | tail -2", "0 issues.", 0),
  ];

  it("is not run again by another one that ends in the same pipe", () => {
    const text = "The markdownlint findings in docs/shelf.mdx were cleaned up; it lints without errors.";
    expect(verdictsOf(text, "Resolved Questions", messages)).toContain("contradicted");
  });
});

describe("a command that has the name of a file in another folder", () => {
  it("does not write it", () => {
    const messages = [
      user("Add the list of store.nix"),
      ...shell("nix eval github:acme/store.nix --apply attrNames", "[]", 0),
    ];
    const text = "Added the list in home/packages/store.nix.";
    expect(verdictsOf(text, "Completed Actions", messages)).toContain("contradicted");
  });
});
