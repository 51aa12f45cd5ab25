import type { JsonObject } from "../base/json";
import type { Sentence } from "../base/sentence";
import type { CallId, SessionId } from "../conversation/ids";
import type { ImagePart, TextPart } from "../conversation/message";

/** An action the model can take. Arguments reach `run` only after they passed the schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object, as the model sees it. */
  readonly parameters: JsonObject;
  /** What arguments are checked against, where that says more than the model has to know. */
  readonly checked?: JsonObject;
  readonly category: ToolCategory;
  /** "parallel" only for tools that read and do not depend on one another. */
  readonly order: "parallel" | "alone";
  /** Overrides `hermes.toolOutput.resultChars`; Infinity for `read_file`, else persist → read → persist loops. */
  readonly resultChars?: number;
  /** "redact": secrets are removed before the result enters the conversation. */
  readonly secrets: "redact" | "keep";
  /** Shown to the user before the call runs. A call that cannot succeed is refused here, without a question. */
  preview?(args: JsonObject, context: ToolContext): Promise<CallPreview>;
  run(args: JsonObject, context: ToolContext): Promise<ToolOutcome>;
}

/** "internal" needs no approval: it touches only Hermes' own state (todo, session search, engine tools). */
export type ToolCategory = "read" | "edit" | "run" | "mcp" | "internal";

export interface ToolContext {
  readonly session: SessionId;
  readonly callId: CallId;
  readonly signal: AbortSignal;
  /** Output as it arrives, for the user; the model gets the outcome. */
  onOutput(text: string): void;
}

export type CallPreview =
  | {
      readonly kind: "ready";
      readonly title: Sentence | string;
      readonly detail: string;
      readonly edit?: FileEdit;
      /** Shell text, judged by the command rules. */
      readonly command?: string;
      /** The folder that the shell text would run in. */
      readonly cwd?: string;
      /** The sandbox it would run in, as part of what a remembered answer covers. */
      readonly sandbox?: "network" | "no-network";
      /** Where it would run, in words for the card, where that is not as usual. */
      readonly place?: Sentence;
      /** The reason to ask the user even where the category is allowed; a clause without a full stop. */
      readonly careful?: Sentence | string;
      /** With `careful`: what an answer may be remembered for after all. */
      readonly remember?: { readonly key: string; readonly covers: Sentence };
      /** "nothing": this call of a tool that can change files only reads what the model is given anyway. */
      readonly changes?: "nothing";
      /** For a tool of others: what a remembered answer is bound to. */
      readonly origin?: ToolOrigin;
    }
  | { readonly kind: "refused"; readonly outcome: ToolOutcome };

interface ToolOrigin {
  readonly server: string;
  /** As the server calls it. */
  readonly tool: string;
  /** Of the server's configuration: another command, address or environment is another server. */
  readonly fingerprint: string;
}

/** A file before and after the edit. `before` is empty for a new file. */
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
  /** The user stopped the call; it did not fail by itself. */
  readonly ending?: "stopped";
  /** The instructions of a skill entered the context with this result, or may leave it. */
  readonly skill?: { readonly name: string; readonly change: "used" | "released" };
  /** For the row: where the process ran, and what it was refused there. */
  readonly place?: RunPlace;
  /** For the row, where the tool changed a file. */
  readonly edit?: FileEdit;
}

export interface RunPlace {
  readonly words: Sentence;
  readonly refused: "nothing" | "something";
}

/** Asks the user about a call, once per call that needs it. The reason of a denial is for the model. */
export interface ApprovalRequest {
  readonly callId: CallId;
  readonly tool: string;
  readonly category: ToolCategory;
  readonly title: Sentence;
  /** Exactly the text that would run, often written by the model. It has no warnings, which a model could fake. */
  readonly detail: string;
  /** Draws attention to a risk, where there is one. */
  readonly warning?: Sentence;
  /** Where a command would run, where that is not as usual. */
  readonly place?: Sentence;
  /** What a remembered answer would cover, for the buttons that offer to remember it. */
  readonly covers?: Sentence;
  /** "never": the answer holds for this call only. */
  readonly remember?: "never";
  /** Present for edits. */
  readonly edit?: FileEdit;
}

export type ApprovalAnswer =
  | { readonly kind: "allow"; readonly remember: "once" | "session" | "workspace" }
  | { readonly kind: "deny"; readonly reason?: string };

/** Who or what decided about a call: a rule, an answer given earlier, or the user just now. */
export type DecidedBy =
  | { readonly kind: "rule"; readonly rule: Sentence }
  | { readonly kind: "remembered"; readonly covers: Sentence }
  | {
      readonly kind: "user";
      readonly remember: "once" | "session" | "workspace" | "no";
      /** What a remembered answer covers from now on. */
      readonly covers?: Sentence;
    };

export type AskApproval = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

export const textOutcome = (text: string): ToolOutcome => ({ content: [{ type: "text", text }], failed: false });
export const failedOutcome = (text: string): ToolOutcome => ({ content: [{ type: "text", text }], failed: true });
