import type { JsonObject } from "../../src/core/base/json";
import { callId, sessionId } from "../../src/core/conversation/ids";
import type { ToolCallPart } from "../../src/core/conversation/message";
import type { ApprovalOptions, ApprovalRules } from "../../src/core/tools/approval";
import { createApprovals } from "../../src/core/tools/approval";
import { repairJson } from "../../src/core/tools/builtin/repair-json";
import type { ToolWorld } from "../../src/core/tools/run";
import type { ApprovalAnswer, ApprovalRequest, Tool, ToolContext, ToolOutcome } from "../../src/core/tools/tool";
import { textOutcome } from "../../src/core/tools/tool";
import { createToolBox } from "../../src/core/tools/tool-box";

export const allowAll: ApprovalRules = {
  read: "allow",
  edit: "allow",
  run: "allow",
  mcp: "allow",
  allowedCommands: [],
  deniedCommands: [],
};

/** A read-only tool that returns its input. */
export const echo = (overrides: Partial<Tool> = {}): Tool => ({
  name: "echo",
  description: "Says what it was given.",
  parameters: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  },
  category: "read",
  order: "parallel",
  secrets: "keep",
  run: async (args) => textOutcome(String(args["text"])),
  ...overrides,
});

export const toolCall = (name: string, input: JsonObject | string, key = name): ToolCallPart => ({
  type: "tool-call",
  callId: callId(key),
  name,
  inputJson: typeof input === "string" ? input : JSON.stringify(input),
});

/** A world whose log has one line per event and whose approvals come from a list. */
export function toolWorld(
  tools: readonly Tool[],
  options: {
    readonly rules?: Partial<ApprovalRules>;
    readonly answers?: readonly ApprovalAnswer[];
    readonly approvals?: Partial<ApprovalOptions>;
  } = {},
) {
  const log: string[] = [];
  const asked: ApprovalRequest[] = [];
  const answers = [...(options.answers ?? [])];
  const world: ToolWorld = {
    session: sessionId("s1"),
    box: createToolBox({ builtin: tools }),
    approvals: createApprovals({
      rules: () => ({ ...allowAll, ...options.rules }),
      trust: () => "trusted",
      ask: async () => answers.shift() ?? { kind: "deny" },
      ...options.approvals,
    }),
    watch: {
      onStarted: (call) => log.push(`started ${call.callId}`),
      onOutput: (id, text) => log.push(`output ${id} ${text}`),
      onEnded: (id, outcome) => log.push(`ended ${id}${outcome.failed ? " failed" : ""}`),
      onApprovalAsked: (request) => {
        asked.push(request);
        log.push(`asked ${request.callId}`);
      },
      onApprovalAnswered: (id, answer) => log.push(`answered ${id} ${answer.kind}`),
    },
    repairJson,
    now: () => 0,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  return { world, log, asked };
}

export function toolContext(overrides: Partial<ToolContext> = {}): ToolContext {
  return {
    session: sessionId("s1"),
    callId: callId("c1"),
    signal: new AbortController().signal,
    onOutput: () => undefined,
    ...overrides,
  };
}

export const outcomeText = (outcome: ToolOutcome): string =>
  outcome.content.map((part) => (part.type === "text" ? part.text : `<${part.mediaType}>`)).join("\n");
