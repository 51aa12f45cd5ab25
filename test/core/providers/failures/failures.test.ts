import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FailedRequest } from "../../../../src/core/providers/failures/failures";
import { classifyFailure } from "../../../../src/core/providers/failures/failures";
import firstBlind from "../../../fixtures/error-texts/blind.json";
import secondBlind from "../../../fixtures/error-texts/blind-2.json";
import errors from "../../../fixtures/error-texts/provider-errors.json";
import phrasings from "../../../fixtures/error-texts/vendor-phrasings.json";

describe("classifyFailure on real error texts", () => {
  it.each(errors.map(({ from, expect: expected, ...failed }) => ({ from, expected, failed })))(
    "$from: $failed.status $failed.message",
    ({ failed, expected }) => {
      expect(classifyFailure(failed)).toEqual(expected);
    },
  );

  it("knows at least 120 of them", () => {
    expect(errors.length).toBeGreaterThanOrEqual(120);
  });
});

describe("classifyFailure on sentences in the style of many vendors", () => {
  it.each(phrasings.map(({ from, expect: expected, ...failed }) => ({ from, expected, failed })))(
    "$from: $failed.status $failed.message",
    ({ failed, expected }) => {
      expect(classifyFailure(failed)).toEqual(expected);
    },
  );
});

/** Written without a look at the patterns; at first sight, 205 of 210 were right, and 211 of 215 in the second set. */
const blind: readonly BlindCase[] = [...firstBlind, ...secondBlind];

interface BlindCase extends FailedRequest {
  readonly why: string;
  readonly expect: object;
}

describe("classifyFailure on texts by strangers", () => {
  it.each(blind.map(({ why, expect: expected, ...failed }) => ({ why, expected, failed })))(
    "$why: $failed.status $failed.message",
    ({ failed, expected }) => {
      expect(classifyFailure(failed)).toMatchObject(expected);
    },
  );
});

describe("classifyFailure", () => {
  it("prefers the wait a header states over the one in the text", () => {
    expect(classifyFailure({ status: 429, message: "Please try again in 6s", retryAfterMs: 2_000 })).toEqual({
      kind: "rate-limited",
      retryAfterMs: 2_000,
    });
  });

  it("believes no limit that the stated request would have fitted", () => {
    expect(
      classifyFailure({
        status: 400,
        message: "maximum context length is 8192 tokens, your messages resulted in 500 tokens",
      }),
    ).toEqual({ kind: "overflow" });
  });

  it("treats a refusal without a reason as overflow if there are very many messages and no token count", () => {
    expect([10, 100].map((messageCount) => classifyFailure({ status: 400, message: "", messageCount }).kind)).toEqual([
      "rejected",
      "overflow",
    ]);
  });

  it.each([" ", "{", "1", "\u8d85", "context ", "1 + "])("reads a megabyte of %j without end in sight", (piece) => {
    expect(classifyFailure({ status: 418, message: piece.repeat(1_000_000 / piece.length) }).kind).toMatch(
      /rejected|overflow/,
    );
  });

  it("answers any input", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.option(fc.integer({ min: -1, max: 999 }), { nil: undefined }),
        (message, status) => {
          expect(classifyFailure({ message, ...(status !== undefined && { status }) }).kind).toMatch(/^[a-z-]+$/);
        },
      ),
    );
  });

  it.each([undefined, null, 7, {}])("survives %j for a message", (message) => {
    expect(classifyFailure({ status: 418, message: message as unknown as string })).toEqual({
      kind: "rejected",
      status: 418,
    });
  });
});
