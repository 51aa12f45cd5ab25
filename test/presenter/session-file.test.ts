import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../src/core/agent/events";
import { exportJson } from "../../src/core/sessions/export";
import { showSessionFile } from "../../src/presenter/foreign/session-file";
import { createPresenter } from "../../src/presenter/presenter";
import { sayInEnglish } from "../../src/presenter/words/say";
import { says, user } from "../support/conversation";
import { chatSession } from "../support/foreign-fixtures";
import { header, openStore, request, tempFolder } from "../support/sessions";

async function exported(): Promise<string> {
  const store = openStore(await tempFolder());
  const writer = await store.create(header("s1"));
  await writer.append([user("How many lemons are left?"), says("Forty-two.")]);
  await writer.recordRequest(request("r1", { input: 1_200, cacheRead: 30_000, output: 12 }));
  const session = await store.read(writer.header.id);
  await store.close();
  return exportJson(session);
}

/** The inspector of a session file. */
function inspect(events: readonly AgentEvent[]) {
  const presenter = createPresenter(sayInEnglish, "ready");
  for (const event of events) presenter.take(event);
  return presenter.inspector();
}

describe("a session file that is only looked at", () => {
  test("shows the tokens of the newest request where our export recorded them", async () => {
    const { title, events, messages } = showSessionFile(await exported());
    expect([title, messages.length]).toEqual(["Title of s1", 2]);
    const { gauge } = inspect(events).context;
    expect([gauge.usedTokens, gauge.source]).toEqual([31_200, "reported"]);
  });

  test("shows an estimate for a plain list of messages", () => {
    const { events } = showSessionFile(JSON.stringify([{ role: "user", content: "Sell lemonade." }]));
    const { gauge } = inspect(events).context;
    expect([gauge.usedTokens > 0, gauge.source]).toEqual([true, "estimated"]);
  });

  test("shows a session of another agent", () => {
    expect(showSessionFile(JSON.stringify(chatSession())).title).toBe("Why does the retry loop give up?");
  });

  test("leaves out requests that somebody damaged", async () => {
    const value = JSON.parse(await exported());
    value.session.requests = [null, { id: "r" }, { ...value.session.requests[0], usage: { input: "many" } }];
    expect(inspect(showSessionFile(JSON.stringify(value)).events).context.gauge.source).toBe("estimated");
  });

  test.each([
    "",
    "7",
    '{"messages": 7}',
    "not json",
    '{"format":"hermes-session","version":1,"session":{"title":"t"}}',
  ])("is refused with one sentence: %s", (text) => {
    expect(() => showSessionFile(text)).toThrow(/^(This (file|session export)|Message )/);
  });
});
