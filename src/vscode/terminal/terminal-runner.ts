import {
  cleanEnvironment,
  createOutputBuffer,
  createShellRunner,
  endCarriers,
  findBash,
  KEY_VARIABLES,
  quoteForShell,
} from "../../core/host";
import type { TerminalCommand, TerminalEnd, TerminalRunner } from "../../core/tools/shell/terminal-runner";
import type { OpenTerminal, ShellTerminal } from "./shell-terminal";

const BASH = "/bin/bash";
const ENV = "/usr/bin/env";
/** Holds the long prefix that removes secrets from the environment, so that users see only the command itself. */
const RUN = "HERMES_RUN";
/** The shell may have keys that this process was started without. */
const PROVIDER_KEYS = Object.values(KEY_VARIABLES);
/** Every process of the terminal carries this in its environment, whatever group it moves to. */
const MARK = "HERMES_COMMAND";
/** A shell with integration announces it well within this time, even on a busy machine; any other never does. */
const INTEGRATION_MS = 6_000;
/** The shell is checked at this interval; this many times in a row at its prompt, and the command counts as ended. */
const LOOK_MS = 1_000;
const PROMPT_LOOKS = 4;
/** Between Ctrl+C and closing the terminal. */
const GRACE_MS = 300;
/** The last output may arrive after the exit code. */
const DRAIN_MS = 500;
/** Longer commands are typed too slowly, and shells cut very long lines. */
const MAX_TYPED_CHARS = 2_000;

export interface VisibleRunnerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly openTerminal: OpenTerminal;
}

/**
 * Runs commands in a visible terminal if its shell reports begin, end and exit code, and in a child process otherwise.
 * A shell that once failed to report is not tried again, so the user waits only once.
 */
export function createVisibleRunner({ env, openTerminal }: VisibleRunnerOptions): TerminalRunner {
  const unseen = createShellRunner({ env });
  const visible = visibleEnvironment(env);
  let serial = 0;
  let idle: (ShellTerminal & { readonly cwd: string; readonly mark: string }) | undefined;
  let shell: "tells" | "mute" = findBash() === undefined ? "mute" : "tells";

  const takeTerminal = async (cwd: string) => {
    const ready = idle;
    idle = undefined;
    if (ready?.cwd === cwd && ready.isOpen()) return ready;
    ready?.close();
    const mark = `${process.pid}-terminal-${++serial}`;
    const terminal = openTerminal({ shell: BASH, cwd, env: { ...visible, [MARK]: mark } });
    if ((await terminal.whenReady(INTEGRATION_MS)) === "ready") return { ...terminal, cwd, mark };
    terminal.close();
    return undefined;
  };

  return {
    ...unseen,
    async run(command, onOutput, signal) {
      const typed = `$${RUN} ${quoteForShell(command.text)} < /dev/null`;
      // A terminal is a way out of a sandbox: what is inside could type into it.
      if (shell === "mute" || typed.length > MAX_TYPED_CHARS || command.sandbox !== undefined || signal.aborted)
        return unseen.run(command, onOutput, signal);
      const terminal = await takeTerminal(command.cwd);
      if (terminal === undefined) {
        shell = "mute";
        return unseen.run(command, onOutput, signal);
      }
      const end = await runTyped(terminal, { ...command, text: typed }, onOutput, signal);
      // A shell that did not report the end has lost count and would report the next one wrongly.
      const forced = end.ending.kind !== "exited" || end.ending.exitCode === null;
      if (forced) terminal.close();
      else idle = terminal;
      // A stopped command takes the whole terminal with it; an ended one only the processes it left running.
      const ended = await endCarriers(MARK, terminal.mark, forced ? undefined : await terminal.processId());
      return ended > 0 && !forced ? { ...end, leftovers: "ended" } : end;
    },
  };
}

async function runTyped(
  terminal: ShellTerminal,
  command: TerminalCommand,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<TerminalEnd> {
  const buffer = createOutputBuffer();
  const execution = terminal.execute(command.text);
  const reading = (async () => {
    for await (const text of execution.output) {
      buffer.add(text);
      onOutput(text);
    }
  })().catch(() => undefined); // A closing terminal cuts its output; the text so far is kept.
  const limit = limitOf(command.timeoutMs, signal);
  const exited = execution.ended.then((exitCode): TerminalEnd["ending"] =>
    exitCode === "closed" ? { kind: "killed", signal: "SIGHUP" } : { kind: "exited", exitCode },
  );
  const race = new AbortController();
  const ending = await Promise.race([exited, limit.reached, whenPrompting(terminal, race.signal)]);
  race.abort();
  limit.forget();
  if (ending.kind === "timed-out" || ending.kind === "stopped") {
    terminal.interrupt();
    await Promise.race([exited, pause(GRACE_MS)]);
  } else {
    await Promise.race([reading, pause(DRAIN_MS)]);
  }
  return { output: buffer.text(), ending };
}

/** VS Code sometimes misses the end of a command, mostly in a new terminal; a shell at its prompt has ended it. */
async function whenPrompting(terminal: ShellTerminal, signal: AbortSignal): Promise<TerminalEnd["ending"]> {
  for (let looks = 0; looks < PROMPT_LOOKS && !signal.aborted; looks = (await terminal.isAtPrompt()) ? looks + 1 : 0)
    await pause(LOOK_MS);
  return { kind: "exited", exitCode: null };
}

function limitOf(
  timeoutMs: number,
  signal: AbortSignal,
): { readonly reached: Promise<TerminalEnd["ending"]>; forget(): void } {
  let forget = (): void => undefined;
  const reached = new Promise<TerminalEnd["ending"]>((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "timed-out" }), timeoutMs);
    const onAbort = (): void => resolve({ kind: "stopped" });
    signal.addEventListener("abort", onAbort, { once: true });
    forget = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
  });
  return { reached, forget };
}

/** The environment of a child process, without provider keys, except that a real terminal may have colors. */
function visibleEnvironment(env: VisibleRunnerOptions["env"]): Record<string, string> {
  const { TERM: _term, ...clean } = cleanEnvironment(env);
  return { ...clean, [RUN]: forgettingRun(Object.keys(env).filter((name) => !(name in clean) && name !== "TERM")) };
}

/** A remote VS Code and the shell's startup files add variables of their own, so each command removes the keys. */
const forgettingRun = (unclean: readonly string[]): string =>
  [ENV, ...[...new Set([RUN, ...PROVIDER_KEYS, ...unclean])].map((name) => `-u ${name}`), BASH, "-c"].join(" ");

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
