import { messageId } from "../conversation/ids";
import type { CallId } from "../conversation/ids";
import type { ToolCallPart } from "../conversation/message";
import { redactSecrets } from "../redact/secrets";
import type { FreshResult, SpillOutcome } from "../spill/spill-results";
import { spillResults } from "../spill/spill-results";
import type { CallResult, ToolWatch } from "../tools/run";
import { runCalls } from "../tools/run";
import type { ToolOutcome } from "../tools/tool";
import type { LiveSession } from "./live-session";
import { spillBounds } from "./spill-bounds";
import type { AgentWorld } from "./world";

/** Runs the calls of one reply and stores what they gave, bounded before it is ever sent. */
export async function runTools(
  world: AgentWorld,
  live: LiveSession,
  calls: readonly ToolCallPart[],
  signal: AbortSignal,
): Promise<void> {
  const results = await runCalls(
    {
      session: live.id,
      box: live.box,
      approvals: world.approvals,
      watch: watchOf(world),
      repairJson: world.repairJson,
      now: world.now,
    },
    calls,
    signal,
  );
  const fresh = results.map((result) => asFresh(world, result));
  const spilled = await spillResults(world.spills, live.id, fresh, spillBounds(world, live.engine.contextLength));
  for (const { message, outcome } of spilled) if (outcome) tellSpill(world, live, outcome, message.callId);
  await live.append(
    world,
    spilled.map(({ message }) => message),
    fresh.map(({ message }) => message),
  );
}

/** A row for every change of what the model sees. */
export function tellSpill(world: AgentWorld, live: LiveSession, outcome: SpillOutcome, callId?: CallId): void {
  const where = { session: live.id, ...(callId !== undefined && { callId }) };
  if (outcome.kind === "truncated")
    world.emit({
      type: "truncated",
      ...where,
      totalChars: outcome.totalChars,
      keptChars: outcome.keptChars,
      reason: outcome.reason,
    });
  else
    world.emit({
      type: "spilled",
      ...where,
      from: outcome.from,
      spill: outcome.spill.id,
      path: outcome.spill.path,
      totalChars: outcome.spill.chars,
      shownChars: outcome.shownChars,
    });
}

function watchOf(world: AgentWorld): ToolWatch {
  return {
    onStarted: (call, category) =>
      world.emit({ type: "tool-started", callId: call.callId, name: call.name, category, inputJson: call.inputJson }),
    onOutput: (callId, text) => world.emit({ type: "tool-output", callId, text }),
    onEnded: (callId, outcome, durationMs) =>
      world.emit({
        type: "tool-ended",
        callId,
        failed: outcome.failed,
        durationMs,
        chars: charsOf(outcome),
        ...(outcome.exitCode !== undefined && { exitCode: outcome.exitCode }),
      }),
    onApprovalAsked: (request) => world.emit({ type: "approval-asked", request }),
    onApprovalAnswered: (callId, answer) => world.emit({ type: "approval-answered", callId, answer }),
  };
}

const charsOf = (outcome: ToolOutcome): number =>
  outcome.content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);

function asFresh(world: AgentWorld, { call, tool, outcome }: CallResult): FreshResult {
  const redacts = tool?.secrets === "redact" && world.settings().redactSecrets;
  const content = redacts
    ? outcome.content.map((part) => (part.type === "text" ? { ...part, text: redactSecrets(part.text) } : part))
    : outcome.content;
  return {
    message: {
      role: "tool",
      id: messageId(world.newId()),
      callId: call.callId,
      toolName: call.name,
      failed: outcome.failed,
      body: { kind: "full", content },
    },
    ...(tool?.resultChars !== undefined && { resultChars: tool.resultChars }),
    ...(outcome.exitCode !== undefined && { exitCode: outcome.exitCode }),
  };
}
