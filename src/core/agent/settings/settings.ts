import type { JsonObject, JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import type { McpServerSetting } from "../../tools/mcp/server-setting";
import type { SettingTrust } from "./setting-powers";
import { SETTING_TRUSTS } from "./setting-powers";
import type { SettingRule } from "./setting-rules";
import {
  choice,
  count,
  flag,
  isTextList,
  isTextTable,
  number,
  optionalCount,
  table,
  text,
  texts,
} from "./setting-rules";

const PROVIDERS = [
  "anthropic",
  "openai",
  "openai-responses",
  "openrouter",
  "openai-codex",
  "openai-compatible",
  "ollama",
  "vscode-lm",
  "rehearsal",
] as const;

const PROVIDER_CHOICES = ["auto", ...PROVIDERS] as const;
/** "main": the main model and no other. */
const SUMMARY_PROVIDER_CHOICES = ["auto", "main", ...PROVIDERS] as const;

const APPROVALS = ["ask", "allow", "deny"] as const;

const mcpServers = table<McpServerSetting>({
  expected: `a server with "command" (and args, env, cwd) or "url" (and headers)`,
  is: isMcpServer,
  schema: {
    type: "object",
    properties: {
      command: { type: "string" },
      args: { type: "array", items: { type: "string" } },
      env: { type: "object", additionalProperties: { type: "string" } },
      cwd: { type: "string" },
      url: { type: "string", format: "uri" },
      headers: { type: "object", additionalProperties: { type: "string" } },
    },
    anyOf: [{ required: ["command"] }, { required: ["url"] }],
    additionalProperties: false,
  },
});

/** What an engine means by its settings is its own business. */
const engineSettings = table<JsonObject>({
  expected: "an object",
  is: (value): value is JsonObject => isObject(value),
  schema: { type: "object" },
});

const hooks = table<readonly JsonValue[]>({
  expected: "a list of entries with `hooks`",
  is: (value): value is readonly JsonValue[] => Array.isArray(value),
  schema: {
    type: "array",
    items: {
      type: "object",
      properties: {
        matcher: { type: "string" },
        hooks: {
          type: "array",
          items: {
            type: "object",
            properties: {
              type: { const: "command" },
              command: { type: "string" },
              timeout: { type: "number", minimum: 1, maximum: 600 },
            },
            required: ["type", "command"],
          },
        },
      },
      required: ["hooks"],
    },
  },
});

/**
 * Every setting, once. An id is `hermes.` and the path in this table; package.json repeats the table for VS Code
 * (`npm run contributions` writes it) and a test keeps the two equal.
 */
const SETTINGS = {
  provider: choice(PROVIDER_CHOICES, "auto"),
  model: text(""),
  baseUrl: text(""),
  contextLength: optionalCount({ minimum: 1_000 }),
  maxOutputTokens: optionalCount({ minimum: 1 }),
  chat: {
    openOnStart: flag("off"),
  },
  agent: {
    maxSteps: count(90, { minimum: 1, maximum: 1_000 }),
  },
  compression: {
    enabled: flag("on"),
    threshold: number(0.5, { minimum: 0, maximum: 1 }),
    thresholdTokens: optionalCount({ minimum: 1 }),
    targetRatio: number(0.2, { minimum: 0.1, maximum: 0.8 }),
    protectLastN: count(20, { minimum: 1 }),
    codexGpt55Autoraise: flag("on"),
    policy: choice(["hermes", "adaptive"], "hermes"),
    background: flag("off"),
  },
  auxiliary: {
    compression: {
      provider: choice(SUMMARY_PROVIDER_CHOICES, "auto"),
      model: text(""),
      baseUrl: text(""),
      contextLength: optionalCount({ minimum: 1_000 }),
    },
  },
  delegate: {
    /** Of the same provider as the main model; empty: the main model. */
    model: text(""),
    maxSteps: count(40, { minimum: 1, maximum: 1_000 }),
    maxTokens: count(400_000, { minimum: 1_000 }),
  },
  promptCaching: {
    cacheTtl: choice(["5m", "1h"], "5m"),
    /** Native Anthropic and OpenRouter always accept cache marks; other Claude gateways may refuse them. */
    onCompatibleRoutes: flag("off"),
  },
  context: {
    engine: text("compressor"),
    engineSettings,
  },
  otherAgents: {
    read: texts(["claude-code", "codex", "opencode", "pi", "cline", "copilot-chat"]),
    /** What they said then enters requests to the provider, so it is off until the user turns it on. */
    searchByModel: flag("off"),
  },
  recall: {
    otherSessions: flag("off"),
    embeddings: {
      baseUrl: text(""),
      model: text(""),
    },
  },
  toolOutput: {
    resultChars: count(100_000, { minimum: 100 }),
    turnChars: count(200_000, { minimum: 100 }),
    previewChars: count(1_500, { minimum: 0 }),
    retentionDays: number(7, { minimum: 0 }),
    maxDiskMb: number(512, { minimum: 1 }),
  },
  approval: {
    read: choice(APPROVALS, "allow"),
    edit: choice(APPROVALS, "ask"),
    run: choice(APPROVALS, "ask"),
    mcp: choice(APPROVALS, "ask"),
    allowedCommands: texts([]),
    deniedCommands: texts([]),
  },
  sandbox: {
    commands: flag("off"),
    network: choice(["allow", "deny"], "deny"),
  },
  mcpServers,
  tools: {
    onDemand: flag("on"),
  },
  /** In the shape that Claude Code uses; `readHooks` says what is wrong with an entry. */
  hooks,
  redactSecrets: flag("on"),
  rules: {
    claudeMd: flag("off"),
  },
} as const satisfies SettingTable;

interface SettingTable {
  readonly [name: string]: SettingRule<unknown> | SettingTable;
}

type ValueOf<Node> =
  Node extends SettingRule<infer Value> ? Value : { readonly [Name in keyof Node]: ValueOf<Node[Name]> };

export type HermesSettings = ValueOf<typeof SETTINGS>;

type PathOf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends SettingRule<unknown> ? Name : `${Name}.${PathOf<Node[Name]>}`;
}[keyof Node & string];

