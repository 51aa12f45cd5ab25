import fc from "fast-check";
import { expect, it } from "vitest";
import { simulateCache } from "../../../src/core/caching/simulate";
import type { CacheTtl } from "../../../src/core/models/model";
import { MarkedCache } from "../../support/model-server/prompt-cache";

/** A conversation that mostly grows, sometimes forks, with pauses around both lifetimes. */
const conversation = fc.array(
  fc.record({
    pauseMs: fc.constantFrom(1_000, 200_000, 299_999, 300_000, 1_800_000, 3_600_000),
    grows: fc.integer({ min: 1, max: 25 }),
    keeps: fc.constantFrom(1, 1, 1, 0.5),
    marks: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 3 }),
    ttl: fc.constantFrom<CacheTtl>("5m", "1h"),
  }),
  { minLength: 1, maxLength: 10 },
);

it("agrees with the test server's own accounting on every request", () => {
  fc.assert(
    fc.property(conversation, (steps) => {
      const server = new MarkedCache(1_000);
      let history: { hash: string; tokens: number }[] = [];
      let atMs = 0;
      const requests = steps.map((step, index) => {
        atMs += step.pauseMs;
        history = [
          ...history.slice(0, Math.ceil(history.length * step.keeps)),
          ...Array.from({ length: step.grows }, (_, place) => ({ hash: `${index}.${place}`, tokens: 150 + place })),
        ];
        const places = [
          ...new Set([history.length - 1, ...step.marks.map((back) => Math.max(0, history.length - 1 - back))]),
        ].toSorted((a, b) => a - b);
        return { atMs, blocks: history, marks: places.map((block) => ({ block, ttl: step.ttl })) };
      });
      const simulated = simulateCache(requests, { minimumTokens: 1_000 }).requests.map(
        ({ read, written5m, written1h, fresh }) => ({ read, written5m, written1h, fresh }),
      );
      const served = requests.map((request) =>
        server.account(
          "",
          request.blocks.map((block, index) => {
            const mark = request.marks.find((candidate) => candidate.block === index)?.ttl;
            return { tier: "messages" as const, ...block, ...(mark !== undefined && { mark }) };
          }),
          request.atMs,
        ),
      );
      expect(simulated).toEqual(served);
    }),
    { numRuns: 300 },
  );
});
