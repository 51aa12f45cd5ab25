import { describe, expect, it } from "vitest";
import { userStatementsOf } from "../../../../../src/core/context/summary/facts/user-statements";
import { says, user } from "../../../../support/conversation";

const linesOf = (...texts: readonly string[]) =>
  userStatementsOf(texts.map((text) => user(text))).standing.map(({ kind, line }) => `${kind}: ${line}`);

describe("what the user says", () => {
  it("is kept where it settles or postpones something", () => {
    expect(linesOf("Thanks!\nThe port must be 4100.\nWrite the tests later, not now.\nLook at the log.")).toEqual([
      "settled: The port must be 4100.",
      "postponed: Write the tests later, not now.",
    ]);
  });

  it("is given up where the user takes it back", () => {
    const said = userStatementsOf([
      user("We decided that RELAY_PORT has to be 4100.\nHOST_NAME must be local."),
      says("ok"),
      user("We changed our mind: RELAY_PORT has to be 4200 from now on."),
    ]);
    expect(said.standing.map(({ line }) => line)).toEqual([
      "HOST_NAME must be local.",
      "We changed our mind: RELAY_PORT has to be 4200 from now on.",
    ]);
    expect([...said.takenBack]).toEqual(["We decided that RELAY_PORT has to be 4100."]);
  });
});
