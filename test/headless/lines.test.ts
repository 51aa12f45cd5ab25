import { expect, it } from "vitest";
import { sessionId } from "../../src/core/conversation/ids";
import { eventLine } from "../../src/headless/lines";
import { user } from "../support/conversation";

it("calls a message stored only when it is durable", () => {
  const stored = { type: "message-stored", session: sessionId("s"), message: user("hello") } as const;
  const message = { id: stored.message.id, role: "user", content: "hello" };
  expect(eventLine(stored)).toEqual({ type: "message-stored", session: "s", message });
  expect(eventLine({ ...stored, storage: "memory" })).toEqual({ type: "message-kept", session: "s", message });
});
