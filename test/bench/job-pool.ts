import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Job, JobResult } from "./jobs";
import { JobRunner } from "./jobs";
import type { Recording } from "./recordings";

/** Gives jobs to as many processes as the machine has cores, in the order in which they were asked for. */
export class JobPool {
  private readonly idle: ChildProcess[] = [];
  private readonly workers: readonly ChildProcess[];
  private readonly waiting: Pending[] = [];
  private readonly results = new Map<string, Promise<JobResult>>();

  /** `args` make this program a worker that reads the same recordings. */
  constructor(args: readonly string[]) {
    this.workers = Array.from({ length: availableParallelism() }, () =>
      fork(process.argv[1] ?? "", args, { serialization: "advanced" }),
    );
    this.idle.push(...this.workers);
  }

  /** The same job is computed once. */
  run(job: Job): Promise<JobResult> {
    const key = JSON.stringify(job);
    const known = this.results.get(key);
    if (known !== undefined) return known;
    const result = new Promise<JobResult>((resolve, reject) => this.waiting.push({ job, resolve, reject }));
    this.results.set(key, result);
    this.dispatch();
    return result;
  }

  close(): void {
    for (const worker of this.workers) worker.disconnect();
  }

  private dispatch(): void {
    const worker = this.idle.pop();
    const next = worker === undefined ? undefined : this.waiting.shift();
    if (worker === undefined) return;
    if (next === undefined) {
      this.idle.push(worker);
      return;
    }
    const settle = (settled: () => void) => {
      worker.removeAllListeners();
      this.idle.push(worker);
      settled();
      this.dispatch();
    };
    worker.once("message", (answer: Answer) =>
      settle(() => ("failure" in answer ? next.reject(new Error(answer.failure)) : next.resolve(answer.result))),
    );
    worker.once("exit", (code) => next.reject(new Error(`A worker of the benchmark ended with code ${code}.`)));
    worker.send(next.job);
  }
}

interface Pending {
  readonly job: Job;
  resolve(result: JobResult): void;
  reject(error: Error): void;
}

type Answer = { readonly result: JobResult } | { readonly failure: string };

/** The other side of the pool: answers each job until the pool closes. */
export function serveJobs(recordings: readonly Recording[]): void {
  const runner = new JobRunner(recordings);
  process.on("message", (job: Job) => {
    void runner
      .run(job)
      .then(
        (result): Answer => ({ result }),
        (error: unknown): Answer => ({ failure: error instanceof Error ? (error.stack ?? error.message) : "failed" }),
      )
      .then((answer) => process.send?.(answer));
  });
}
