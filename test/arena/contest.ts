import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startModelServer } from "../support/model-server/server";
import type { Contestant, PromptEnd } from "./contestants/contestant";
import type { ContestResult } from "./measures/result";
import { measureContest } from "./measures/result";
import { ScriptedModel } from "./model/scripted-model";
import type { SummaryQuality } from "./model/summarizer";
import { STEP_MS } from "./model/summary-pace";
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
): Promise<ContestResult> {
  const workspace = join(options.folder, "workspace");
  writeFiles(workspace, task.files);
  const model = new ScriptedModel({ task, workspace, ...options });
  let clockMs = 0;
  const server = await startModelServer({
    script: model.replyInTime,
    windowTokens: options.windowTokens,
    clients: "foreign",
    // The same time passes between two requests in every run; cache entries live by it.
    now: () => {
      clockMs += STEP_MS;
      return clockMs;
    },
  });
  const place = {
    home: join(options.folder, "home"),
    workspace,
    modelUrl: server.url,
    windowTokens: options.windowTokens,
  };
  const ends: PromptEnd[] = [];
  try {
    for (const [index, { text, minutesBefore }] of task.prompts.entries()) {
      clockMs += minutesBefore * 60_000;
      model.begin(index);
      const end = await contestant.sendPrompt(place, { index, text });
      ends.push(end);
      if (end.failure !== undefined) break;
    }
  } finally {
    await server.close();
  }
  return measureContest({ contestant, task, model, server, ends, notes: notesOf(workspace), options });
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
