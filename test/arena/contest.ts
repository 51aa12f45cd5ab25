import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
      const end = await contestant.sendPrompt(place, { index, text });
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

function writeFiles(folder: string, files: ArenaTask["files"]): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function notesOf(workspace: string): readonly string[] {
  try {
    return readFileSync(join(workspace, NOTES_FILE), "utf8").split("\n").filter(Boolean);
  } catch {
    return []; // No probe was reached.
  }
}
