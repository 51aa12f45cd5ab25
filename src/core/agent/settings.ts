import {
  choice,
  count,
  flag,
  isRecord,
  isTextList,
  isTextTable,
  number,
  optionalCount,
  restricted,
  table,
  text,
  texts,
} from "./setting-rules";
import type { SettingRule } from "./setting-rules";
import type { McpServerSetting } from "../tools/mcp/server-setting";

export const PROVIDER_CHOICES = [
  "auto",
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
export type ProviderChoice = (typeof PROVIDER_CHOICES)[number];

const APPROVALS = ["ask", "allow", "deny"] as const;
export type ApprovalSetting = (typeof APPROVALS)[number];

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

/**
 * Every setting, once. An id is `hermes.` and the path in this table; package.json repeats the table for VS Code
 * (`npm run contributions` writes it) and a test keeps the two equal.
 */
export const SETTINGS = {
  provider: restricted(choice(PROVIDER_CHOICES, "auto")),
  model: text(""),
  baseUrl: restricted(text("")),
  contextLength: optionalCount({ minimum: 1_000 }),
  maxOutputTokens: optionalCount({ minimum: 1 }),
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
      provider: restricted(choice(PROVIDER_CHOICES, "auto")),
      model: text(""),
      baseUrl: restricted(text("")),
      contextLength: optionalCount({ minimum: 1_000 }),
    },
  },
  promptCaching: {
    cacheTtl: choice(["5m", "1h"], "5m"),
    /** Native Anthropic and OpenRouter take the marks by nature; other Claude gateways may refuse them. */
    onCompatibleRoutes: flag("off"),
  },
  context: {
    engine: restricted(text("compressor")),
  },
  toolOutput: {
    resultChars: count(100_000, { minimum: 100 }),
    turnChars: count(200_000, { minimum: 100 }),
    previewChars: count(1_500, { minimum: 0 }),
    retentionDays: number(7, { minimum: 0 }),
    maxDiskMb: number(512, { minimum: 1 }),
  },
  approval: {
    read: restricted(choice(APPROVALS, "allow")),
    edit: restricted(choice(APPROVALS, "ask")),
    run: restricted(choice(APPROVALS, "ask")),
    mcp: restricted(choice(APPROVALS, "ask")),
    allowedCommands: restricted(texts([])),
    deniedCommands: restricted(texts([])),
  },
  mcpServers: restricted(mcpServers),
  redactSecrets: flag("on"),
  rules: {
    claudeMd: flag("off"),
  },
} as const satisfies SettingTable;

export interface SettingTable {
  readonly [name: string]: SettingRule<unknown> | SettingTable;
}

type ValueOf<Node> =
  Node extends SettingRule<infer Value> ? Value : { readonly [Name in keyof Node]: ValueOf<Node[Name]> };

export type HermesSettings = ValueOf<typeof SETTINGS>;

export interface ReadSettings {
  readonly settings: HermesSettings;
  /** One sentence for each value that was refused; its default is used instead. */
  readonly problems: readonly string[];
}

/** `get` answers undefined for what nobody set. */
export function readSettings(get: (id: string) => unknown): ReadSettings {
  const problems: string[] = [];
  const settings = mapRules(SETTINGS, "hermes", (id, rule) => {
    const given = get(id);
    if (given === undefined) return rule.fallback;
    const reading = rule.read(given);
    if (reading.kind === "value") return reading.value;
    problems.push(
      `${id} must be ${reading.expected}, not ${shorten(JSON.stringify(given) ?? String(given))}; using ${JSON.stringify(rule.fallback)}.`,
    );
    return rule.fallback;
  });
  // The walk keeps the table's shape and puts a checked value in the place of every rule, which the type system cannot follow.
  return { settings: settings as HermesSettings, problems };
}

/** A settings file: one flat object from id to value. Unknown `hermes.*` ids are problems, since a typo there would be silent. */
export function readFlatSettings(file: unknown): ReadSettings {
  if (!isRecord(file))
    return {
      ...readSettings(() => undefined),
      problems: ['The settings must be one JSON object, such as { "hermes.provider": "rehearsal" }.'],
    };
  const known = new Set(settingIds());
  const unknown = Object.keys(file).filter((id) => id.startsWith("hermes.") && !known.has(id));
  const { settings, problems } = readSettings((id) => file[id]);
  return { settings, problems: [...problems, ...unknown.map((id) => `${id} is not a setting of Hermes.`)] };
}

export function settingIds(): readonly string[] {
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

/** Values can be whole files pasted by mistake; a problem sentence stays a sentence. */
const LONGEST_SHOWN_VALUE_CHARS = 80;
const shorten = (value: string) =>
  value.length <= LONGEST_SHOWN_VALUE_CHARS ? value : `${value.slice(0, LONGEST_SHOWN_VALUE_CHARS)}…`;

function isMcpServer(value: unknown): value is McpServerSetting {
  if (!isRecord(value)) return false;
  if (typeof value["command"] === "string")
    return (
      isOptional(value["args"], isTextList) &&
      isOptional(value["env"], isTextTable) &&
      isOptional(value["cwd"], (cwd) => typeof cwd === "string")
    );
  return typeof value["url"] === "string" && isOptional(value["headers"], isTextTable);
}

const isOptional = (value: unknown, is: (value: unknown) => boolean) => value === undefined || is(value);
