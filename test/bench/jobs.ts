import type { RecallScore } from "../support/recall-probes";
import { scoreRecall } from "../support/recall-probes";
import type { Recording } from "./recordings";
import { isShort } from "./recordings";
import type { Ground, Replay } from "./replay";
import { groundOf, replay } from "./replay";
import { allStrategies } from "./strategies";
import type { Condition } from "./strategy";

/** A piece of the benchmark that a process computes on its own: plain data in, plain data out. */
export type Job =
  | {
      readonly kind: "replay";
      readonly strategy: string;
      readonly condition: Condition;
      readonly sessions: "long" | "short";
    }
  | { readonly kind: "recall"; readonly session: string; readonly windowTokens: number };

export type JobResult =
  | { readonly kind: "replay"; readonly runs: readonly Replay[] }
  | { readonly kind: "recall"; readonly score: RecallScore };

/** Runs jobs over recordings that are read once. */
export class JobRunner {
  private readonly recordings: readonly Recording[];
  private readonly grounds = new Map<string, Ground>();

  constructor(recordings: readonly Recording[]) {
    this.recordings = recordings;
  }

  async run(job: Job): Promise<JobResult> {
    if (job.kind === "recall") return { kind: "recall", score: await this.scoreRecall(job.session, job.windowTokens) };
    const strategy = allStrategies.find(({ name }) => name === job.strategy);
    if (strategy === undefined) throw new Error(`There is no strategy named "${job.strategy}".`);
    const runs: Replay[] = [];
    for (const recording of this.recordings.filter((each) => isShort(each) === (job.sessions === "short")))
      runs.push(await replay(this.groundOf(recording), strategy, job.condition));
    return { kind: "replay", runs };
  }

  private async scoreRecall(session: string, windowTokens: number): Promise<RecallScore> {
    const recording = this.recordings.find(({ name }) => name === session);
    if (recording === undefined) throw new Error(`There is no recording named "${session}".`);
    return scoreRecall(recording.messages, windowTokens);
  }

  private groundOf(recording: Recording): Ground {
    const ground = this.grounds.get(recording.name) ?? groundOf(recording);
    this.grounds.set(recording.name, ground);
    return ground;
  }
}
