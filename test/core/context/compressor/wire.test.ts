import { describe, expect, it } from "vitest";
import { applyFold, planCompression } from "../../../../src/core/context/compressor/plan";
import { callsOf, exchangeStarts } from "../../../../src/core/conversation/exchanges";
import { messageId } from "../../../../src/core/conversation/ids";
import type { Message, Protocol } from "../../../../src/core/conversation/message";
import { encodeRequest as encodeAnthropic } from "../../../../src/core/providers/anthropic/encode";
import { openAiDialect } from "../../../../src/core/providers/openai-chat/dialect";
import { encodeRequest as encodeChat } from "../../../../src/core/providers/openai-chat/encode";
import { encodeRequest as encodeResponses } from "../../../../src/core/providers/openai-responses/encode";
import type { ModelRequest } from "../../../../src/core/providers/provider";
import { estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { wildConversation } from "../../../support/conversations";
import { checkAnthropic } from "../../../support/model-server/anthropic-check";
import { sealBook } from "../../../support/model-server/face";
import { checkChat } from "../../../support/model-server/openai-chat-check";
import { responsesFace } from "../../../support/model-server/openai-responses";

const CONVERSATIONS = 1_500;

const WIRES = [
  [
    "anthropic-messages",
    (messages) => checkAnthropic(plain(encodeAnthropic(requestOf(messages, "anthropic-messages"))), sealBook()),
  ],
  ["openai-chat", (messages) => checkChat(plain(encodeChat(requestOf(messages, "openai-chat"), openAiDialect)))],
  [
    "openai-responses",
    (messages) =>
      responsesFace.check(
        plain(encodeResponses(requestOf(messages, "openai-responses"), { outputLimit: "sent" })),
        sealBook(),
      ),
  ],
] satisfies readonly (readonly [Protocol, (messages: readonly Message[]) => void])[];

const question: Message = { role: "user", id: messageId("question"), content: [{ type: "text", text: "And now?" }] };

/** Without a last exchange whose calls may still be running: nobody asks on in the middle of one. */
function settled(list: readonly Message[]): readonly Message[] {
  const last = exchangeStarts(list).at(-1) ?? 0;
  const opener = list[last];
  return opener?.role === "assistant" && callsOf(opener).length > 0 ? list.slice(0, last) : list;
}

/** Folded, ended and followed by a question, as the next request would carry it. */
const folded = Array.from({ length: CONVERSATIONS }, (_, seed) => wildConversation(seed)).flatMap((messages, seed) => {
  const plan = planCompression(
    messages,
    { contextLength: 6_000, protectLastN: 1 + (seed % 20) },
    estimateMessageTokens,
  );
  if (plan.kind === "nothing") return [];
  const list = applyFold(plan, "## Goal\nGo on.");
  return [{ seed, messages: [...settled(list), question] }];
});

describe("folded conversations on the wire", () => {
  it("are many enough to mean something", () => {
    expect(folded.length).toBeGreaterThan(CONVERSATIONS / 4);
  });
  it.each(WIRES)("are accepted by a strict %s server", (_, check) => {
    const refused = folded.flatMap(({ seed, messages }) => {
      try {
        check(messages);
        return [];
      } catch (error) {
        return [`seed ${seed}: ${String(error)}`];
      }
    });
    expect(refused).toEqual([]);
  });
});

const plain = (body: unknown): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(body));

function requestOf(messages: readonly Message[], protocol: Protocol): ModelRequest {
  return {
    model: {
      protocol,
      provider: "test",
      model: "model-x",
      label: "X",
      windowTokens: 200_000,
      windowOrigin: "catalog",
      maxOutputTokens: 8_000,
      sees: "text-and-images",
      thinking: "none",
      cache: { kind: "none" },
    },
    system: "You help.",
    tools: [],
    messages,
    breakpoints: [],
    cacheTtl: "5m",
    outputTokens: 1_000,
    thinking: "leave-out",
    conversationKey: "k",
  };
}
