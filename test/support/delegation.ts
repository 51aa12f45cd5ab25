import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { handOff, isSummaryCall } from "./hand-off";
import type { RunningHermes, RunOptions } from "./hermes";
import { runHermes } from "./hermes";
import type { Answer } from "./model-server/reply";
import { calls, says, toolCall } from "./model-server/reply";
import type { RecordedRequest, Script } from "./model-server/server";

export const FILES = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some plain words\n".repeat(400)}`]),
);

export const isChild = (request: RecordedRequest): boolean => request.text.includes("# Your part");
/** The task of a child, from its first message. */
const taskOf = (request: RecordedRequest): string => /TASK-(\w+)/.exec(request.text)?.[1] ?? "";
const results = (request: RecordedRequest): number => request.text.split('"type":"tool_result"').length - 1;

export interface Play {
  readonly parent: (results: number, request: RecordedRequest) => Answer | ReturnType<Script>;
  readonly child: (task: string, results: number, request: RecordedRequest) => ReturnType<Script>;
}

const play =
  ({ parent, child }: Play): Script =>
  (request) => {
    if (isSummaryCall(request)) return says(handOff());
    return isChild(request) ? child(taskOf(request), results(request), request) : parent(results(request), request);
  };

export const delegate = (task: string, kind = "explore", id = `d-${task}`) =>
  toolCall("delegate", { task: `TASK-${task} read the files`, kind }, id);

export function start(script: Play, over: RunOptions = {}): Promise<RunningHermes> {
  return runHermes({
    files: FILES,
    ...over,
    settings: { "hermes.maxOutputTokens": 1_000, ...over.settings },
    server: { ...over.server, script: play(script) },
  });
}

export const reading: Play["child"] = (task, n) =>
  n < 3 ? calls(toolCall("read_file", { path: `f${n}.txt` }, `r${n}`)) : says(`Found it for ${task} in f2.txt line 5.`);

export const parentRequests = ({ server }: RunningHermes) =>
  server.requests.filter((request) => !isChild(request) && !isSummaryCall(request));
export const childrenOf = async (hermes: RunningHermes) =>
  (await hermes.sessions.list()).filter(({ relation }) => relation === "sub-agent");
export const lastStates = (hermes: RunningHermes) =>
  Object.fromEntries(hermes.seen("delegate-changed").map(({ callId, delegate: one }) => [callId, one]));

/** What a process that is killed now leaves behind; its leases are taken over, since it is dead. */
export function copySessions(storage: string, folder: string): void {
  mkdirSync(join(folder, "sessions"), { recursive: true });
  for (const name of readdirSync(join(storage, "sessions")))
    if (name.endsWith(".jsonl")) copyFileSync(join(storage, "sessions", name), join(folder, "sessions", name));
}
