import { join } from "node:path";
import { findNode24 } from "../../../scripts/node24.mjs";
import { toolCall } from "../../support/model-server/reply";
import type { Rival, RivalTurn } from "./rival";
import { COMPACT_PROMPT, FAKE_KEY } from "./rival";

export const qwenCode: Rival = {
  id: "qwen-code",
  name: "Qwen Code",
  packageName: "@qwen-code/qwen-code",
  version: "0.24.4",
  megabytes: 120,
  program: (installed) => [findNode24(), join(installed, "node_modules", "@qwen-code", "qwen-code", "cli-entry.js")],
  setUp: ({ home, modelUrl, windowTokens }) => ({
    files: {
      [join(home, ".qwen", "settings.json")]: JSON.stringify({
        security: { auth: { selectedType: "openai" } },
        model: { name: MODEL, generationConfig: { contextWindowSize: windowTokens } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    },
    environment: { OPENAI_API_KEY: FAKE_KEY, OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: MODEL },
  }),
  turn: (turn) => ["--yolo", ...sessionOf(turn), "-p", turn.kind === "compact" ? COMPACT_PROMPT : turn.prompt],
  call: (action) => {
    if (action.kind === "read") return toolCall("read_file", { file_path: action.path });
    const command = action.kind === "run" ? action.command : `echo ${JSON.stringify(action.prompt)}`;
    return toolCall("run_shell_command", { command, is_background: false });
  },
  sessions: ".qwen/projects",
};

const MODEL = "qwen3-coder-plus";

function sessionOf(turn: RivalTurn): readonly string[] {
  if (turn.kind === "new") return [];
  return turn.kind === "resume" ? ["--resume", turn.sessionId] : ["--continue"];
}
