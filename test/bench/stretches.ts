import { PerformanceObserver, performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Work without a pause, on the thread that everything else in the host waits for. */
export interface Stretch extends Span {
  /** CPU time of this thread alone: what other threads do meanwhile blocks nobody. */
  readonly threadMs: number;
  /** CPU time of all threads. */
  readonly processMs: number;
}

export interface StretchFigures {
  /** On average, in CPU milliseconds of the thread. */
  readonly meanMs: number;
  /** How long the longest one blocked the thread, collections of garbage included. */
  readonly longestMs: number;
  /** The longest time for which a collection of garbage stopped the thread meanwhile. */
  readonly longestPauseMs: number;
}

/** When the observer has surely got what happened before. */
const DELIVERED_MS = 20;

/** Measures stretches of work; see `blockedMs`. */
export class StretchWatch {
  private readonly stretches: Stretch[] = [];
  private readonly stops: Span[] = [];
  private readonly observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      this.stops.push({ startMs: startTime, endMs: startTime + duration });
  });
  private since = now();

  constructor() {
    this.observer.observe({ entryTypes: ["gc"] });
  }

  /** The next stretch begins now; what came before counts for none. */
  begin(): void {
    this.since = now();
  }

  end(): void {
    const { atMs, threadMs, processMs } = now();
    this.stretches.push({
      startMs: this.since.atMs,
      endMs: atMs,
      threadMs: threadMs - this.since.threadMs,
      processMs: processMs - this.since.processMs,
    });
  }

  async figures(): Promise<StretchFigures> {
    await setTimeout(DELIVERED_MS);
    this.observer.disconnect();
    const sumMs = this.stretches.reduce((sum, { threadMs }) => sum + threadMs, 0);
    const pauses = this.stretches.flatMap((stretch) => pausesIn(stretch, this.stops));
    return {
      meanMs: sumMs / this.stretches.length,
      longestMs: Math.max(0, ...this.stretches.map((stretch) => blockedMs(stretch, this.stops))),
      longestPauseMs: Math.max(0, ...pauses),
    };
  }
}

/**
 * How long a stretch blocks the thread where nothing else runs: the least of three figures that are never too small.
 * Time on the clock counts other processes that hold the core. CPU time of the process counts what other threads do at
 * the same time, above all the marking of garbage. CPU time of the thread leaves out that it waits for those threads
 * while it is stopped for a collection, so the whole of such stops by the clock is added.
 */
export function blockedMs(stretch: Stretch, stops: readonly Span[]): number {
  const pausedMs = pausesIn(stretch, stops).reduce((sum, ms) => sum + ms, 0);
  return Math.min(stretch.endMs - stretch.startMs, stretch.processMs, stretch.threadMs + pausedMs);
}

const pausesIn = ({ startMs, endMs }: Stretch, stops: readonly Span[]): readonly number[] =>
  stops.filter((stop) => stop.startMs >= startMs && stop.endMs <= endMs).map((stop) => stop.endMs - stop.startMs);

/** The process is asked first: only that brings the time of a running thread up to date on Linux. */
function now(): { readonly atMs: number; readonly threadMs: number; readonly processMs: number } {
  const processMs = totalMs(process.cpuUsage());
  const threadMs = totalMs(process.threadCpuUsage());
  return { atMs: performance.now(), threadMs, processMs };
}

const totalMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
