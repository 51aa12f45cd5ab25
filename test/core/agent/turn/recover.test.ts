import { describe, expect, it } from "vitest";
import type { RecoveryFacts } from "../../../../src/core/agent/turn/recover";
import { decideRecovery, nothingTried } from "../../../../src/core/agent/turn/recover";
import { verbatim } from "../../../../src/core/base/sentence";
import { inEnglish } from "../../../support/say";

const decided = (...asked: Parameters<typeof decideRecovery>) => inEnglish(decideRecovery(...asked));

const facts = (over: Partial<RecoveryFacts> = {}): RecoveryFacts => ({
  tried: nothingTried,
  outputTokens: 8_000,
  hasOlderImages: false,
  message: verbatim("it said no"),
  waitMs: 7_000,
  ...over,
});

describe("a request that is too long", () => {
  it("is compressed, with the limit the provider stated", () => {
    expect(decided({ kind: "overflow", limitTokens: 32_768 }, facts())).toEqual({
      kind: "compress",
      limitTokens: 32_768,
    });
  });

  it("is given up after three compressions in one turn, with ways out", () => {
    expect(decided({ kind: "overflow" }, facts({ tried: { ...nothingTried, compressions: 3 } }))).toEqual({
      kind: "give-up",
      reason: "The model's context window is still too small after 3 compressions in one turn. Details: it said no",
      actions: ["new-session", "compress-with-focus", "larger-model", "evict-largest"],
    });
  });

  it("drops old images before it compresses when the payload was refused", () => {
    expect(decided({ kind: "payload-too-large" }, facts({ hasOlderImages: true }))).toEqual({
      kind: "drop-images",
    });
    expect(decided({ kind: "payload-too-large" }, facts())).toEqual({ kind: "compress" });
  });
});

describe("an output cap that is too large", () => {
  it("is lowered to what is available and nothing is compressed", () => {
    expect(decided({ kind: "output-cap", availableTokens: 3_000, windowTokens: 200_000 }, facts())).toEqual({
      kind: "lower-output",
      outputTokens: 3_000,
    });
  });

  it("is halved where the provider names no number", () => {
    expect(decided({ kind: "output-cap" }, facts())).toEqual({ kind: "lower-output", outputTokens: 4_000 });
  });

  it("turns to compression when no room for a reply is left", () => {
    expect(decided({ kind: "output-cap", availableTokens: 0 }, facts())).toEqual({ kind: "compress" });
  });

  it("does not lower for ever", () => {
    expect(
      decided({ kind: "output-cap", availableTokens: 10 }, facts({ tried: { ...nothingTried, loweredOutput: 3 } })),
    ).toEqual({ kind: "compress" });
  });
});

describe("damaged thinking", () => {
  it("is stripped once", () => {
    expect(decided({ kind: "bad-thinking" }, facts())).toEqual({ kind: "strip-thinking" });
    expect(decided({ kind: "bad-thinking" }, facts({ tried: { ...nothingTried, strippedThinking: true } })).kind).toBe(
      "give-up",
    );
  });
});

describe("a provider that cannot answer now", () => {
  it.each(["rate-limited", "overloaded", "disconnected"] as const)(
    "is asked again after a pause when it is %s",
    (kind) => {
      expect(decided({ kind }, facts())).toEqual({ kind: "wait", waitMs: 7_000 });
    },
  );

  it.each([
    [
      "asks for an hour",
      3_600_000,
      0,
      "The provider limits the rate of requests. It asks to wait 60 minutes, longer than a turn may wait. " +
        "Details: it said no",
    ],
    [
      "was waited for",
      20_000,
      4,
      "The provider limits the rate of requests. Waiting did not help. Details: it said no",
    ],
    ["was not waited for", undefined, 0, "The provider limits the rate of requests. Details: it said no"],
  ] as const)("is given up in words that fit one that %s", (_, retryAfterMs, waits, reason) => {
    const failure = { kind: "rate-limited", ...(retryAfterMs !== undefined && { retryAfterMs }) } as const;
    expect(decided(failure, facts({ waitMs: undefined, tried: { ...nothingTried, waits } }))).toEqual({
      kind: "give-up",
      reason,
      actions: ["retry", "larger-model"],
    });
  });

  it("is given up once no further pause fits", () => {
    expect(
      decided({ kind: "disconnected" }, facts({ waitMs: undefined, tried: { ...nothingTried, waits: 3 } })),
    ).toEqual({
      kind: "give-up",
      reason: "The connection to the provider was interrupted. Waiting did not help. Details: it said no",
      actions: ["retry", "larger-model"],
    });
  });
});

it("asks for a key where the provider did not accept it", () => {
  expect(decided({ kind: "unauthorized" }, facts())).toMatchObject({
    kind: "give-up",
    actions: ["add-key", "retry"],
  });
});

it("tells a refusal in the provider's words", () => {
  expect(decided({ kind: "rejected", status: 404 }, facts({ message: verbatim("model not found") }))).toMatchObject({
    reason: "The provider refused the request. Details: model not found",
  });
});
