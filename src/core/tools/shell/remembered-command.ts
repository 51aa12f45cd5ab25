import { readCommandLine } from "./reader/command-wrappers";
import type { ShellReading } from "./reader/shell-reader";

/** What an answer may be remembered for: this text, in this folder. */
export interface RememberedCommand {
  readonly text: string;
  readonly cwd: string;
}

/**
 * Each pipeline of a plain list is remembered by itself, so that it may come back in another combination: it means the
 * same wherever it stands, and its inputs and outputs are part of its text. Any other text is remembered as a whole.
 */
export function rememberedCommands(source: string, cwd: string): readonly RememberedCommand[] {
  const reading = readCommandLine(source);
  const texts = isPlainList(reading) ? reading.pipelines : undefined;
  return (texts ?? [source]).map((text) => ({ text, cwd }));
}

/** Commands of the shell that change what the ones behind them mean. */
const CHANGES_THE_SHELL: ReadonlySet<string> = new Set(
  [
    "cd pushd popd export declare typeset local readonly unset read mapfile readarray let set shopt alias unalias",
    "eval source . exec trap umask ulimit hash enable builtin command getopts printf exit return break continue",
    "wait shift history fc",
  ]
    .join(" ")
    .split(" "),
);

const isPlainList = ({ commands, unclear, unruly }: ShellReading): boolean =>
  unclear === undefined &&
  unruly === undefined &&
  commands.every(({ program }) => program !== "" && !CHANGES_THE_SHELL.has(program));
