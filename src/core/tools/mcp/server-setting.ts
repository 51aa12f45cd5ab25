import { createHash } from "node:crypto";
import { isObject } from "../../base/json";

/** One entry of `hermes.mcpServers`: a program to start, or an address that speaks streamable HTTP. */
export type McpServerSetting =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

export interface McpServerStatus {
  readonly name: string;
  readonly state: "off" | "idle" | "ready" | "failed";
  /** The reason of a failure, for the user. */
  readonly reason?: string;
  readonly tools: number;
  /** Tokens of its tool schemas in every request. */
  readonly schemaTokens: number;
}

/**
 * The same for the same server, whatever the order of its entries. Headers and variables may hold keys, so only a hash
 * is stored.
 */
export function fingerprintOf(setting: McpServerSetting): string {
  return createHash("sha256").update(JSON.stringify(setting, sortedKeys)).digest("hex");
}

const sortedKeys = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Shorter values are switches and names, which occur in ordinary text. */
const SHORTEST_SECRET_CHARS = 12;

/** Text without the values that a setting gives to its server: a server may repeat them in an error. */
export function hideSecrets(text: string, setting: McpServerSetting): string {
  const values = Object.values(("url" in setting ? setting.headers : setting.env) ?? {});
  return values
    .flatMap((value) => [value, value.replace(/^\w+\s+/, "")])
    .filter((value) => value.length >= SHORTEST_SECRET_CHARS)
    .reduce((rest, value) => rest.replaceAll(value, "[REDACTED]"), text);
}
