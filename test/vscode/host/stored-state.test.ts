import { describe, expect, it } from "vitest";
import {
  readControls,
  readLastSession,
  storedApprovals,
  storedLimits,
  storedNotices,
  storeLastSession,
} from "../../../src/vscode/host/stored-state";
import { memoryState } from "../../support/memory-state";

const KEYS = ["session", "controls", "approvals", "toldNotices", "learntLimits"].map((name) => `hermes.${name}`);

async function stateOf(value: unknown) {
  const state = memoryState();
  for (const key of KEYS) await state.update(key, value);
  return state;
}

describe("the state that VS Code keeps", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["a list of something else", [{ v: 2 }, 3]],
    ["a value of a newer version", { v: 2, value: { mode: "dream" }, mode: "dream" }],
  ])("is as if new where another version left %s", async (_, value) => {
    const state = await stateOf(value);
    expect(readLastSession(state)).toBeUndefined();
    expect(readControls(state)).toEqual({});
    expect(await storedApprovals(state).load()).toEqual([]);
    expect(storedNotices(state).has("welcome")).toBe(false);
    expect(typeof storedLimits(state).load()).toBe("object");
  });

  it("is read back as it was written", async () => {
    const state = memoryState();
    await storeLastSession(state, "s1");
    await storedApprovals(state).add(["run npm test"]);
    expect(readLastSession(state)).toBe("s1");
    expect(await storedApprovals(state).load()).toEqual(["run npm test"]);
  });
});
