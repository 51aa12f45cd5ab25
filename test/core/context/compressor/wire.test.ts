import { describe, expect, it } from "vitest";
import { applyFold, planCompression } from "../../../../src/core/context/compressor/plan";
import { estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { wildConversation } from "../../../support/conversations";
import { asNextRequest, WIRES } from "../../../support/wires";

const CONVERSATIONS = 1_500;

const folded = Array.from({ length: CONVERSATIONS }, (_, seed) => wildConversation(seed)).flatMap((messages, seed) => {
  const plan = planCompression(
    messages,
    { contextLength: 6_000, protectLastN: 1 + (seed % 20) },
    estimateMessageTokens,
  );
  if (plan.kind === "nothing") return [];
  return [{ seed, messages: asNextRequest(applyFold(plan, "## Goal\nGo on.")) }];
});

describe("folded conversations on the wire", () => {
  it("are many enough to mean something", () => {
    expect(folded.length).toBeGreaterThan(CONVERSATIONS / 4);
  });
  it.each(WIRES)("are accepted by a strict %s server", (_, check) => {
    const refused = folded.flatMap(({ seed, messages }) => {
      try {
        check(messages);
        return [];
      } catch (error) {
        return [`seed ${seed}: ${String(error)}`];
      }
    });
    expect(refused).toEqual([]);
  });
});
