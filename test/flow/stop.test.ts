import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/events";
import { shape } from "../support/conversation";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";

/** Stops as soon as an event of this type is emitted; resolves with the outcome of the turn. */
async function stopAt(hermes: RunningHermes, type: AgentEvent["type"], work: Promise<unknown>): Promise<void> {
  while (hermes.seen(type).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  hermes.agent.stop();
  await work;
}

describe("stop", () => {
  it("keeps the partial reply and marks it", async () => {
    const hermes = await runHermes({
      server: { script: () => ({ kind: "answer", parts: [{ type: "text", text: "word ".repeat(400) }], dripMs: 20 }) },
    });
    const turn = hermes.say("talk");
    await stopAt(hermes, "reply-grew", turn);
    expect(await turn).toEqual({ outcome: "stopped" });
    expect((await hermes.stored()).at(-1)).toMatchObject({ role: "assistant", interrupted: "stopped" });
  });

  it("ends a running command, leaving no process and a legal conversation", async () => {
    const hermes = await runHermes({
      server: {
        script: (_, n) =>
          n === 0 ? calls(toolCall("terminal", { command: "echo begun; sleep 3600" }, "c1")) : says("fine"),
      },
    });
    const turn = hermes.say("run it");
    await stopAt(hermes, "tool-output", turn);
    expect(await turn).toEqual({ outcome: "stopped" });
    expect(await hermes.say("go on")).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
    expect(shape(await hermes.stored())).toMatch(/02 tool {7}terminal full failed/);
  });

  it("withdraws a question to the user", async () => {
    const hermes = await runHermes({
      settings: { "hermes.approval.run": "ask" },
      host: { askApproval: () => new Promise(() => undefined) },
      server: {
        script: (_, n) => (n === 0 ? calls(toolCall("terminal", { command: "echo hi" }, "c1")) : says("fine")),
      },
    });
    const turn = hermes.say("run it");
    await stopAt(hermes, "approval-asked", turn);
    expect(await turn).toEqual({ outcome: "stopped" });
    expect(await hermes.say("go on")).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
  });

  it("ends a wait for the provider", async () => {
    const hermes = await runHermes({
      host: {
        wait: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      },
      server: { script: () => refuses(429, "slow down", { "retry-after": "30" }) },
    });
    const turn = hermes.say("hello");
    await stopAt(hermes, "retrying", turn);
    expect(await turn).toEqual({ outcome: "stopped" });
    expect(shape(await hermes.stored())).toBe("00 user       hello");
  });

  it("leaves the session unchanged if it interrupts a compression", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${index}.txt`, "some words ".repeat(500)]),
    );
    let step = 0;
    const hermes = await runHermes({
      files,
      settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
      server: {
        script: (request) => {
          if (isSummaryCall(request))
            return { kind: "answer", parts: [{ type: "text", text: handOff() }], dripMs: 200 };
          return step < 20 ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`)) : says("done");
        },
      },
    });
    await hermes.say("read them");
    const before = await hermes.stored();
    const session = hermes.agent.session;
    const compression = hermes.agent
      .compress()
      .catch((error: unknown) => (error instanceof Error ? error.name : error));
    await stopAt(hermes, "compression-started", compression);
    expect(await compression).toBe("AbortError");
    expect(hermes.agent.session).toBe(session);
    expect(await hermes.stored()).toEqual(before);
    expect(await hermes.say("go on")).toEqual({ outcome: "answered" });
  });
});
