import { join } from "node:path";
import { toolCall } from "../../support/model-server/reply";
import type { Rival, RivalTurn } from "./rival";
import { COMPACT_PROMPT, FAKE_KEY, RIVAL_MODEL } from "./rival";

/** What opencode and the agents made from it have in common. */
export const openCodeFamily = (own: {
  readonly configuration: string;
  readonly environment: Readonly<Record<string, string>>;
}): Pick<Rival, "setUp" | "turn" | "call" | "compactWindowTokens"> => ({
  setUp: ({ home, modelUrl, windowTokens }) => ({
    files: {
      [join(home, ".config", own.configuration)]: JSON.stringify({
        model: `loopback/${RIVAL_MODEL}`,
        autoupdate: false,
        share: "disabled",
        provider: {
          loopback: {
            npm: "@ai-sdk/anthropic",
            name: "Loopback",
            options: { baseURL: `${modelUrl}/v1`, apiKey: FAKE_KEY },
            models: { [RIVAL_MODEL]: { name: "Loopback", limit: { context: windowTokens, output: OUTPUT_TOKENS } } },
          },
        },
      }),
    },
    environment: own.environment,
  }),
  turn: (turn) => [
    ...["run", "--format", "json", "--auto"],
    ...sessionOf(turn),
    turn.kind === "compact" ? COMPACT_PROMPT : turn.prompt,
  ],
  compactWindowTokens: 11_900,
  call: (action) => {
    if (action.kind === "run") return toolCall("bash", { command: action.command, description: "Run a command" });
    if (action.kind === "read") return toolCall("read", { filePath: action.path });
    return toolCall("task", {
      description: "Look something up",
      prompt: action.prompt,
      subagent_type: "general",
    });
  },
});

export const opencode: Rival = {
  id: "opencode",
  name: "opencode",
  packageName: "opencode-ai",
  version: "1.18.33",
  megabytes: 355,
  program: (installed) => [
    join(installed, "node_modules", `opencode-${process.platform}-${process.arch}`, "bin", "opencode"),
  ],
  ...openCodeFamily({
    configuration: join("opencode", "opencode.json"),
    environment: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
  }),
  sessions: ".local/share/opencode",
  database: ".local/share/opencode/opencode.db",
};

const OUTPUT_TOKENS = 4_000;

function sessionOf(turn: RivalTurn): readonly string[] {
  if (turn.kind === "new") return [];
  return turn.kind === "resume" ? ["--session", turn.sessionId] : ["--continue"];
}
