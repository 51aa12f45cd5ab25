import { untilAborted } from "../../base/abort";
import type { JsonObject, JsonValue } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import type { SessionId } from "../../conversation/ids";
import type { HookAnswer, HookEnd } from "../../hooks/answer";
import { readAnswer } from "../../hooks/answer";
import type { Hook, HookCall, ReadHooks } from "../../hooks/hook";
import { isAbout, readHooks } from "../../hooks/hook";
import type { ScriptEnd } from "../../tools/shell/script-process";
import type { AgentEvent } from "../events";

export interface HookWorld {
  now(): number;
  emit(event: AgentEvent): void;
  trust(): "trusted" | "untrusted";
  /** `hermes.hooks`, as the user wrote it. */
  userHooks(): JsonValue;
  /** What the workspace offers and the user has allowed; undefined where there is nothing. */
  workspaceHooks(): Promise<JsonValue | undefined>;
  readonly cwd: string;
  runScript(
    command: string,
    input: string,
    options: { readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<ScriptEnd>;
}

/** What all hooks of an event want together. */
interface HookOutcome {
  readonly blocked?: string;
  readonly ask?: string;
  readonly input?: JsonObject;
  readonly context: readonly string[];
  readonly focus?: string;
  readonly keep: readonly string[];
}

export interface Hooks {
  /** Runs the hooks of an event one after another. Whatever they do, this resolves; a stop ends the running one. */
  run(call: HookCall, session: SessionId, signal: AbortSignal): Promise<HookOutcome>;
  /** Reads the hooks again; called when a turn begins, so that a turn keeps the hooks it began with. */
  refresh(): void;
}

const NO_WISHES: HookOutcome = { context: [], keep: [] };

export function createHooks(world: HookWorld): Hooks {
  let loading: Promise<readonly Hook[]> | undefined;
  const told = new Set<string>();
  const load = (): Promise<readonly Hook[]> => {
    loading ??= loadHooks(world, (problem) => {
      if (told.has(JSON.stringify(problem))) return;
      told.add(JSON.stringify(problem));
      world.emit({ type: "notice", level: "warning", text: problem });
    }).catch(() => []);
    return loading;
  };
  return {
    refresh() {
      loading = undefined;
    },
    async run(call, session, signal) {
      if (world.trust() === "untrusted" || signal.aborted) return NO_WISHES;
      // The question about hooks of the workspace may stay open; a stop does not wait for its answer.
      const hooks = await untilAborted(load(), signal).catch((): readonly Hook[] => []);
      let wishes = NO_WISHES;
      for (const hook of hooks) {
        if (hook.event !== call.event || !isAbout(hook, call.names)) continue;
        const fields = wishes.input === undefined ? call.fields : { ...call.fields, tool_input: wishes.input };
        const answer = await runOne(world, hook, { ...call, fields }, { session, signal });
        if (answer === undefined) return wishes;
        wishes = combine(wishes, answer);
        if (wishes.blocked !== undefined) return wishes;
      }
      return wishes;
    },
  };
}

async function loadHooks(world: HookWorld, onProblem: (problem: Sentence) => void): Promise<readonly Hook[]> {
  const offered = await world.workspaceHooks();
  const read: readonly ReadHooks[] = [
    readHooks(world.userHooks(), "user"),
    ...(offered === undefined ? [] : [readHooks(offered, "workspace")]),
  ];
  for (const problem of read.flatMap(({ problems }) => problems)) onProblem(problem);
  return read.flatMap(({ hooks }) => hooks);
}

/** Undefined after a stop: then nothing the hook said counts. */
async function runOne(
  world: HookWorld,
  hook: Hook,
  call: HookCall,
  { session, signal }: { readonly session: SessionId; readonly signal: AbortSignal },
): Promise<HookAnswer | undefined> {
  const startedMs = world.now();
  const input = { session_id: session, cwd: world.cwd, hook_event_name: hook.event, ...call.fields };
  const end = await world
    .runScript(hook.command, JSON.stringify(input), { timeoutMs: hook.timeoutMs }, signal)
    .then(toEnd, failed);
  if (signal.aborted || end.ending === "stopped") return undefined;
  const answer = readAnswer(hook.event, end);
  world.emit({
    type: "hook-ran",
    session,
    event: hook.event,
    command: hook.command,
    home: hook.home,
    did: answer.did,
    detail: answer.detail,
    durationMs: world.now() - startedMs,
  });
  return answer;
}

function toEnd({ ending, stdout, stderr }: ScriptEnd): HookEnd {
  if (ending.kind === "exited") return { ending: "exited", exitCode: ending.exitCode, stdout, stderr };
  if (ending.kind === "timed-out" || ending.kind === "stopped")
    return { ending: ending.kind, exitCode: null, stdout, stderr };
  const why = ending.kind === "unstartable" ? ending.reason : ending.signal;
  return { ending: "failed", exitCode: null, stdout, stderr: stderr.trim() === "" ? why : stderr };
}

const failed = (error: unknown): HookEnd => ({
  ending: "failed",
  exitCode: null,
  stdout: "",
  stderr: error instanceof Error ? error.message : String(error),
});

const combine = (before: HookOutcome, answer: HookAnswer): HookOutcome => ({
  ...before,
  ...(answer.blocked !== undefined && { blocked: answer.blocked }),
  ...(answer.ask !== undefined && { ask: answer.ask }),
  ...(answer.input !== undefined && { input: answer.input }),
  ...(answer.focus !== undefined && {
    focus: before.focus === undefined ? answer.focus : `${before.focus}; ${answer.focus}`,
  }),
  context: answer.context === undefined ? before.context : [...before.context, answer.context],
  keep: answer.keep === undefined ? before.keep : [...before.keep, answer.keep],
});
