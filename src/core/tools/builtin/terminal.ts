import { stat } from "node:fs/promises";
import type { JsonObject } from "../../base/json";
import { sentence } from "../../base/sentence";
import { unreachable } from "../../base/unreachable";
import { cleanOutputInSlices } from "../shell/output-buffer";
import type { FoundSandbox, SandboxFinder } from "../shell/sandbox/find-sandbox";
import { describeMissingSandbox, describeSandbox } from "../shell/sandbox/sandbox";
import { describeSandboxRun, findRefusals, noteSandbox } from "../shell/sandbox/sandbox-refusals";
import type { TerminalCommand, TerminalEnd, TerminalRunner } from "../shell/terminal-runner";
import type { CallPreview, Tool, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { integerOf, isSet, optionalTextOf, textOf } from "../values";
import type { BackgroundJobs } from "./background-jobs";
import type { BuiltinWorld } from "./world";
import { openPath } from "./world";

const DEFAULT_TIMEOUT_MS = 120_000;
/** A command that takes longer belongs in the background. */
const MAX_TIMEOUT_MS = 1_800_000;

export interface CommandWorld {
  readonly runner: TerminalRunner;
  readonly jobs: BackgroundJobs;
  readonly sandboxes: Pick<SandboxFinder, "find">;
}

export const terminalTool = (world: BuiltinWorld, { runner, jobs, sandboxes }: CommandWorld): Tool => ({
  name: "terminal",
  description: "Run a shell command, without input. Set background for servers and watchers.",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", minLength: 1 },
      cwd: { type: "string" },
      timeoutMs: {
        type: "integer",
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
      },
      background: { type: "boolean" },
    },
    required: ["command"],
    additionalProperties: false,
  },
  category: "run",
  order: "alone",
  secrets: "redact",
  async preview(args) {
    const cwd = await findFolder(world, args);
    if (cwd.kind === "refused") return { kind: "refused", outcome: failedOutcome(cwd.reason) };
    const command = textOf(args, "command");
    return {
      kind: "ready",
      title:
        cwd.shown === "." ? sentence("Run a command") : sentence("Run a command in {folder}", { folder: cwd.shown }),
      detail: command,
      command,
      cwd: cwd.path,
      ...describePlace(await sandboxes.find()),
    };
  },
  async run(args, context) {
    const cwd = await findFolder(world, args);
    if (cwd.kind === "refused") return failedOutcome(cwd.reason);
    const found = await sandboxes.find();
    const command: TerminalCommand = {
      text: textOf(args, "command"),
      cwd: cwd.path,
      timeoutMs: integerOf(args, "timeoutMs", DEFAULT_TIMEOUT_MS),
      ...(found.kind === "found" ? { sandbox: found.sandbox } : {}),
    };
    const after = await world.touched.beforeCommand(context.session, command.text, command.cwd);
    if (isSet(args, "background")) return jobs.start(runner, command);
    try {
      const end = await runner.run(command, (text) => context.onOutput(text), context.signal);
      return showEnd({ ...end, output: await cleanOutputInSlices(end.output) }, command);
    } finally {
      await after();
    }
  },
});

async function findFolder(world: BuiltinWorld, args: JsonObject): ReturnType<typeof openPath> {
  const opened = await openPath(world, optionalTextOf(args, "cwd") ?? ".", "read");
  if (opened.kind === "refused") return opened;
  const stats = await stat(opened.path).catch(() => undefined);
  return stats?.isDirectory() && opened.root !== undefined
    ? opened
    : { kind: "refused", reason: `${opened.shown} is not a folder of the workspace.` };
}

const describePlace = (found: FoundSandbox): Pick<Extract<CallPreview, { kind: "ready" }>, "sandbox" | "place"> => {
  if (found.kind === "off") return {};
  if (found.kind === "missing") return { place: describeMissingSandbox(found.reason) };
  const sandbox = found.sandbox.network === "deny" ? "no-network" : "network";
  return { sandbox, place: describeSandbox(found.sandbox) };
};

function showEnd(end: TerminalEnd, { timeoutMs, sandbox }: TerminalCommand): ToolOutcome {
  const output = end.output.trimEnd();
  const exitCode = end.ending.kind === "exited" ? end.ending.exitCode : null;
  const refusals = sandbox === undefined ? [] : findRefusals(output, sandbox);
  const notes = [
    describeEnding(end.ending, timeoutMs),
    ...(sandbox === undefined ? [] : noteSandbox(sandbox, refusals)),
    ...(end.leftovers === "ended" ? ["processes it had left running were ended; use background to keep one"] : []),
  ];
  const text = `${output === "" ? "(no output)" : output}\n[${notes.join("; ")}]`;
  // An unknown exit code does not prove a failure.
  const succeeded = end.ending.kind === "exited" && (exitCode === 0 || exitCode === null);
  const refused = refusals.length === 0 ? ("nothing" as const) : ("something" as const);
  return {
    ...(succeeded ? textOutcome(text) : failedOutcome(text)),
    exitCode,
    ...(sandbox === undefined ? {} : { place: { words: describeSandboxRun(sandbox, refusals), refused } }),
  };
}

export function describeEnding(ending: TerminalEnd["ending"], timeoutMs: number): string {
  switch (ending.kind) {
    case "exited":
      return ending.exitCode === null ? "exit code unknown" : `exit code ${ending.exitCode}`;
    case "killed":
      return `ended by ${ending.signal}, no exit code`;
    case "timed-out":
      return `timed out after ${timeoutMs} ms and was ended, no exit code`;
    case "stopped":
      return "stopped by the user, no exit code";
    case "unstartable":
      return `could not be started: ${ending.reason}`;
    default:
      return unreachable(ending);
  }
}
