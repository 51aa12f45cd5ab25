import type { SimulatedRequest } from "../../src/core/caching/simulate";
import { simulateCache } from "../../src/core/caching/simulate";
import session from "../fixtures/prompt-cache/pi-session.json";

/** How well the cache simulator predicts what a vendor's server reported for a recorded session. */
export interface SimulatorCheck {
  readonly calls: number;
  /** Share of tool-loop calls whose hit or miss it predicts. */
  readonly outcomesRight: number;
  /** Ratio of simulated to reported tokens read from the cache. */
  readonly readRatio: number;
}

const MINIMUM_TOKENS = 4_096;

export function checkSimulator(): SimulatorCheck {
  const { requests } = simulateCache(recordedRequests(), { minimumTokens: MINIMUM_TOKENS });
  const loop = session.calls.flatMap((call, index) =>
    call.after === "tool" ? [{ reported: call.read, simulated: requests[index]?.read ?? 0 }] : [],
  );
  const sum = (of: (call: (typeof loop)[number]) => number) => loop.reduce((total, call) => total + of(call), 0);
  return {
    calls: loop.length,
    outcomesRight: loop.filter(({ reported, simulated }) => reported > 0 === simulated > 0).length / loop.length,
    readRatio: sum((call) => call.simulated) / sum((call) => call.reported),
  };
}

/** The recording agent marked its system prompt and its newest turn. */
function recordedRequests(): readonly SimulatedRequest[] {
  let history: { readonly hash: string; readonly tokens: number }[] = [];
  let segment = 0;
  let before = 0;
  return session.calls.map((call, index) => {
    if (call.segment !== segment) [history, segment, before] = [[], call.segment, 0];
    const added = Math.max(1, call.newBlocks);
    const grown = Math.max(0, call.prompt - before);
    history = [
      ...history,
      ...Array.from({ length: added }, (_, place) => ({ hash: `${index}.${place}`, tokens: grown / added })),
    ];
    before = call.prompt;
    return {
      atMs: call.at,
      scope: call.model,
      blocks: history,
      marks: [
        { block: 0, ttl: "5m" as const },
        { block: history.length - 1, ttl: "5m" as const },
      ],
    };
  });
}
