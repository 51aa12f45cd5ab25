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
  /** Why it failed, for people. */
  readonly reason?: string;
  readonly tools: number;
  /** What its tool schemas cost in every request. */
  readonly schemaTokens: number;
}
