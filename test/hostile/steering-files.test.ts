import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCalls } from "../../src/core/tools/run";
import { judgeCommand } from "../../src/core/tools/shell/command-rules";
import { toolCall, toolWorld } from "../support/tools";
import { toolsOn } from "../support/workspace";

/** Paths a model may write; each must be asked for singly although edits are allowed. */
const STEERING = [
  ".kiro/steering/product.md",
  ".junie/guidelines.md",
  ".Trae/rules/project_rules.md",
  ".amazonq/rules/x.md",
  "WARP.md",
  "CRUSH.md",
  ".augment-guidelines",
  "opencode.json",
  "opencode.jsonc",
  ".gitpod.yml",
  ".gitpod.Dockerfile",
  ".idx/dev.nix",
  ".replit",
  ".azure-pipelines/build.yml",
  ".teamcity/settings.kts",
  "cloudbuild.yaml",
  ".m2/settings.xml",
  "NuGet.Config",
  ".tool-versions",
  ".tmux.conf",
  ".pdbrc",
  "lib/sitecustomize.py",
  ".psqlrc",
  ".Rprofile",
  "team.code-workspace",
  "nested/deep/Team.CODE-WORKSPACE",
  ".vscode/settings.json",
  ".vscode/tasks.json",
  ".VSCode/extensions.json",
  "./.vscode/launch.json",
  "src/../.vscode/settings.json",
  "packages/app/.vscode/settings.json",
  ".vscode./settings.json",
  ".vscode /settings.json",
  ".vscode\\settings.json",
  ".vscode::$INDEX_ALLOCATION/settings.json",
  ".vs\u200ccode/settings.json",
  ".vſcode/settings.json",
  "VSCODE~1/settings.json",
  "AGENTS.md",
  "agents.md",
  "Agents.MD",
  "AGENTS.md.",
  "AGENTS.md::$DATA",
  "docs/AGENTS.md",
  "AGENTS.override.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".clinerules/extra.md",
  ".github/copilot-instructions.md",
  ".github/workflows/ci.yml",
  ".GitHub/Workflows/ci.yml",
  ".github/agents/a.md",
  ".github/skills/a/SKILL.md",
  ".github/hooks/pre.json",
  ".devcontainer/devcontainer.json",
  ".devcontainer.json",
  ".npmrc",
  "packages/a/.NPMRC",
  ".yarnrc",
  ".yarnrc.yml",
  ".yarn/releases/yarn.cjs",
  ".pnpmfile.cjs",
  ".claude/settings.json",
  ".cursor/mcp.json",
  ".codex/config.toml",
  ".hermes/MEMORY.md",
  ".hermes/context-engines/x/index.cjs",
  ".agents/skills/x.md",
  ".mcp.json",
  ".githooks/pre-commit",
  ".husky/pre-commit",
  ".envrc",
  ".gitattributes",
  ".gitmodules",
  ".gitconfig",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  "lefthook-local.yml",
  ".lefthook.toml",
  ".bashrc",
  ".bash_profile",
  ".zshrc",
  ".zshenv",
  ".profile",
  ".config/fish/config.fish",
  "WindowsPowerShell/Microsoft.PowerShell_profile.ps1",
  ".hermesignore",
  ".gitlab-ci.yml",
  "Jenkinsfile",
  ".ssh/authorized_keys",
  "linked/tasks.json",
  "notes/tasks.json",
] as const;

const ORDINARY = [
  "src/index.ts",
  "vscode/settings.json",
  "docs/agents-and-tools.md",
  "Makefile",
  "package.json",
  ".gitignore",
  ".editorconfig",
  "src/.hidden/x.ts",
  "github/workflows/ci.yml",
] as const;

/** Edits are allowed, nobody answers a question, and `linked` and `.vscode` are links to folders. */
async function writing(path: string) {
  const { root, tools } = await toolsOn({ "notes/keep.txt": "", "config/keep.txt": "" });
  if (path.startsWith("linked/")) {
    await mkdir(join(root, ".vscode"));
    await symlink(".vscode", join(root, "linked"));
  }
  if (path.startsWith("notes/")) await symlink("notes", join(root, ".vscode"));
  const setup = toolWorld(tools, { rules: { edit: "allow" } });
  const calls = [
    toolCall("write_file", { path, content: "x" }, "1"),
    toolCall("write_file", { path, content: "y" }, "2"),
  ];
  const results = await runCalls(setup.world, calls, new AbortController().signal);
  return {
    asked: setup.asked.length,
    remembered: setup.asked.filter(({ remember }) => remember !== "never").length,
    written: results.filter(({ outcome }) => !outcome.failed).length,
  };
}

describe("a file that controls tools", () => {
  it.each(STEERING)("is asked for singly: %j", async (path) => {
    expect(await writing(path)).toEqual({ asked: 2, remembered: 0, written: 0 });
  });
});

describe("a file of git itself", () => {
  it.each([".git/config", ".GIT/hooks/post-checkout", "sub/.git/config", ".git./config", ".gi\u200dt/config"])(
    "is never written: %j",
    async (path) => {
      expect(await writing(path)).toEqual({ asked: 0, remembered: 0, written: 0 });
    },
  );
});

describe("an ordinary file", () => {
  it.each(ORDINARY)("is written without a question where edits are allowed: %j", async (path) => {
    expect(await writing(path)).toEqual({ asked: 0, remembered: 0, written: 2 });
  });
});

describe("a command that writes a file that controls tools", () => {
  it.each([
    "echo x > .vscode/tasks.json",
    "echo x >> AGENTS.md",
    "cd .vscode && echo x > tasks.json",
    "echo x | tee .github/workflows/ci.yml",
    "cp notes.txt .git/hooks/post-checkout",
    "mv notes.txt .ENVRC",
    "ln -s notes.txt .npmrc",
    "dd if=notes.txt of=.bashrc",
    "cat notes.txt > 'CLAUDE.md'",
  ])("is asked about although running is allowed: %s", (command) => {
    expect(judgeCommand(command, { allowed: [], denied: [], cwd: "/w" })).toMatchObject({ kind: "ask", why: "risky" });
  });

  it.each(["cat AGENTS.md", "echo x > notes.txt", "git add .github/workflows/ci.yml", "cp a.txt b.txt"])(
    "is none where it only names one, or writes another: %s",
    (command) => {
      expect(judgeCommand(command, { allowed: [], denied: [], cwd: "/w" })).toEqual({ kind: "ask", why: "unlisted" });
    },
  );
});
