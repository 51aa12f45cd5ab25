import { callId, messageId } from "../../../../src/core/conversation/ids";
import type { Message } from "../../../../src/core/conversation/message";
import { claude } from "../../../support/conversation";

/** A small seeded generator: the same seed gives the same history on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  "parse",
  "token",
  "window",
  "error",
  "src/auth.ts",
  "npm test",
  "const value = 1;",
  "GraphNode",
  "retry_count",
  "日本語",
  '{"a":1}',
  "\n",
  "  ",
  "TypeError: x is undefined",
];

export interface HistoryShape {
  readonly turns: number;
  /** Words of the largest message. */
  readonly words: number;
  readonly prefix: string;
}

/** A legal conversation: turns of a request, some rounds of calls with their results, and an answer. */
export function makeHistory(random: () => number, { turns, words, prefix }: HistoryShape): readonly Message[] {
  const messages: Message[] = [];
  const id = () => messageId(`${prefix}${messages.length}`);
  const word = () => WORDS[Math.floor(random() * WORDS.length)];
  const text = () =>
    `${prefix}${messages.length} ${Array.from({ length: 1 + Math.floor(random() ** 3 * words) }, word).join(" ")}`;
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: "user", id: id(), content: [{ type: "text", text: text() }] });
    for (let round = Math.floor(random() * 4); round > 0; round--) {
      const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
        callId(`${prefix}c${messages.length}-${index}`),
      );
      messages.push({
        role: "assistant",
        id: id(),
        origin: claude,
        parts: calls.map((call) => ({
          type: "tool-call",
          callId: call,
          name: "read_file",
          inputJson: JSON.stringify({ path: "src/auth.ts", note: text() }),
        })),
      });
      for (const call of calls)
        messages.push({
          role: "tool",
          id: id(),
          callId: call,
          toolName: "read_file",
          failed: random() < 0.2,
          body: { kind: "full", content: [{ type: "text", text: text() }] },
        });
    }
    messages.push({ role: "assistant", id: id(), origin: claude, parts: [{ type: "text", text: text() }] });
  }
  return messages;
}
