import { expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import { Attention } from "../../../src/presenter/words/attention";
import { asked, turnEnded } from "../../support/agent-events";
import { inEnglish } from "../../support/say";

const started: AgentEvent = { type: "turn-started", session: sessionId("s1"), messageId: messageId("m1") };

/** What is said at the last event, which comes so many seconds after the turn began. */
function calledBy(event: AgentEvent, seconds: number, focus: "here" | "elsewhere" = "elsewhere"): string | undefined {
  let nowMs = 5_000;
  const attention = new Attention(() => nowMs);
  expect(attention.take(started, focus)).toBeUndefined();
  nowMs += seconds * 1_000;
  const said = attention.take(event, focus);
  return said && inEnglish(said);
}

it("calls back when an approval waits, however short the turn", () => {
  expect(calledBy(asked("c1"), 1)).toBe("Hermes waits for your approval: Edit src/auth.ts");
});

it("calls back at the end of a long turn, with how it ended", () => {
  expect(calledBy(turnEnded("answered"), 20)).toBe("Hermes has finished.");
  expect(calledBy(turnEnded("failed", "no key"), 60)).toBe("Hermes has stopped and needs you.");
  expect(calledBy(turnEnded("step-limit"), 60)).toBe("Hermes has stopped and needs you.");
});

it("lets a short turn end quietly, and says nothing to somebody who looks at the window", () => {
  expect(calledBy(turnEnded("answered"), 19)).toBeUndefined();
  expect(calledBy(asked("c1"), 60, "here")).toBeUndefined();
  expect(calledBy(turnEnded("answered"), 60, "here")).toBeUndefined();
});
