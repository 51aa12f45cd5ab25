import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startModelServer } from "../support/model-server/server";
import { AgentActivity } from "./contestants/agent-activity";
import type { Contestant, PromptEnd } from "./contestants/contestant";
import type { MeasuredContest } from "./measures/result";
import { measureContest } from "./measures/result";
import { ArenaTime } from "./model/arena-time";
import { purposeOf, ScriptedModel, timeOf } from "./model/scripted-model";
import type { SummaryQuality } from "./model/summarizer";
import { NOTES_FILE } from "./task/generate";
import type { ArenaTask } from "./task/task";

export interface ContestOptions {
  readonly windowTokens: number;
  readonly quality: SummaryQuality;
  readonly summaryTokens?: number;
  /** An empty folder for the agent's home and workspace. */
  readonly folder: string;
}

/** Runs one agent on one task and measures it by the bytes it sent. */
export async function holdContest(
  contestant: Contestant,
  task: ArenaTask,
  options: ContestOptions,
): Promise<MeasuredContest> {
  const workspace = join(options.folder, "workspace");
  writeFiles(workspace, task.files);
  const model = new ScriptedModel({ task, workspace, ...options });
  const activity = new AgentActivity();
  const time = new ArenaTime(activity);
  const sent: string[] = [];
  const server = await startModelServer({
    script: model.reply,
    windowTokens: options.windowTokens,
    clients: "foreign",
    now: () => time.nowMs,
    gate: {
      receive: () => time.receive(),
      enter: (request) => time.enter(purposeOf(request), request.text),
      leave: (request, reply, over) => {
        const timed = timeOf(reply, purposeOf(request));
        sent.push(`${JSON.stringify({ ...timed, atMs: time.nowMs, request: request.body })}\n`);
        return time.hold(timed, over);
      },
    },
  });
  const place = {
    home: join(options.folder, "home"),
    workspace,
    modelUrl: server.url,
    windowTokens: options.windowTokens,
    watch: (pid: number | undefined) => activity.watch(pid),
  };
  const ends: PromptEnd[] = [];
  try {
    for (const [index, { text, minutesBefore }] of task.prompts.entries()) {
      time.pass(minutesBefore);
      time.noteQuestion();
      model.begin(index);
      const end = judgeEnd(await contestant.sendPrompt(place, { index, text }), model);
      ends.push(end);
      if (end.failure !== undefined) break;
    }
  } finally {
    time.stop();
    await server.close();
  }
  // For whoever keeps the folder to see what an agent sent, and when.
  writeFileSync(join(options.folder, "requests.jsonl"), sent.join(""));
  const waitedMs = time.waitedMs;
  return measureContest({ contestant, task, model, server, ends, notes: notesOf(workspace), options, waitedMs });
}

/**
 * What counts is whether the agent went on until the model had answered: some report a request that was refused and
 * repeated as an error of the whole run, and some end well without having done the work.
 */
function judgeEnd({ failure, ...end }: PromptEnd, { hasAnswered }: ScriptedModel): PromptEnd {
  return hasAnswered ? end : { ...end, failure: failure ?? "it ended before the work was done and gave no reason" };
}

/** Some agents bring back the newest files after a compaction: which ones are newer must not be left to chance. */
const FIRST_WRITTEN_MS = Date.parse("2026-01-01T00:00:00Z");
const WRITTEN_EVERY_MS = 60_000;

function writeFiles(folder: string, files: ArenaTask["files"]): void {
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    const written = new Date(FIRST_WRITTEN_MS + index * WRITTEN_EVERY_MS);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    utimesSync(join(folder, path), written, written);
  }
}

function notesOf(workspace: string): readonly string[] {
  try {
    return readFileSync(join(workspace, NOTES_FILE), "utf8").split("\n").filter(Boolean);
  } catch {
    return []; // No probe was reached.
  }
}
