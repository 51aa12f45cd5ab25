import { describe, expect, it } from "vitest";
import { STEP_MS, SummaryPace, writingMs } from "./summary-pace";

const TOKENS = 1_000;
/** Long enough that steps noted at once are never mistaken for silence. */
const NEVER_MS = 60_000;

describe("a summary", () => {
  it("is waited for where the agent sends nothing meanwhile", async () => {
    const pace = new SummaryPace(0);
    pace.noteQuestion();
    await pace.hold(TOKENS);
    expect(pace.waitedMs).toBe(writingMs(TOKENS));
  });

  it("is not waited for where the agent takes enough steps meanwhile", async () => {
    const pace = new SummaryPace(NEVER_MS);
    pace.noteQuestion();
    const held = pace.hold(TOKENS);
    for (let passedMs = 0; passedMs < writingMs(TOKENS); passedMs += STEP_MS) pace.noteStep("step");
    await held;
    expect(pace.waitedMs).toBe(0);
  });

  it("keeps nobody waiting after the answer", async () => {
    const pace = new SummaryPace(0);
    pace.noteQuestion();
    pace.noteStep("answer");
    await pace.hold(TOKENS);
    expect(pace.waitedMs).toBe(0);
  });
});
