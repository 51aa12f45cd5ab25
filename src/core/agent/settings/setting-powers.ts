import type { HermesSettings, SettingPath } from "./settings";

/**
 * What a setting can do in the wrong hands. "keys": decides which server receives keys and conversations. "code":
 * starts programs or loads code. "permission": decides what runs without a question. "spending": bounds what a turn
 * may cost.
 */
type SettingPower = "keys" | "code" | "permission" | "spending" | "none";

/**
 * What a value from the workspace's own files counts for. "ignored": VS Code does not even read it, because the
 * setting has the scope `application`. "asks": it is an offer, and the user is asked about its content. "tightens": it
 * counts as far as it is stricter than the user's value.
 */
type WorkspaceValue<Value> =
  | { readonly kind: "applies" | "ignored" | "asks" }
  | { readonly kind: "tightens"; combine(user: Value, workspace: Value): Value };

export interface SettingTrust<Value> {
  readonly power: SettingPower;
  readonly workspace: WorkspaceValue<Value>;
}

type ValueAt<Node, Path extends string> = Path extends keyof Node
  ? Node[Path]
  : Path extends `${infer Name extends keyof Node & string}.${infer Inner}`
    ? ValueAt<Node[Name], Inner>
    : never;

/** Every setting, by its path; the compiler misses none. */
type SettingTrusts = { readonly [Path in SettingPath]: SettingTrust<ValueAt<HermesSettings, Path>> };

const harmless = { power: "none", workspace: { kind: "applies" } } as const;
const usersOwn = <Power extends SettingPower>(power: Power) => ({ power, workspace: { kind: "ignored" } }) as const;

const tightened = <Value>(power: SettingPower, combine: (user: Value, workspace: Value) => Value) => ({
  power,
  workspace: { kind: "tightens" as const, combine },
});

type Mode = HermesSettings["approval"]["run"];
const STRICTNESS: readonly Mode[] = ["allow", "ask", "deny"];

const stricter = (user: Mode, workspace: Mode): Mode =>
  STRICTNESS.indexOf(workspace) > STRICTNESS.indexOf(user) ? workspace : user;
const together = (user: readonly string[], workspace: readonly string[]): readonly string[] => [
  ...new Set([...user, ...workspace]),
];
const lower = (user: number, workspace: number): number => Math.min(user, workspace);
/** Null sets no limit. */
const lowerIfAny = (user: number | null, workspace: number | null): number | null =>
  user === null || workspace === null ? (user ?? workspace) : Math.min(user, workspace);

export const SETTING_TRUSTS: SettingTrusts = {
  provider: usersOwn("keys"),
  model: harmless,
  baseUrl: usersOwn("keys"),
  contextLength: harmless,
  maxOutputTokens: tightened("spending", lowerIfAny),
  "chat.openOnStart": harmless,
  "otherAgents.read": usersOwn("permission"),
  "otherAgents.searchByModel": usersOwn("permission"),
  "agent.maxSteps": tightened("spending", lower),
  "compression.enabled": harmless,
  "compression.threshold": harmless,
  "compression.thresholdTokens": tightened("spending", lowerIfAny),
  "compression.targetRatio": harmless,
  "compression.protectLastN": harmless,
  "compression.codexGpt55Autoraise": harmless,
  "compression.policy": harmless,
  "compression.background": harmless,
  "auxiliary.compression.provider": usersOwn("keys"),
  "auxiliary.compression.model": harmless,
  "auxiliary.compression.baseUrl": usersOwn("keys"),
  "auxiliary.compression.contextLength": harmless,
  "delegate.model": harmless,
  "delegate.maxSteps": tightened("spending", lower),
  "delegate.maxTokens": tightened("spending", lower),
  "promptCaching.cacheTtl": harmless,
  "promptCaching.onCompatibleRoutes": harmless,
  "context.engine": usersOwn("code"),
  "context.engineSettings": usersOwn("code"),
  "recall.otherSessions": usersOwn("permission"),
  "recall.embeddings.baseUrl": usersOwn("keys"),
  "recall.embeddings.model": harmless,
  "toolOutput.resultChars": harmless,
  "toolOutput.turnChars": harmless,
  "toolOutput.previewChars": harmless,
  "toolOutput.retentionDays": harmless,
  "toolOutput.maxDiskMb": harmless,
  "approval.read": tightened("permission", stricter),
  "approval.edit": tightened("permission", stricter),
  "approval.run": tightened("permission", stricter),
  "approval.mcp": tightened("permission", stricter),
  "approval.allowedCommands": usersOwn("permission"),
  "approval.deniedCommands": tightened("permission", together),
  "sandbox.commands": tightened<boolean>("permission", (user, workspace) => user || workspace),
  "sandbox.network": tightened<HermesSettings["sandbox"]["network"]>("permission", (user, workspace) =>
    user === "deny" ? user : workspace,
  ),
  mcpServers: { power: "code", workspace: { kind: "asks" } },
  "tools.onDemand": harmless,
  hooks: usersOwn("code"),
  redactSecrets: tightened<boolean>("keys", (user, workspace) => user || workspace),
  "rules.claudeMd": harmless,
};
