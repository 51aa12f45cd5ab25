import type { SessionId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { ToolCallPart, ToolMessage, UserMessage } from "../../conversation/message";
import { redactInSlices } from "../../redact/redact-slices";
import type { FreshResult, SpillOutcome } from "../../spill/spill-results";
import { spillResults } from "../../spill/spill-results";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { CallResult, ToolWatch } from "../../tools/run";
import { runCalls } from "../../tools/run";
import type { ToolOutcome } from "../../tools/tool";
import type { ActiveSession } from "../session/active-session";
import type { SkillResult } from "../session/edits/skills-in-use";
import { noteSkills } from "../session/edits/skills-in-use";
import type { AgentWorld } from "../world";
import { createAudit } from "./audit";
import { callHooks } from "./call-hooks";
import type { Repetition } from "./repeated-calls";
import { CORRECTION, isCorrectionDue, noteCalls } from "./repeated-calls";
import { spillBounds } from "./spill-bounds";

export interface ToolStep {
  readonly calls: readonly ToolCallPart[];
  /** Of the steps before this one. */
  readonly repetition: Repetition;
}

/** Runs the calls of one reply and stores their results, limited in size before they are ever sent. */
export async function runTools(
  world: AgentWorld,
  session: ActiveSession,
  { calls, repetition: before }: ToolStep,
  signal: AbortSignal,
): Promise<Repetition> {
  const audit = createAudit({
    writer: session.writer,
    now: world.now,
    onRecord: (record) => world.emit({ type: "call-audited", session: session.id, record }),
  });
  const results = await runCalls(
    {
      session: session.id,
      box: session.toolBox,
      approvals: world.approvals,
      watch: { ...watchOf(world), onDecided: audit.onDecided },
      repairJson: world.repairJson,
      now: world.now,
      wait: world.wait,
      hooks: callHooks(world, session.id),
    },
    calls,
    signal,
  );
  await audit.finish(results);
  const repetition = noteCalls(before, calls, results);
  const plain: FreshResult[] = [];
  for (const result of results) plain.push(await asFresh(world, result));
  const fresh = corrected(plain, repetition);
  const spilled = await spillResults(world.spills, session.id, fresh, spillBounds(world, session));
  for (const { message, outcome } of spilled) if (outcome) emitSpill(world, session.id, outcome, message);
  await session.append(
    world,
    spilled.map(({ message }) => message),
    fresh.map(({ message }) => message),
  );
  await noteSkills(
    world,
    session,
    spilled.flatMap(({ message }, index) => skillResult(message, results[index])),
  );
  return repetition;
}

const skillResult = (message: ToolMessage, result: CallResult | undefined): readonly SkillResult[] =>
  result?.outcome.skill === undefined ? [] : [{ message, skill: result.outcome.skill }];

/** The result stays what it is; the last one of the step also says that it is always the same. */
function corrected(fresh: readonly FreshResult[], repetition: Repetition): readonly FreshResult[] {
  if (!isCorrectionDue(repetition)) return fresh;
  return fresh.map((result, index) => {
    const { message } = result;
    if (index < fresh.length - 1 || message.body.kind !== "full") return result;
    const content = [...message.body.content, { type: "text" as const, text: CORRECTION }];
    return { ...result, message: { ...message, body: { kind: "full", content } } };
  });
}

/** Every difference between a result and the text the model sees is emitted. */
export function emitSpill(
  world: AgentWorld,
  session: SessionId,
  outcome: SpillOutcome,
  message: ToolMessage | UserMessage,
): void {
  const where = { session, ...(message.role === "tool" && { callId: message.callId }) };
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
      shownTokens: estimateMessageTokens(message),
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
        ...(outcome.ending !== undefined && { ending: outcome.ending }),
        ...(outcome.place !== undefined && { place: outcome.place }),
        ...(outcome.edit !== undefined && { edit: outcome.edit }),
      }),
    onApprovalAsked: (request) => world.emit({ type: "approval-asked", request }),
    onApprovalAnswered: (callId, answer) => world.emit({ type: "approval-answered", callId, answer }),
  };
}

const charsOf = (outcome: ToolOutcome): number =>
  outcome.content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);

async function asFresh(world: AgentWorld, { call, tool, outcome }: CallResult): Promise<FreshResult> {
  const redacts = tool?.secrets === "redact" && world.settings().redactSecrets;
  const content: (typeof outcome.content)[number][] = [];
  for (const part of outcome.content)
    content.push(redacts && part.type === "text" ? { ...part, text: await redactInSlices(part.text) } : part);
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
