import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/events";
import { shape } from "../support/conversation";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";

/** Resolves once an event of this type was emitted. */
async function seen(hermes: RunningHermes, type: AgentEvent["type"]): Promise<void> {
  while (hermes.seen(type).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
}

const input = (text: string) => ({ text, images: [] });
const queueOf = (hermes: RunningHermes) => {
  const { waiting, state } = hermes.seen("queue-changed").at(-1) ?? { waiting: [], state: "open" };
  return { texts: waiting.map(({ text }) => text), state };
};
const idOf = (hermes: RunningHermes, text: string): string =>
  hermes
    .seen("queue-changed")
    .flatMap(({ waiting }) => waiting)
    .find((message) => message.text === text)?.id ?? "";
const asked = async (hermes: RunningHermes): Promise<readonly string[]> =>
  (await hermes.stored()).flatMap((message) =>
    message.role === "user" && message.content[0]?.type === "text" ? [message.content[0].text] : [],
  );

/** The first turn runs a command until it is stopped or has taken long enough. */
const working = (command: string) =>
  runHermes({
    settings: { "hermes.approval.run": "allow" },
    server: { script: (_, n) => (n === 0 ? calls(toolCall("terminal", { command }, "c1")) : says(`answer ${n}`)) },
  });

describe("steering a running turn", () => {
  it("delivers words between two steps, in the same turn and in a legal place", async () => {
    const hermes = await working("echo begun; sleep 0.3");
    const turn = hermes.say("go");
    await seen(hermes, "tool-output");
    const joined = hermes.agent.send(input("use the helper"), "after-step");
    expect(await turn).toEqual({ outcome: "answered" });
    expect(await joined).toEqual({ outcome: "answered" });
    expect(
      shape(await hermes.stored())
        .split("\n")
        .slice(2),
    ).toEqual(["02 tool       terminal full", "03 user       use the helper", "04 assistant  answer 1"]);
    expect(hermes.seen("turn-started")).toHaveLength(1);
    expect(hermes.server.violations).toEqual([]);
  });

  it("continues the turn for words that arrive with its last answer", async () => {
    const hermes = await runHermes({
      server: { script: (_, n) => ({ kind: "answer", parts: [{ type: "text", text: `answer ${n}` }], dripMs: 50 }) },
    });
    const turn = hermes.say("go");
    await seen(hermes, "reply-grew");
    await Promise.all([turn, hermes.agent.send(input("and then?"), "after-step")]);
    expect(await asked(hermes)).toEqual(["go", "and then?"]);
    expect(hermes.seen("turn-started")).toHaveLength(1);
    expect(hermes.server.violations).toEqual([]);
  });

  it("stops the turn for a message that is sent now, and sends it before those that wait", async () => {
    const hermes = await working("echo begun; sleep 3600");
    const turn = hermes.say("go");
    await seen(hermes, "tool-output");
    const later = hermes.say("later");
    const now = hermes.agent.send(input("no, this"), "now");
    expect(await Promise.all([turn, now, later])).toEqual([
      { outcome: "stopped" },
      { outcome: "answered" },
      { outcome: "answered" },
    ]);
    expect(await asked(hermes)).toEqual(["go", "no, this", "later"]);
    expect(hermes.server.violations).toEqual([]);
  });
});

describe("the queue", () => {
  it("is held after a stop, says so, and continues behind a correction", async () => {
    const hermes = await working("echo begun; sleep 3600");
    const turn = hermes.say("go");
    await seen(hermes, "tool-output");
    const waiting = hermes.say("next");
    hermes.agent.stop();
    expect(await turn).toEqual({ outcome: "stopped" });
    await expect.poll(() => queueOf(hermes)).toEqual({ texts: ["next"], state: "held" });
    await hermes.say("correction");
    await waiting;
    expect(await asked(hermes)).toEqual(["go", "correction", "next"]);
    expect(queueOf(hermes)).toEqual({ texts: [], state: "open" });
  });

  it("sends a correction that is written before the stop is through, and nothing hangs", async () => {
    const hermes = await working("echo begun; sleep 3600");
    const turn = hermes.say("go");
    await seen(hermes, "tool-output");
    const waiting = hermes.say("next");
    hermes.agent.stop();
    const correction = hermes.say("correction");
    expect(await Promise.all([turn, correction, waiting])).toEqual([
      { outcome: "stopped" },
      { outcome: "answered" },
      { outcome: "answered" },
    ]);
    expect(await asked(hermes)).toEqual(["go", "correction", "next"]);
  });

  it("is sent by hand after a stop", async () => {
    const hermes = await working("echo begun; sleep 3600");
    const turn = hermes.say("go");
    await seen(hermes, "tool-output");
    const waiting = [hermes.say("one"), hermes.say("two")];
    hermes.agent.stop();
    await turn;
    hermes.agent.schedule.sendQueued();
    await Promise.all(waiting);
    expect(await asked(hermes)).toEqual(["go", "one", "two"]);
  });

  it("can be reordered, emptied, and delivered earlier", async () => {
    const hermes = await working("echo begun; sleep 0.5");
    const turn = hermes.say("go");
    await seen(hermes, "tool-output");
    const sent = ["one", "two", "three", "four"].map((text) => hermes.say(text));
    const { queue } = hermes.agent.schedule;
    queue.move(idOf(hermes, "three"), 0);
    expect(queue.remove(idOf(hermes, "four"))).toEqual(input("four"));
    hermes.agent.schedule.deliver(idOf(hermes, "two"), "after-step");
    expect(queueOf(hermes).texts).toEqual(["three", "one", "two"]);
    await Promise.all([turn, ...sent]);
    expect(await asked(hermes)).toEqual(["go", "two", "three", "one"]);
  });
});

describe("waiting for the provider", () => {
  it("names the host, and ends at once when the user wants to retry now", async () => {
    const hermes = await runHermes({
      host: {
        wait: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      },
      server: { script: (_, n) => (n === 0 ? refuses(529, "Overloaded") : says("here")) },
    });
    const turn = hermes.say("hello");
    await seen(hermes, "retrying");
    expect(hermes.seen("retrying")[0]).toMatchObject({ host: new URL(hermes.server.url).host, attempt: 1 });
    hermes.agent.retryNow();
    expect(await turn).toEqual({ outcome: "answered" });
  });
});