/** The id of a setting without `hermes.`. */
export type SettingPath = PathOf<typeof SETTINGS>;

export interface ReadSettings {
  readonly settings: HermesSettings;
  /** One sentence for each rejected value; its default is used instead. */
  readonly problems: readonly string[];
}

/** Where values come from. Both return undefined for settings without a value. */
export interface SettingLayers {
  user(id: string): unknown;
  /** The workspace's own files, which may come from anybody. */
  workspace(id: string): unknown;
}

export interface LayeredSettings extends ReadSettings {
  /** What the workspace would start; only the user can decide that. */
  readonly offered: Pick<HermesSettings, "mcpServers">;
}

/** The user's values, and those of the workspace as far as `SETTING_TRUSTS` lets them count. */
export function readLayers(layers: SettingLayers): LayeredSettings {
  const problems: string[] = [];
  const offered: Record<string, unknown> = {};
  const settings = mapRules(SETTINGS, "hermes", (id, rule) => {
    const user = readValue({ id, rule, given: layers.user(id), otherwise: rule.fallback }, problems);
    const given = layers.workspace(id);
    const { workspace } = trustOf(id);
    if (workspace.kind === "asks") offered[id] = readValue({ id, rule, given, otherwise: rule.fallback }, problems);
    if (given === undefined || workspace.kind === "ignored" || workspace.kind === "asks") return user;
    const value = readValue({ id, rule, given, otherwise: user }, problems);
    return workspace.kind === "tightens" ? workspace.combine(user, value) : value;
  });
  return {
    // `mapRules` keeps the table's shape and replaces every rule by a checked value, which its type does not express.
    settings: settings as HermesSettings,
    // The rule of that setting has read it.
    offered: { mcpServers: offered["hermes.mcpServers"] as HermesSettings["mcpServers"] },
    problems,
  };
}

/** One source whose values all count. `get` returns undefined for settings without a value. */
export function readSettings(get: (id: string) => unknown): ReadSettings {
  const { settings, problems } = readLayers({ user: get, workspace: () => undefined });
  return { settings, problems };
}

/** What a setting may do, and what a value of the workspace counts for. */
export function trustOf(id: string): SettingTrust<unknown> {
  // The table has one entry per path, so every id of a rule is in it; its values were read by the same rule.
  return SETTING_TRUSTS[id.replace(/^hermes\./, "") as SettingPath] as SettingTrust<unknown>;
}

interface GivenValue {
  readonly id: string;
  readonly rule: SettingRule<unknown>;
  readonly given: unknown;
  readonly otherwise: unknown;
}

function readValue({ id, rule, given, otherwise }: GivenValue, problems: string[]): unknown {
  if (given === undefined) return otherwise;
  const reading = rule.read(given);
  if (reading.kind === "value") return reading.value;
  const shown = shorten(JSON.stringify(given) ?? String(given));
  problems.push(`${id} must be ${reading.expected}, not ${shown}; using ${JSON.stringify(otherwise)}.`);
  return otherwise;
}

/** A settings file: one flat object from id to value. Unknown `hermes.*` ids are problems: they may be typos. */
export function readFlatSettings(file: unknown): ReadSettings {
  if (!isObject(file))
    return {
      ...readSettings(() => undefined),
      problems: ['The settings must be one JSON object, such as { "hermes.provider": "rehearsal" }.'],
    };
  const known = new Set(settingIds());
  const unknown = Object.keys(file).filter((id) => id.startsWith("hermes.") && !known.has(id));
  const { settings, problems } = readSettings((id) => file[id]);
  return { settings, problems: [...problems, ...unknown.map((id) => `${id} is not a setting of Hermes.`)] };
}

function settingIds(): readonly string[] {
  return listSettings().map(({ id }) => id);
}

export function listSettings(): readonly { readonly id: string; readonly rule: SettingRule<unknown> }[] {
  const found: { id: string; rule: SettingRule<unknown> }[] = [];
  mapRules(SETTINGS, "hermes", (id, rule) => found.push({ id, rule }));
  return found;
}

function mapRules(
  node: SettingTable,
  path: string,
  change: (id: string, rule: SettingRule<unknown>) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(node).map(([name, child]) => {
      const id = `${path}.${name}`;
      return [name, isRule(child) ? change(id, child) : mapRules(child, id, change)];
    }),
  );
}

const isRule = (node: SettingRule<unknown> | SettingTable): node is SettingRule<unknown> => node["kind"] === "setting";

/** Keeps a problem readable where a whole file was pasted by mistake. */
const LONGEST_SHOWN_VALUE_CHARS = 80;
const shorten = (value: string) =>
  value.length <= LONGEST_SHOWN_VALUE_CHARS ? value : `${value.slice(0, LONGEST_SHOWN_VALUE_CHARS)}…`;

function isMcpServer(value: unknown): value is McpServerSetting {
  if (!isObject(value)) return false;
  if (typeof value["command"] === "string")
    return (
      isOptional(value["args"], isTextList) &&
      isOptional(value["env"], isTextTable) &&
      isOptional(value["cwd"], (cwd) => typeof cwd === "string")
    );
  return typeof value["url"] === "string" && isOptional(value["headers"], isTextTable);
}

const isOptional = (value: unknown, is: (value: unknown) => boolean) => value === undefined || is(value);
