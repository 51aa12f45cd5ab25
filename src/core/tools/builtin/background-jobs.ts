import { setTimeout as sleep } from "node:timers/promises";
import { untilDeadline } from "../../base/abort";
import { cleanOutput } from "../shell/output-buffer";
import type { BackgroundCommand, TerminalCommand, TerminalRunner } from "../shell/terminal-runner";
import type { Tool, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { optionalTextOf, textOf } from "../values";
import { describeEnding } from "./terminal";

/** Commands that continue while the conversation does. They end with the host. */
export interface BackgroundJobs {
  start(runner: TerminalRunner, command: TerminalCommand): Promise<ToolOutcome>;
  readonly tool: Tool;
  stopAll(): Promise<void>;
}

/** Time for a server to report that its port is taken, before the model assumes that it runs. */
const FIRST_LOOK_MS = 1_000;
const MAX_JOBS = 20;

export function createBackgroundJobs(): BackgroundJobs {
  const jobs = new Map<string, { readonly command: TerminalCommand; readonly process: BackgroundCommand }>();
  let started = 0;

  const show = (id: string): string => {
    const job = jobs.get(id);
    if (job === undefined) return `${id}: unknown`;
    const ending = job.process.ending();
    const state = ending === undefined ? "is running" : `has ended, ${describeEnding(ending, job.command.timeoutMs)}`;
    return `${id}: \`${job.command.text}\` ${state}`;
  };
  const withOutput = (id: string): string => {
    const output = cleanOutput(jobs.get(id)?.process.newOutput() ?? "").trimEnd();
    return `${output === "" ? "(no new output)" : output}\n[${show(id)}]`;
  };

  return {
    async start(runner, command) {
      if (runner.start === undefined) return failedOutcome("This terminal cannot run commands in the background.");
      if ([...jobs.values()].filter(({ process }) => process.ending() === undefined).length >= MAX_JOBS)
        return failedOutcome(`${MAX_JOBS} background jobs are running already. Stop one first with background_jobs.`);
      const id = `job-${++started}`;
      const process = runner.start(command);
      jobs.set(id, { command, process });
      await untilDeadline<unknown>(process.whenEnded, (over) => sleep(FIRST_LOOK_MS, undefined, { signal: over }));
      return textOutcome(withOutput(id));
    },
    tool: {
      name: "background_jobs",
      description: "List background commands, read or stop one.",
      parameters: {
        type: "object",
        properties: {
          action: { type: "string", enum: ["list", "output", "stop"] },
          job: { type: "string" },
        },
        required: ["action"],
        additionalProperties: false,
      },
      category: "internal",
      order: "alone",
      secrets: "redact",
      async run(args) {
        if (textOf(args, "action") === "list")
          return textOutcome(jobs.size === 0 ? "No background jobs." : [...jobs.keys()].map(show).join("\n"));
        const id = optionalTextOf(args, "job") ?? "";
        const job = jobs.get(id);
        if (job === undefined)
          return failedOutcome(
            `There is no background job ${JSON.stringify(id)}. ` +
              (jobs.size === 0 ? "None was started." : `Known: ${[...jobs.keys()].join(", ")}.`),
          );
        if (textOf(args, "action") === "stop") await job.process.stop();
        return textOutcome(withOutput(id));
      },
    },
    async stopAll() {
      await Promise.all([...jobs.values()].map(({ process }) => process.stop()));
    },
  };
}
