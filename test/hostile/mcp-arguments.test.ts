import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/base/json";
import { findSteeringArgument } from "../../src/core/tools/mcp/steering-arguments";
import { inEnglish } from "../support/say";

/** Arguments with which a file tool of a server would write a file that controls tools. */
const STEERING: readonly JsonObject[] = [
  { path: ".vscode/tasks.json", content: "{}" },
  { path: "/w/.vscode/tasks.json" },
  { path: "C:\\w\\.VSCode\\settings.json" },
  { uri: "file:///w/.vscode/tasks.json" },
  { uri: "file:///w/%2Evscode/tasks.json" },
  { uri: "file://host/w/.git/hooks/pre-commit" },
  { file: { path: "AGENTS.md" } },
  { files: [{ name: "src/a.ts" }, { name: ".github/workflows/ci.yml" }] },
  { files: { "src/a.ts": "x", ".npmrc": "registry=http://example.com" } },
  { source: "a.txt", destination: ".git/config" },
  { command: "echo x > .vscode/tasks.json" },
  { command: "cp a '.husky/pre-commit'" },
  { args: ["-c", "tee .envrc"] },
  { path: "src/../.devcontainer/devcontainer.json" },
  { patch: "--- a/x\n+++ b/.vscode/settings.json\n@@ -1 +1 @@\n-a\n+b\n" },
  { input: "*** Begin Patch\n*** Update File: CLAUDE.md\n@@\n-a\n+b\n*** End Patch" },
  { path: ".mcp.json" },
  { path: ".cursor/rules/x.mdc" },
  { path: ".claude/settings.json" },
  { path: "~/.bashrc" },
  { path: ".hermes/context-engines/x/index.cjs" },
  { target: ".gitattributes" },
];

const ORDINARY: readonly JsonObject[] = [
  { path: "src/a.ts", content: "See AGENTS.md and\n.vscode/settings.json for more." },
  { path: "docs/vscode.md" },
  { query: "how do workflows work" },
  { url: "https://example.com/100%/x" },
  { numbers: [1, 2, 3], deep: { a: { b: null, c: true } } },
  {},
];

describe("a call of a server's tool", () => {
  it.each(STEERING)("that names a file which controls tools is asked about singly: %j", (args) => {
    expect(String(inEnglish(findSteeringArgument(args) ?? ""))).toMatch(/^it names .+, and it /);
  });

  it.each(ORDINARY)("that names none is not: %j", (args) => {
    expect(findSteeringArgument(args)).toBeUndefined();
  });

  it("with more texts than can be looked at is asked about", () => {
    const args = { list: Array.from({ length: 20_000 }, (_, index) => `a${index}`) };
    expect(inEnglish(findSteeringArgument(args) ?? "")).toContain("too many");
  });
});
