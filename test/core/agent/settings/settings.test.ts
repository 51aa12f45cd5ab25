import { describe, expect, it } from "vitest";
import { listSettings, readFlatSettings, readSettings } from "../../../../src/core/agent/settings/settings";

const defaults = readSettings(() => undefined).settings;

describe("settings", () => {
  it("are the defaults of the specification when nobody set anything", () => {
    expect(readSettings(() => undefined)).toEqual({ settings: defaults, problems: [] });
    expect(defaults.compression).toEqual({
      enabled: true,
      threshold: 0.5,
      thresholdTokens: null,
      targetRatio: 0.2,
      protectLastN: 20,
      codexGpt55Autoraise: true,
      policy: "hermes",
      background: false,
    });
    expect(defaults.toolOutput).toEqual({
      resultChars: 100_000,
      turnChars: 200_000,
      previewChars: 1_500,
      retentionDays: 7,
      maxDiskMb: 512,
    });
    expect(defaults.approval).toEqual({
      read: "allow",
      edit: "ask",
      run: "ask",
      mcp: "ask",
      allowedCommands: [],
      deniedCommands: [],
    });
    expect(defaults.promptCaching.cacheTtl).toBe("5m");
    expect(defaults.provider).toBe("auto");
    expect(defaults.agent.maxSteps).toBe(90);
  });

  it("take every value that is within its bounds", () => {
    const file = {
      "hermes.provider": "anthropic",
      "hermes.contextLength": 60_000,
      "hermes.compression.threshold": 0.75,
      "hermes.promptCaching.cacheTtl": "1h",
      "hermes.mcpServers": { files: { command: "npx", args: ["server"] }, web: { url: "http://127.0.0.1:1" } },
    };
    const { settings, problems } = readFlatSettings(file);
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      ...defaults,
      provider: "anthropic",
      contextLength: 60_000,
      mcpServers: file["hermes.mcpServers"],
      compression: { ...defaults.compression, threshold: 0.75 },
      promptCaching: { ...defaults.promptCaching, cacheTtl: "1h" },
    });
  });

  it.each([
    [
      "hermes.promptCaching.cacheTtl",
      "2h",
      `hermes.promptCaching.cacheTtl must be one of "5m", "1h", not "2h"; using "5m".`,
    ],
    [
      "hermes.compression.threshold",
      1.5,
      "hermes.compression.threshold must be a number from 0 to 1, not 1.5; using 0.5.",
    ],
    [
      "hermes.compression.targetRatio",
      0.05,
      "hermes.compression.targetRatio must be a number from 0.1 to 0.8, not 0.05; using 0.2.",
    ],
    [
      "hermes.compression.protectLastN",
      0,
      "hermes.compression.protectLastN must be a whole number of at least 1, not 0; using 20.",
    ],
    ["hermes.compression.enabled", "yes", `hermes.compression.enabled must be true or false, not "yes"; using true.`],
    [
      "hermes.contextLength",
      8.5,
      "hermes.contextLength must be a whole number of at least 1000, or null, not 8.5; using null.",
    ],
    ["hermes.model", 5, `hermes.model must be a text, not 5; using "".`],
    [
      "hermes.approval.allowedCommands",
      ["npm test", 3],
      `hermes.approval.allowedCommands must be a list of texts, not ["npm test",3]; using [].`,
    ],
    [
      "hermes.mcpServers",
      { files: { args: [] } },
      'hermes.mcpServers must be a server with "command" (and args, env, cwd) or "url" (and headers) ' +
        'under "files", not {"files":{"args":[]}}; using {}.',
    ],
  ])("refuse %s = %j, say why and use the default", (id, value, problem) => {
    expect(readFlatSettings({ [id]: value })).toEqual({ settings: defaults, problems: [problem] });
  });

  it("name an id that does not exist", () => {
    expect(readFlatSettings({ "hermes.compresion.enabled": false, "editor.fontSize": 12 }).problems).toEqual([
      "hermes.compresion.enabled is not a setting of Hermes.",
    ]);
  });

  it("refuse a file that is not an object", () => {
    expect(readFlatSettings([]).problems).toHaveLength(1);
  });

  it("cut a long refused value in the sentence", () => {
    const [problem] = readFlatSettings({ "hermes.provider": "x".repeat(10_000) }).problems;
    expect(problem?.length).toBeLessThan(500);
  });

  it("have ids that follow their place in the table", () => {
    expect(listSettings().map(({ id }) => id)).toContain("hermes.auxiliary.compression.baseUrl");
  });
});
