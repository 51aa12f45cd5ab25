import { join } from "node:path";
import { toolCall } from "../../support/model-server/reply";
import type { Rival, RivalTurn } from "./rival";
import { FAKE_KEY, RIVAL_MODEL } from "./rival";

export const claudeCode: Rival = {
  id: "claude-code",
  name: "Claude Code",
  packageName: "@anthropic-ai/claude-code",
  version: "2.1.325",
  megabytes: 350,
  program: (installed) => [
    join(
      installed,
      "node_modules",
      "@anthropic-ai",
      `claude-code-${process.platform}-${process.arch}`,
      process.platform === "win32" ? "claude.exe" : "claude",
    ),
  ],
  setUp: ({ modelUrl, windowTokens }) => ({
    files: {},
    environment: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: FAKE_KEY,
      // It refuses to skip permissions as root unless it runs in a sandbox.
      IS_SANDBOX: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(windowTokens),
    },
  }),
  turn: (turn) => [
    ...["-p", turn.kind === "compact" ? "/compact" : turn.prompt],
    ...sessionOf(turn),
    "--dangerously-skip-permissions",
    ...["--model", RIVAL_MODEL],
    ...["--output-format", "stream-json", "--verbose"],
  ],
  call: (action) => {
    if (action.kind === "run") return toolCall("Bash", { command: action.command, description: "Run a command" });
    if (action.kind === "read") return toolCall("Read", { file_path: action.path });
    return toolCall("Agent", {
      description: "Look something up",
      prompt: action.prompt,
      subagent_type: "general-purpose",
    });
  },
  sessions: ".claude/projects",
};

function sessionOf(turn: RivalTurn): readonly string[] {
  if (turn.kind === "new") return [];
  return turn.kind === "resume" ? ["--resume", turn.sessionId] : ["--continue"];
}
