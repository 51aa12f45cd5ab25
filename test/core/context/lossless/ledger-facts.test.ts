import { describe, expect, it } from "vitest";
import { factsFrom } from "../../../../src/core/context/lossless/ledger-facts";
import { limitsFor } from "../../../../src/core/context/lossless/limits";
import { emptyLedger } from "../../../../src/core/ledger/add-to-ledger";
import { estimateTextTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says } from "../../../support/conversation";

const run = (number: number) => [
  says(call("terminal", `{"command":"make part-${number}"}`, `r${number}`)),
  result("terminal", `ok\nERROR E${10_000 + number}: part-${number} returned a negative weight\nok`, `r${number}`),
];
const errorsOf = (facts: string) => facts.match(/ERROR E\d+: part-\d+/g) ?? [];
const factsOf = (runs: number, windowTokens: number) =>
  factsFrom(Array.from({ length: runs }, (_, number) => run(number)).flat(), emptyLedger, limitsFor(windowTokens))
    .facts;

describe("error lines of outputs", () => {
  it("are all kept where the window has room for them", () => {
    expect(errorsOf(factsOf(90, 200_000))).toHaveLength(90);
  });

  it("are kept from the newest on, within their share of a small window", () => {
    const facts = factsOf(90, 16_000);
    const kept = errorsOf(facts);
    expect(kept.at(-1)).toBe("ERROR E10089: part-89");
    expect(kept.length).toBeLessThan(60);
    expect(estimateTextTokens(facts)).toBeLessThan(16_000 * 0.05);
  });
});
