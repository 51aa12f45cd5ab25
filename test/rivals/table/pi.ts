import { join } from "node:path";
import { findNode24 } from "../../../scripts/node24.mjs";
import { toolCall } from "../../support/model-server/reply";
import type { Rival, RivalTurn } from "./rival";
import { COMPACT_PROMPT, FAKE_KEY, RIVAL_MODEL } from "./rival";

export const pi: Rival = {
  id: "pi",
  name: "pi",
  packageName: "@earendil-works/pi-coding-agent",
  version: "0.87.1",
  megabytes: 160,
  program: (installed) => [
    findNode24(),
    join(installed, "node_modules", "@earendil-works", "pi-coding-agent", "dist", "bundle", "cli.js"),
  ],
  setUp: ({ home, modelUrl, windowTokens }) => ({
    files: {
      [join(home, ".pi", "agent", "models.json")]: JSON.stringify({
        providers: {
          loopback: {
            baseUrl: modelUrl,
            api: "anthropic-messages",
            apiKey: FAKE_KEY,
            models: [{ id: RIVAL_MODEL, contextWindow: windowTokens, maxTokens: 4_000 }],
          },
        },
      }),
      ...(windowTokens < TINY_WINDOW_TOKENS && { [join(home, ".pi", "agent", "settings.json")]: TINY_COMPACTION }),
    },
    environment: { PI_OFFLINE: "1" },
  }),
  turn: (turn) => [
    ...["--provider", "loopback", "--model", RIVAL_MODEL, "-p"],
    ...sessionOf(turn),
    turn.kind === "compact" ? COMPACT_PROMPT : turn.prompt,
  ],
  compactWindowTokens: 1_500,
  call: (action) => {
    if (action.kind === "run") return toolCall("bash", { command: action.command });
    if (action.kind === "read") return toolCall("read", { path: action.path });
    return toolCall("bash", { command: `echo ${JSON.stringify(action.prompt)}` });
  },
  sessions: ".pi/agent/sessions",
};

/** In a window this small the default limits leave nothing to summarize, so that a few messages need smaller ones. */
const TINY_WINDOW_TOKENS = 10_000;
const TINY_COMPACTION = JSON.stringify({ compaction: { enabled: true, reserveTokens: 1_000, keepRecentTokens: 100 } });

function sessionOf(turn: RivalTurn): readonly string[] {
  if (turn.kind === "new") return [];
  return turn.kind === "resume" ? ["--session", turn.sessionId] : ["--continue"];
}
