import { describe, expect, it } from "vitest";
import { BASE_INSTRUCTIONS } from "../../../src/core/memory/base-instructions";
import type { SystemPromptParts } from "../../../src/core/memory/system-prompt";
import { buildSystemPrompt, RULES_HEADING } from "../../../src/core/memory/system-prompt";

const parts: SystemPromptParts = {
  environment: { workspace: "/app", platform: "linux", shell: "bash", isGitRepository: "yes" },
  memory: [
    { name: "USER.md", scope: "global", text: "- likes short answers\n" },
    { name: "MEMORY.md", scope: "workspace", text: "- tests: npm test\n" },
    { name: "MEMORY.md", scope: "global", text: "  \n" },
  ],
  rules: [
    { path: "packages/a/AGENTS.md", folder: "packages/a", text: "tabs" },
    { path: "AGENTS.md", folder: "", text: "spaces" },
  ],
};

describe("buildSystemPrompt", () => {
  it("names every folder where several are open, and how paths in it begin", () => {
    const folders = [
      { path: "/app", name: "app" },
      { path: "/libs/web", name: "web" },
    ];
    expect(buildSystemPrompt({ ...parts, environment: { ...parts.environment, folders } })).toContain(
      "- Paths that begin with app/ lie in the folder /app\n- Paths that begin with web/ lie in the folder /libs/web\n",
    );
  });

  it("puts instructions and environment first, then memory and rules from the top down", () => {
    expect(buildSystemPrompt(parts)).toBe(
      [
        BASE_INSTRUCTIONS,
        "# Environment\n\n- Workspace folder: /app\n- Operating system: linux\n" +
          "- Shell of the terminal tool: bash\n- Git repository: yes",
        RULES_HEADING,
        "## USER.md (for all workspaces)\n\n- likes short answers",
        "## MEMORY.md (for this workspace)\n\n- tests: npm test",
        "## AGENTS.md\n\nspaces",
        "## packages/a/AGENTS.md (for files under packages/a/; it wins over rules further up)\n\ntabs",
      ].join("\n\n"),
    );
  });

  it("gives the same bytes whatever order the parts were found in", () => {
    expect(buildSystemPrompt({ ...parts, memory: parts.memory.toReversed(), rules: parts.rules.toReversed() })).toBe(
      buildSystemPrompt(parts),
    );
  });

  it("has no heading without memory and rules", () => {
    expect(
      buildSystemPrompt({ environment: { workspace: "/app", platform: "linux" }, memory: [], rules: [] }),
    ).not.toContain(RULES_HEADING);
  });

  it("cuts a huge file and says so", () => {
    const prompt = buildSystemPrompt({
      ...parts,
      rules: [{ path: "AGENTS.md", folder: "", text: "rule\n".repeat(100_000) }],
    });
    expect(prompt.length).toBeLessThan(30_000);
    expect(prompt).toContain("[Cut here: 480000 more characters. Read the file for the rest.]");
  });

  it("names rules that do not fit any more", () => {
    const rules = ["a", "b", "c", "d", "e"].map((folder) => ({
      path: `${folder}/AGENTS.md`,
      folder,
      text: "x".repeat(30_000),
    }));
    const prompt = buildSystemPrompt({ ...parts, rules });
    expect(prompt.length).toBeLessThan(70_000);
    expect(prompt).toContain("## e/AGENTS.md (for files under e/; it wins over rules further up)\n\n[Not shown");
  });

  it("names no date, model or session, which would change the cached prefix", () => {
    expect(BASE_INSTRUCTIONS).not.toMatch(/20\d\d|today|claude|gpt/i);
  });
});
