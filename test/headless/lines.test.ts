import { expect, it } from "vitest";
import { sentence, verbatim } from "../../src/core/base/sentence";
import { sessionId } from "../../src/core/conversation/ids";
import { eventLine, jsonLine } from "../../src/headless/lines";
import { user } from "../support/conversation";

it("calls a message stored only when it is durable", () => {
  const stored = { type: "message-stored", session: sessionId("s"), message: user("hello") } as const;
  const message = { id: stored.message.id, role: "user", content: "hello" };
  expect(eventLine(stored)).toEqual({ type: "message-stored", session: "s", message });
  expect(eventLine({ ...stored, storage: "memory" })).toEqual({ type: "message-kept", session: "s", message });
});

it("prints sentences in English and everything else as it is", () => {
  const event = {
    type: "turn-ended",
    session: sessionId("s"),
    outcome: "failed",
    reason: sentence("{problem} Details: {details}", {
      problem: sentence("The provider is overloaded."),
      details: verbatim('529 {"text":"x"}'),
    }),
  } as const;
  expect(jsonLine(eventLine(event))).toBe(
    '{"type":"turn-ended","session":"s","outcome":"failed",' +
      '"reason":"The provider is overloaded. Details: 529 {\\"text\\":\\"x\\"}"}\n',
  );
});
