import { join } from "node:path";
import type { ScriptedTurn } from "./script";
import type { RivalTurn } from "./table/rival";
import { COMPACT_PROMPT } from "./table/rival";

/**
 * The session that every rival records: a file, a command, a sub-agent where the agent has one, a compaction whose
 * summary keeps one fact, loses two, and states one wrong, and a turn after it.
 */
export interface Scenario {
  readonly files: Readonly<Record<string, string>>;
  readonly turns: readonly RivalTurn[];
  readonly script: readonly ScriptedTurn[];
  readonly summary: string;
}

export function smallScenario(workspace: string): Scenario {
  const path = (name: string) => join(workspace, name);
  return {
    files: {
      "src/retry.ts": "export const retryDelayMs = 250;\nexport const maxAttempts = 7;\n",
      "docs/deploy.md": "Deploy token file: /etc/harbor/token.\nStaging port: 8123.\n",
    },
    turns: [
      { kind: "new", prompt: "Find out why the retry loop gives up, and run the build." },
      { kind: "compact" },
      { kind: "continue", prompt: "Which port does staging use?" },
    ],
    script: [
      {
        when: "why the retry loop gives up",
        actions: [
          { kind: "read", path: path("src/retry.ts") },
          { kind: "run", command: "cat docs/deploy.md" },
          { kind: "run", command: "echo 'build-7731: 2 failed, 40 passed'; exit 1" },
          { kind: "delegate", prompt: "Look up the owner of the harbor service." },
        ],
        answer: "maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 failing tests.",
      },
      {
        when: "owner of the harbor service",
        actions: [{ kind: "run", command: "echo 'owner: team-lighthouse'" }],
        answer: "The owner is team-lighthouse.",
      },
      { when: COMPACT_PROMPT, actions: [], answer: "Continuing." },
      { when: "Which port does staging use", actions: [], answer: "The summary does not say which port." },
    ],
    summary: [
      "1. Primary Request and Intent: find out why the retry loop in src/retry.ts gives up.",
      "2. Key facts: maxAttempts is 7.",
      "3. Tests: all tests passed in build-7731.",
      "4. Next step: answer the question.",
    ].join("\n"),
  };
}

/** Texts by which a recorded text is recognized as part of the scenario. */
export const plantedTexts = (scenario: Scenario): readonly string[] => [
  "maxAttempts",
  "Staging port",
  "build-7731",
  "team-lighthouse",
  ...scenario.script.map(({ when }) => when),
];
