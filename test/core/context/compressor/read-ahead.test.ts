import { expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import { measureAhead } from "../../../../src/core/context/compressor/read-ahead";
import type { Message } from "../../../../src/core/conversation/message";
import { ledgerOf } from "../../../../src/core/ledger/add-to-ledger";
import { longTalk } from "../../../support/long-conversation";

const REQUESTS = 40;
const usage = { input: 1_000, output: 100, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

/** How often a compression lets others take their turn, which it does after every slice that it had to read. */
async function pausesAfter(requests: number, messages: readonly Message[]): Promise<number> {
  let pauses = 0;
  const engine = createCompressor({
    contextLength: 60_000,
    summarize: async () => "## Goal\nKnown.",
    yieldToHost: async () => void pauses++,
  });
  for (let request = 0; request < requests; request++) engine.updateFromResponse(usage, messages);
  const { signal } = new AbortController();
  await engine.compress(messages, { trigger: "manual", ledger: ledgerOf(messages), signal });
  return pauses;
}

it("reads a resumed session over several requests, so that a compression has nothing left to read", async () => {
  const messages = longTalk(300);
  const unread = await pausesAfter(0, structuredClone(messages));
  const read = await pausesAfter(REQUESTS, structuredClone(messages));
  expect(read).toBeLessThan(unread / 2);
});

it("measures a long session in slices, and nothing where it was measured before", async () => {
  let pauses = 0;
  const messages = longTalk(300, 100);
  await measureAhead(messages, async () => void pauses++);
  expect(pauses).toBeGreaterThanOrEqual(messages.length / 500);
  const once = pauses;
  await measureAhead(messages, async () => void pauses++);
  expect(pauses).toBe(once);
});
