import { describe, expect, it } from "vitest";
import { sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { call, says as replied, result, user } from "../support/conversation";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";
import { header } from "../support/sessions";

const session = sessionId("left-behind");

async function leftWith(messages: readonly Message[]) {
  const hermes = await runHermes({ server: { script: () => says("going on") } });
  const writer = await hermes.sessions.create(header(session));
  await writer.append(messages);
  await writer.release();
  await hermes.agent.resume(session);
  return hermes;
}

describe("a session whose window closed during a tool call", () => {
  it("can be resumed: the call gets a result that states what is known", async () => {
    const asked = replied(call("terminal", '{"command":"npm test"}'), call("read_file", '{"path":"a.ts"}'));
    const hermes = await leftWith([user("run the tests"), asked, result("terminal", "ok")]);
    expect(await hermes.say("and?")).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
    const stored = await hermes.stored();
    expect(stored.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user", "assistant"]);
    expect(stored[3]).toMatchObject({
      toolName: "read_file",
      failed: true,
      body: { content: [{ text: "Hermes was closed while this call was running; it may have taken effect in part." }] },
    });
  });

  it("does not get another result when it is opened again", async () => {
    const hermes = await leftWith([user("run the tests"), replied(call("terminal", '{"command":"npm test"}'))]);
    const again = await hermes.reopen();
    await again.agent.resume(session);
    expect(again.agent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  it("is legal again even if the user sent messages after the lost call", async () => {
    const hermes = await leftWith([
      user("run the tests"),
      replied(call("terminal", '{"command":"npm test"}')),
      user("hello?"),
    ]);
    expect(await hermes.say("still there?")).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
  });
});
