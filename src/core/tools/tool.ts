import type { CallId, SessionId } from "../conversation/ids";
import type { ImagePart, JsonObject, TextPart } from "../conversation/message";

/** Something the model can do. Arguments reach `run` only after they passed the schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: JsonObject;
  readonly category: ToolCategory;
  /** "parallel" only for tools that read and do not depend on one another. */
  readonly order: "parallel" | "alone";
  /** Overrides `hermes.toolOutput.resultChars`; Infinity for `read_file`, else persist → read → persist loops. */
  readonly resultChars?: number;
  /** "redact": secrets are taken out before the result enters the conversation. */
  readonly secrets: "redact" | "keep";
  /** What a person is shown before the call runs; a call that cannot succeed is refused here, so nobody is asked in vain. */
  preview?(args: JsonObject, context: ToolContext): Promise<CallPreview>;
  run(args: JsonObject, context: ToolContext): Promise<ToolOutcome>;
}

/** "internal" needs no approval: it touches only Hermes' own state (todo, memory, session search, engine tools). */
export type ToolCategory = "read" | "edit" | "run" | "mcp" | "internal";

export interface ToolContext {
  readonly session: SessionId;
  readonly callId: CallId;
  readonly signal: AbortSignal;
  /** Output as it grows, for people; the model gets the outcome. */
  onOutput(text: string): void;
}

export type CallPreview =
  | {
      readonly kind: "ready";
      readonly title: string;
      readonly detail: string;
      readonly edit?: FileEdit /** Shell text, judged by the command rules. */;
      readonly command?: string /** Why a person must look even where the category is allowed. */;
      readonly careful?: string;
    }
  | { readonly kind: "refused"; readonly outcome: ToolOutcome };

/** What a file would become. `before` is empty for a new file. */
export interface FileEdit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface ToolOutcome {
  readonly content: readonly (TextPart | ImagePart)[];
  readonly failed: boolean;
  /** For the row and the ledger where the tool ran a process. */
  readonly exitCode?: number | null;
}

/** How a call is allowed: asked once per call that needs it. Denial carries words for the model. */
export interface ApprovalRequest {
  readonly callId: CallId;
  readonly tool: string;
  readonly category: ToolCategory;
  readonly title: string;
  /** Exactly what would be run, often in the model's own words; nothing of ours stands in it, or a model could write that too. */
  readonly detail: string;
  /** A sentence on what to look at, where there is reason to. */
  readonly warning?: string;
  /** Present for edits: what the file would become. */
  readonly edit?: FileEdit;
}

export type ApprovalAnswer =
  | { readonly kind: "allow"; readonly remember: "once" | "session" | "workspace" }
  | { readonly kind: "deny"; readonly reason?: string };

export type AskApproval = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

export const textOutcome = (text: string): ToolOutcome => ({ content: [{ type: "text", text }], failed: false });
export const failedOutcome = (text: string): ToolOutcome => ({ content: [{ type: "text", text }], failed: true });
