import { join } from "node:path";
import { findNode24 } from "../../../scripts/node24.mjs";
import { root } from "../../../scripts/places.mjs";
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

/** Its command line continues a session only in a terminal; its protocol for editors does so anywhere. */
export const clineThroughProtocol: Rival = {
  ...cline,
  remark: "through its protocol for editors, in which it does not compact by itself",
  program: (installed) => [findNode24(), join(root, "scripts", "acp-turn.mjs"), ...cline.program(installed)],
  setUp: (place) => {
    const { files, environment } = cline.setUp(place);
    // Its protocol has a sign-in for its own services only; a key for another one comes from the environment.
    const access = { CLINE_API_KEY: FAKE_KEY, CLINE_PROVIDER: "anthropic", CLINE_MODEL: MODEL };
    return { files, environment: { ...environment, ...access } };
  },
  turn: (turn) => [
    ...(turn.kind === "new" ? [] : ["--continue"]),
    `--prompt=${turn.kind === "compact" ? COMPACT_PROMPT : turn.prompt}`,
    ...["--", "--acp"],
  ],
};

const OUTPUT_TOKENS = 4_000;
