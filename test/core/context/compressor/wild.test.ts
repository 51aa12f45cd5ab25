import { describe, expect, it } from "vitest";
import type { CompressionPlan, FoldPlan } from "../../../../src/core/context/compressor/plan";
import { applyFold, planCompression } from "../../../../src/core/context/compressor/plan";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { Message } from "../../../../src/core/conversation/message";
import { newestRequestText } from "../../../../src/core/conversation/newest-request";
import { messageText } from "../../../../src/core/conversation/render";
import { isEmpty } from "../../../../src/core/conversation/repair";
import { exportTranscript } from "../../../../src/core/conversation/transcript/transcript";
import { estimateMessagesTokens, estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { wildConversation } from "../../../support/conversations";

const CONVERSATIONS = 10_000;
/** One in so many is planned a second time and compared. */
const PLANNED_TWICE = 5;
const WINDOWS = [4_000, 8_000, 20_000, 64_000] as const;
const SUMMARY = "## Active Task\nShort.";

/** Generated messages are frozen: any change in place would throw. */
describe("ten thousand wild conversations", () => {
  let folded = 0;
  const failures = new Map<string, string>();
  for (let seed = 0; seed < CONVERSATIONS; seed++) {
    const messages = wildConversation(seed);
    const policy = { contextLength: WINDOWS[seed % WINDOWS.length] ?? 8_000, protectLastN: 1 + (seed % 25) };
    const plan = planCompression(messages, policy, estimateMessageTokens);
    const result = applyFold(plan, SUMMARY);
    const note = (property: string, holds: boolean) => {
      if (!holds && !failures.has(property)) failures.set(property, `seed ${seed}`);
    };
    if (seed % PLANNED_TWICE === 0)
      note(
        "the same input gives the same plan",
        essence(planCompression(messages, policy, estimateMessageTokens)) === essence(plan),
      );
    if (plan.kind === "nothing") {
      note("nothing to do gives the same list back", result === messages);
      continue;
    }
    folded++;
    note("the result is legal", checkLegal(result) === undefined);
    note("the result exports as an OpenAI transcript", exportTranscript(result).length > 0);
    note("there is exactly one summary", result.filter((message) => message.role === "summary").length === 1);
    note(
      "the newest request stands after the summary",
      newestRequestText(messages) ===
        newestRequestText(result.slice(result.findIndex((message) => message.role === "summary"))),
    );
    note("the head is untouched", keepsHead(plan, result));
    note("the tail is untouched but for images, attachments and empties", keepsTail(plan, result));
    note("the result is smaller", estimateMessagesTokens(result) < estimateMessagesTokens(messages));
    note(
      "compressing the result again finds nothing to do",
      planCompression(result, policy, estimateMessageTokens).kind === "nothing",
    );
  }

  it("are folded often enough to mean something", () => {
    expect(folded).toBeGreaterThan(CONVERSATIONS / 4);
  });

  it.each([
    "the same input gives the same plan",
    "nothing to do gives the same list back",
    "the result is legal",
    "the result exports as an OpenAI transcript",
    "there is exactly one summary",
    "the newest request stands after the summary",
    "the head is untouched",
    "the tail is untouched but for images, attachments and empties",
    "the result is smaller",
    "compressing the result again finds nothing to do",
  ])("hold that %s", (property) => {
    expect(failures.get(property)).toBeUndefined();
  });
});

const essence = (plan: CompressionPlan): string =>
  plan.kind === "nothing"
    ? plan.reason
    : JSON.stringify([
        plan.headEnd,
        plan.tailStart,
        plan.summaryId,
        plan.restatedRequest,
        plan.foldedTokens,
        plan.targetTokens,
        plan.prunedResults,
        plan.prunedIds,
      ]);

/** The head keeps the messages of user and model verbatim, even if its tool output and images are reduced. */
function keepsHead(plan: FoldPlan, result: readonly Message[]): boolean {
  const kept = new Map(
    result
      .slice(
        0,
        result.findIndex((message) => message.role === "summary"),
      )
      .map((message) => [message.id, message]),
  );
  return plan.legal.slice(0, plan.headEnd).every((message) => {
    const now = kept.get(message.id);
    if (message === now || message.role === "tool") return true;
    return now !== undefined && hasImage(message) && messageText(now).startsWith(messageText(message).trimEnd());
  });
}

function keepsTail(plan: FoldPlan, result: readonly Message[]): boolean {
  const kept = new Map(result.map((message) => [message.id, message]));
  return plan.legal.slice(plan.tailStart).every((message) => {
    const now = kept.get(message.id);
    if (message === now || isEmpty(message)) return true;
    if (message.role === "tool") return now === undefined || hasImage(message);
    return message.role === "user" && now !== undefined && (message.attachment !== undefined || hasImage(message));
  });
}

function hasImage(message: Message): boolean {
  if (message.role === "user") return message.content.some((part) => part.type === "image");
  return (
    message.role === "tool" &&
    message.body.kind === "full" &&
    message.body.content.some((part) => part.type === "image")
  );
}
