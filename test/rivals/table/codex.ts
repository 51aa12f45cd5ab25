import { join } from "node:path";
import { toolCall } from "../../support/model-server/reply";
import type { Rival, RivalTurn } from "./rival";
import { COMPACT_PROMPT, FAKE_KEY } from "./rival";

const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

export const codex: Rival = {
  id: "codex",
  name: "Codex",
  packageName: "@openai/codex",
  version: "0.166.0",
  megabytes: 440,
  program: (installed) => {
    const platform = `${process.platform}-${process.arch}`;
    const target = TARGETS[platform] ?? platform;
    return [join(installed, "node_modules", "@openai", `codex-${platform}`, "vendor", target, "bin", "codex")];
  },
  setUp: ({ home, modelUrl, windowTokens }) => ({
    files: { [join(home, ".codex", "config.toml")]: configuration(modelUrl, windowTokens) },
    environment: { CODEX_HOME: join(home, ".codex"), RIVAL_KEY: FAKE_KEY },
  }),
  turn: (turn) => [
    // It has no command for it; a low limit compacts before the turn.
    ...(turn.kind === "compact" ? ["-c", "model_auto_compact_token_limit=1000"] : []),
    ...["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
    ...sessionOf(turn),
    turn.kind === "compact" ? COMPACT_PROMPT : turn.prompt,
  ],
  call: (action) => {
    if (action.kind === "run") return toolCall("exec_command", { cmd: action.command });
    if (action.kind === "read") return toolCall("exec_command", { cmd: `cat ${action.path}` });
    return toolCall("exec_command", { cmd: `echo ${JSON.stringify(action.prompt)}` });
  },
  sessions: ".codex/sessions",
};

function sessionOf(turn: RivalTurn): readonly string[] {
  if (turn.kind === "new") return [];
  return turn.kind === "resume" ? ["resume", turn.sessionId] : ["resume", "--last"];
}

const configuration = (modelUrl: string, windowTokens: number): string => `model = "gpt-5.1-codex"
model_provider = "loopback"
model_context_window = ${windowTokens}
check_for_update_on_startup = false

[model_providers.loopback]
name = "Loopback"
base_url = "${modelUrl}/v1"
env_key = "RIVAL_KEY"
wire_api = "responses"

[analytics]
enabled = false
`;
