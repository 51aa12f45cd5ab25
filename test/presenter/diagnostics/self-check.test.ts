import { describe, expect, it } from "vitest";
import { sentence } from "../../../src/core/base/sentence";
import type { ModelFacts, SelfCheckFacts } from "../../../src/presenter/diagnostics/self-check";
import { concludeSelfCheck, presentFindings, summarizeFindings } from "../../../src/presenter/diagnostics/self-check";
import { sayInEnglish } from "../../../src/presenter/words/say";

const model = (more: Partial<Extract<ModelFacts, { kind: "chosen" }>> = {}): ModelFacts => ({
  kind: "chosen",
  label: "Claude Sonnet 4.5",
  windowTokens: 200_000,
  server: "https://api.anthropic.com",
  key: "found",
  answer: "accepted",
  ...more,
});

const facts = (more: Partial<SelfCheckFacts> = {}): SelfCheckFacts => ({
  storage: { kind: "writable", folder: "/data/hermes", freeBytes: 50_000_000_000 },
  index: { kind: "answers", sessions: 12 },
  model: model(),
  terminal: { kind: "visible" },
  servers: [],
  ...more,
});

/** One line per finding that is not fine. */
const problems = (more: Partial<SelfCheckFacts>): readonly string[] =>
  concludeSelfCheck(facts(more), sayInEnglish)
    .filter(({ state }) => state !== "works")
    .map(({ name, state, text, advice }) =>
      [sayInEnglish(name), state, sayInEnglish(text), advice ? sayInEnglish(advice) : "-"].join(" | "),
    );

const reason = sentence("the disk is full");

describe("the self-check", () => {
  it("finds nothing wrong where everything works", () => {
    expect(problems({})).toEqual([]);
  });

  it.each<[string, Partial<SelfCheckFacts>, string]>([
    [
      "a disk that refuses",
      { storage: { kind: "refused", folder: "/data", reason } },
      "Storage | broken | /data cannot be written: the disk is full. | " +
        "Free space on this disk, or correct the access rights of this folder.",
    ],
    [
      "a disk that is nearly full",
      { storage: { kind: "writable", folder: "/data", freeBytes: 20_000_000 } },
      "Storage | attention | /data can be written; 20MB are free. | " +
        "Free space on this disk, or empty the trash of sessions.",
    ],
    [
      "an index that does not answer",
      { index: { kind: "broken", reason: sentence("the disk is full") } },
      "Search | broken | the disk is full | " +
        "Reload the window: the index is built again from the sessions. If that does not help, report the problem.",
    ],
    [
      "a missing key",
      { model: model({ key: "missing", answer: "refused" }) },
      "API key | broken | There is no key for https://api.anthropic.com. | " +
        "Run _Hermes: Set API Key…_ and enter the key of this server.",
    ],
    [
      "a key that is refused",
      { model: model({ answer: "refused" }) },
      "API key | broken | https://api.anthropic.com refuses the key. | " +
        "Run _Hermes: Set API Key…_ and enter the key of this server.",
    ],
    [
      "a fallback to another model",
      { model: { ...model({ key: "unneeded", answer: "unchecked" }), note: sentence("Stopped.") } as ModelFacts },
      "Model | attention | Stopped. | Run _Hermes: Set API Key…_ or _Hermes: Select Model…_ to use another model.",
    ],
    [
      "no model at all",
      { model: { kind: "none", reason: sentence("Stopped.") } },
      "Model | broken | Stopped. | Check the setting `hermes.provider`, or run _Hermes: Select Model…_.",
    ],
    [
      "a shell without integration",
      { terminal: { kind: "unseen" } },
      "Terminal | attention | Commands run, but without a visible terminal; their output is shown in the chat. | " +
        "A visible terminal needs bash and the setting `terminal.integrated.shellIntegration.enabled`.",
    ],
    [
      "a shell that does not start",
      { terminal: { kind: "broken", reason } },
      "Terminal | broken | Commands cannot be run: the disk is full | " +
        "Make sure that the shell of your system can be started.",
    ],
    [
      "an MCP server that failed",
      { servers: [{ name: "weather", state: "failed", reason: "spawn ENOENT", tools: 0, schemaTokens: 0 }] },
      "MCP servers | broken | weather: failed · spawn ENOENT | " +
        "Check its entry in `hermes.mcpServers`, or turn it off with _Hermes: Manage MCP Servers…_.",
    ],
  ])("says what to do about %s", (_, more, problem) => {
    expect(problems(more)).toEqual([problem]);
  });

  it("counts a server that does not answer for both the key and the model", () => {
    expect(problems({ model: model({ answer: "unchecked" }) }).map((line) => line.split(" | ", 2).join(" "))).toEqual([
      "API key attention",
      "Model broken",
    ]);
  });

  it("is a document with one heading a point, in words", () => {
    const findings = concludeSelfCheck(facts({ terminal: { kind: "unseen" } }), sayInEnglish);
    expect(sayInEnglish(summarizeFindings(findings))).toBe("Self-check: 1 point needs attention.");
    expect(presentFindings(findings, sayInEnglish)).toBe(
      [
        "# Self-Check",
        "Self-check: 1 point needs attention.",
        "## Storage: works",
        "/data/hermes can be written; 50GB are free.",
        "## Search: works",
        "12 sessions can be searched.",
        "## API key: works",
        "https://api.anthropic.com accepts the key.",
        "## Model: works",
        "Claude Sonnet 4.5 with a window of 200K tokens answers.",
        "## Terminal: needs attention",
        "Commands run, but without a visible terminal; their output is shown in the chat.",
        "What to do: A visible terminal needs bash and the setting " +
          "`terminal.integrated.shellIntegration.enabled`.",
        "## MCP servers: works",
        "No MCP server is configured.",
        "",
      ]
        .join("\n\n")
        .trimEnd()
        .concat("\n"),
    );
  });
});
