import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { CommandVerdict } from "./command-rules";
import { judgeCommand } from "./command-rules";
import { findGitPrograms } from "./git-programs";
import { resolveFolder } from "./reader/command-folder";
import { readCommandLine } from "./reader/command-wrappers";
import { rememberedCommands } from "./remembered-command";
import { findBash } from "./shell-process";

/** Shell text, and where it would run. */
export interface CommandToRun {
  readonly text: string;
  readonly cwd: string;
}

export interface RunRules {
  readonly run: "ask" | "allow" | "deny";
  readonly allowedCommands: readonly string[];
  readonly deniedCommands: readonly string[];
}

export interface RunWorld {
  /** "other": not bash, so that nothing the rules read can be relied on. */
  shell(): "bash" | "other";
  /** Settings of the repository around a folder that make git's reading commands run programs. */
  findGitPrograms(folder: string): Promise<readonly string[]>;
}

export type RunStep =
  /** By these rules; by none where every command is allowed. */
  | { readonly kind: "allowed"; readonly rules: readonly string[] }
  /** The reason is for the model. */
  | { readonly kind: "denied"; readonly reason: string; readonly rule: string }
  | {
      readonly kind: "ask";
      readonly note?: Sentence;
      /** What an answer may be remembered for, each as a text in a folder. */
      readonly covers: readonly CommandToRun[];
    };

/** What rules and settings say about a command before anybody is asked. */
export async function judgeRun(
  command: CommandToRun,
  rules: RunRules,
  world: RunWorld = systemCommands(),
): Promise<RunStep> {
  const { text, cwd } = command;
  const verdict = judgeCommand(text, { allowed: rules.allowedCommands, denied: rules.deniedCommands, cwd });
  if (verdict.kind === "denied") return { kind: "denied", reason: sayRefusal(verdict.reason), rule: verdict.rule };
  if (world.shell() === "other")
    return { kind: "ask", note: sentence("the rules cannot read commands of this system's shell"), covers: [command] };
  const programs = verdict.kind === "allowed" ? await gitProgramsOf(command, world) : [];
  if (programs.length > 0)
    return {
      kind: "ask",
      note: sentence("settings of its repository make git run programs: {settings}", { settings: programs }),
      covers: [command],
    };
  if (verdict.kind === "allowed") return { kind: "allowed", rules: verdict.rules };
  if (verdict.why === "unlisted" && rules.run === "allow") return { kind: "allowed", rules: [] };
  return { kind: "ask", ...noteOf(verdict), covers: rememberedCommands(text, cwd) };
}

const noteOf = (verdict: Extract<CommandVerdict, { kind: "ask" }>): { readonly note?: Sentence } =>
  verdict.why === "risky" ? { note: verdict.reason } : {};

const sayRefusal = (reason: string): string =>
  [
    `The command was refused: ${reason}.`,
    "Do not try to reach the same effect another way; tell the user if it is needed.",
  ].join(" ");

export const systemCommands = (platform?: NodeJS.Platform): RunWorld => ({
  shell: () => (findBash(platform) === undefined ? "other" : "bash"),
  findGitPrograms,
});

async function gitProgramsOf({ text, cwd }: CommandToRun, world: RunWorld): Promise<readonly string[]> {
  const folders = readCommandLine(text)
    .commands.filter(({ words }) => words[0]?.text === "git")
    .flatMap((command) => command.folders ?? []);
  const found = await Promise.all(
    [...new Set(folders)].map((folder) => world.findGitPrograms(resolveFolder(cwd, folder))),
  );
  return [...new Set(found.flat())];
}
