import { callsOf, exchangeStarts } from "../../src/core/conversation/exchanges";
import { messageId } from "../../src/core/conversation/ids";
import type { Message, Protocol } from "../../src/core/conversation/message";
import { encodeRequest as encodeAnthropic } from "../../src/core/providers/anthropic/encode";
import { openAiDialect } from "../../src/core/providers/openai-chat/dialect";
import { encodeRequest as encodeChat } from "../../src/core/providers/openai-chat/encode";
import { encodeRequest as encodeResponses } from "../../src/core/providers/openai-responses/encode";
import type { ModelRequest } from "../../src/core/providers/provider";
import { checkAnthropic } from "./model-server/anthropic-check";
import { sealBook } from "./model-server/face";
import { checkChat } from "./model-server/openai-chat-check";
import { responsesFace } from "./model-server/openai-responses";

/** The checks of the strict model server, one for each protocol; each throws at what its provider would refuse. */
export const WIRES = [
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

/** What any protocol would refuse of these conversations, each ended and followed by a question. */
export const refusedOnWires = (conversations: readonly (readonly Message[])[]): readonly string[] =>
  WIRES.flatMap(([protocol, check]) =>
    conversations.flatMap((messages, index) => {
      try {
        check(asNextRequest(messages));
        return [];
      } catch (error) {
        return [`${protocol}, ${index}: ${String(error)}`];
      }
    }),
  );

/** Ended and followed by a question, as the next request would carry it. */
export const asNextRequest = (messages: readonly Message[]): readonly Message[] => [...settled(messages), question];

const question: Message = { role: "user", id: messageId("question"), content: [{ type: "text", text: "And now?" }] };

/** Without a last exchange whose calls may still be running: nobody asks on in the middle of one. */
function settled(list: readonly Message[]): readonly Message[] {
  const last = exchangeStarts(list).at(-1) ?? 0;
  const opener = list[last];
  return opener?.role === "assistant" && callsOf(opener).length > 0 ? list.slice(0, last) : list;
}

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
