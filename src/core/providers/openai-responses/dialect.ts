/** Where servers that speak Responses differ. */
export interface ResponsesDialect {
  /** The ChatGPT Codex route refuses a limit on output. */
  readonly outputLimit: "sent" | "left-out";
}
