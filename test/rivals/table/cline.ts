import { join } from "node:path";
import { toolCall } from "../../support/model-server/reply";
import type { Rival } from "./rival";
import { COMPACT_PROMPT, FAKE_KEY } from "./rival";

/** It knows the usual model only with its largest window; one that it does not know gets the window that is given. */
const MODEL = "claude-on-loopback";

export const cline: Rival = {
  id: "cline",
  name: "Cline",
  packageName: "cline",
  version: "3.0.65",
  megabytes: 440,
  program: (installed) => [
    join(installed, "node_modules", "@cline", `cli-${process.platform}-${process.arch}`, "bin", "cline"),
  ],
  setUp: ({ home, modelUrl, windowTokens }) => ({
    files: {
      [join(home, ".cline", "data", "settings", "providers.json")]: JSON.stringify({
        version: 1,
        lastUsedProvider: "anthropic",
        modes: {},
        providers: {
          anthropic: {
            settings: { provider: "anthropic", apiKey: FAKE_KEY, model: MODEL, baseUrl: `${modelUrl}/v1` },
            updatedAt: new Date(0).toISOString(),
            tokenSource: "manual",
          },
        },
      }),
      [join(home, ".cline", "data", "settings", "models.json")]: JSON.stringify({
        version: 1,
        providers: { anthropic: { models: { [MODEL]: { contextWindow: windowTokens, maxTokens: OUTPUT_TOKENS } } } },
      }),
    },
    // Otherwise it starts a program in the background that outlives the recording.
    environment: { CLINE_SESSION_BACKEND_MODE: "local" },
  }),
  turn: (turn) => ["--json", turn.kind === "compact" ? COMPACT_PROMPT : turn.prompt],
  records: "first-turn",
  call: (action) => {
    if (action.kind === "run") return toolCall("run_commands", { commands: [action.command] });
    if (action.kind === "read") return toolCall("read_files", { files: [{ path: action.path }] });
    return toolCall("spawn_agent", { systemPrompt: "You look things up.", task: action.prompt });
  },
  sessions: ".cline/data/sessions",
};

const OUTPUT_TOKENS = 4_000;
