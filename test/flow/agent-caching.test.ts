import { expect, it } from "vitest";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

it.each(["anthropic", "openai"])(
  "keeps its prefix on the %s route while date, editors, selection, and problems change every turn",
  async (provider) => {
    let turn = 0;
    const hermes = await runHermes({
      files: { "notes.txt": "a line of notes\n".repeat(200), "AGENTS.md": "Be brief.\n".repeat(50) },
      settings: {
        "hermes.provider": provider,
        "hermes.model": provider === "anthropic" ? "claude-sonnet-5-5" : "gpt-5.5",
      },
      host: {
        turnFacts: async () => ({
          date: `2026-11-${++turn + 10}`,
          branch: `feature-${turn}`,
          activeEditor: `src/${turn}.ts`,
          openEditors: [`src/${turn}.ts`, "notes.txt"],
          selection: { path: "notes.txt", firstLine: turn, lastLine: turn, text: `line ${turn}` },
          diagnostics: [{ path: "a.ts", line: turn, severity: "error", message: "broken" }],
        }),
      },
      server: {
        script: (_, n) =>
          n % 2 === 0 ? calls(toolCall("read_file", { path: "notes.txt", limit: n + 1 }, `c${n}`)) : says("done"),
      },
    });
    for (const text of ["one", "two", "three", "four", "five"])
      expect(await hermes.say(text)).toEqual({ outcome: "answered" });
    const { requests, violations } = hermes.server;
    const shared = requests.slice(1).map(({ cache }, index) => cache.read / (requests[index]?.promptTokens ?? 1));
    expect([violations, hermes.seen("usage-reported").flatMap(({ missCause }) => missCause ?? [])]).toEqual([[], []]);
    expect(Math.min(...shared)).toBeGreaterThanOrEqual(0.9);
    expect(requests.at(-1)?.text.match(/feature-\d/g)).toEqual([
      "feature-1",
      "feature-2",
      "feature-3",
      "feature-4",
      "feature-5",
    ]);
  },
);

it.each([
  [40, 1],
  [12, 25],
])(
  "an agent reads at least 95% of its cacheable prefix in two turns of %i steps with %i calls each",
  async (steps, parallel) => {
    const hermes = await runHermes({
      files: { "notes.txt": "a line of notes\n".repeat(20) },
      settings: { "hermes.model": "claude-sonnet-5-5" },
      server: {
        script: (_, n) =>
          n % steps === steps - 1
            ? says("done")
            : calls(
                ...Array.from({ length: parallel }, (__, index) =>
                  toolCall("read_file", { path: "notes.txt", limit: n + index + 1 }, `c${n}-${index}`),
                ),
              ),
      },
    });
    expect(await hermes.say("read the notes often")).toEqual({ outcome: "answered" });
    expect(await hermes.say("and again")).toEqual({ outcome: "answered" });
    const { requests, violations } = hermes.server;
    const cacheable = requests.slice(0, -1).reduce((sum, { promptTokens }) => sum + promptTokens, 0);
    const read = requests.slice(1).reduce((sum, { cache }) => sum + cache.read, 0);
    expect([
      violations,
      hermes.seen("usage-reported").flatMap(({ missCause }) => missCause ?? []),
      hermes.seen("compression-started"),
    ]).toEqual([[], [], []]);
    expect(read / cacheable).toBeGreaterThanOrEqual(0.95);
  },
  60_000,
);
