import type { Message } from "../conversation/message";
import { messageText } from "../conversation/render";
import type { Usage } from "../conversation/usage";

/** The agents whose sessions Hermes reads. */
export const FOREIGN_AGENTS = ["claude-code", "codex", "opencode", "pi", "cline", "copilot-chat"] as const;
export type ForeignAgent = (typeof FOREIGN_AGENTS)[number];

/** Where a session of another agent lies. Found by looking at names and times only, so that a list costs little. */
export interface ForeignFile {
  readonly agent: ForeignAgent;
  readonly id: string;
  readonly path: string;
  /** The folder it worked in, where the place alone tells. */
  readonly workspace?: string;
  /** Where the place alone tells. */
  readonly title?: string;
  readonly modifiedAt: number;
  readonly bytes: number;
}

/** A session of another agent, as its own records tell it. */
export interface ForeignSession {
  readonly agent: ForeignAgent;
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly workspace: string;
  readonly version: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Everything that was said on the current branch, including what compactions dropped. */
  readonly messages: readonly Message[];
  /** What the model would see in the next request, without the agent's own prompt. */
  readonly context: readonly Message[];
  readonly compactions: readonly ForeignCompaction[];
  readonly requests: readonly ForeignRequest[];
  readonly sidechains: readonly ForeignSidechain[];
  /** The window that the agent recorded, in tokens. */
  readonly windowTokens?: number;
  /** Tokens in the agent's totals that none of its recorded requests accounts for. */
  readonly unattributed?: Usage;
  /** Records of kinds that this reader does not know, by kind. They are counted, never guessed. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Lines that are not JSON, such as the last one of a file that is being written. */
  readonly unreadable: number;
}

export interface ForeignCompaction {
  readonly at: number;
  readonly trigger: "automatic" | "manual" | "unknown";
  /** The conversation as the model saw it right before and right after. */
  readonly before: readonly Message[];
  readonly after: readonly Message[];
  readonly summary: string;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
}

/** One model call, with the tokens that the provider reported to the agent. */
export interface ForeignRequest {
  readonly id: string;
  readonly at: number;
  readonly model: string;
  readonly usage: Usage;
  readonly sidechain?: string;
}

/** The conversation of a sub-agent. */
export interface ForeignSidechain {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly Message[];
}

/** The tokens of the newest request of the conversation itself: what the window holds now. */
export const newestRequest = ({ requests }: Pick<ForeignSession, "requests">): ForeignRequest | undefined =>
  requests.findLast(({ sidechain }) => sidechain === undefined);

/** Messages as the agent's model saw them: a summary of theirs has no introduction of ours. */
export const asRecorded = (messages: readonly Message[]): readonly Message[] =>
  messages.map((message) =>
    message.role === "summary"
      ? { role: "user", id: message.id, content: [{ type: "text", text: message.text }] }
      : message,
  );

/** Everything that a message says, with the calls in it: what a search looks through, and what counts as visible. */
export function recordedText(message: Message): string {
  if (message.role === "summary") return message.text;
  if (message.role !== "assistant") return messageText(message);
  const calls = message.parts.map((part) => (part.type === "tool-call" ? `${part.name} ${part.inputJson}` : ""));
  return [messageText(message), ...calls].filter((text) => text !== "").join("\n");
}
