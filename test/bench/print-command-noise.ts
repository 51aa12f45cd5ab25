/**
 * Prints how many shell commands of the recorded sessions would ask, and why:
 * `npx esbuild test/bench/print-command-noise.ts --bundle --platform=node --outfile=dist/bench/command-noise.cjs`,
 * then `node dist/bench/command-noise.cjs [FOLDER…]`. Without folders it reads the recordings beside the checkout, or
 * else the trimmed ones in it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderSentence } from "../../src/core/base/sentence";
import type { CommandRules } from "../../src/core/tools/shell/command-rules";
import { judgeCommand } from "../../src/core/tools/shell/command-rules";
import { isCovered } from "../../src/core/tools/shell/coverage/rule-coverage";
import { readCommandLine } from "../../src/core/tools/shell/reader/command-wrappers";
import { USUAL_ALLOWANCES } from "../support/usual-allowances";

const SHELL_TOOL = /^(?:bash|shell|terminal|exec_command|execute_bash|run_in_terminal|local_shell)$/i;

interface RecordedCall {
  readonly function: { readonly name: string; readonly arguments: string };
}

function commandsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json") && name !== "INDEX.json")
    .flatMap((name) => {
      const file: { readonly messages: readonly { readonly tool_calls?: readonly RecordedCall[] }[] } = JSON.parse(
        readFileSync(join(folder, name), "utf8"),
      );
      return file.messages.flatMap(({ tool_calls }) => tool_calls ?? []);
    })
    .filter((call) => SHELL_TOOL.test(call.function.name))
    .flatMap((call) => commandOf(call.function.arguments));
}

function commandOf(json: string): readonly string[] {
  try {
    const args: Record<string, unknown> = JSON.parse(json);
    const command = args["command"] ?? args["cmd"];
    return typeof command === "string" ? [command] : Array.isArray(command) ? [command.join(" ")] : [];
  } catch {
    // A recorded call may be cut short; it never ran.
    return [];
  }
}

function foldersToRead(named: readonly string[]): readonly string[] {
  if (named.length > 0) return named;
  const shared = ["trajectories", "long-sessions"].map((name) => join("..", "shared", "data", name));
  const found = shared.filter((folder) => existsSync(folder));
  return found.length > 0 ? found : [join("test", "fixtures", "trajectories")];
}

const WORKSPACE = /(?:^|[;&]\s*)cd "?(\/[^\s;&|"']+)/;

/** The recordings do not say where a command ran; one that starts by going somewhere goes to its workspace. */
const rulesFor = (command: string): CommandRules => {
  const [, cwd] = WORKSPACE.exec(command) ?? [];
  return { allowed: USUAL_ALLOWANCES, denied: [], ...(cwd === undefined ? {} : { cwd }) };
};

function findReason(command: string): string {
  const { commands, unclear, unruly } = readCommandLine(command);
  if (unclear !== undefined) return `not understood: ${renderSentence(unclear)}`;
  if (unruly !== undefined) return `beyond rules: ${unruly}`;
  const rules = rulesFor(command);
  const asked = commands.find((one) => !rules.allowed.some((rule) => isCovered(one, rule.split(" "), rules.cwd)));
  const program = asked?.words[0]?.text ?? "";
  const isListed = rules.allowed.some((rule) => rule.split(" ")[0] === program);
  if (asked !== undefined && asked.writes.length > 0) return "writes a file";
  if (asked !== undefined && asked.assignments.length > 0) return "sets a variable";
  return isListed ? `listed program, other arguments: ${program}` : "program not listed";
}

const folders = foldersToRead(process.argv.slice(2));
const commands = folders.flatMap(commandsIn);
const asking = commands.filter((command) => judgeCommand(command, rulesFor(command)).kind !== "allowed");
const risky = commands.filter((command) => {
  const verdict = judgeCommand(command, { allowed: [], denied: [] });
  return verdict.kind === "ask" && verdict.why === "risky";
});
const percent = (count: number): string => `${count} (${((100 * count) / commands.length).toFixed(1)} %)`;
console.log(`${commands.length} shell commands in ${folders.join(", ")}`);
console.log(`ask with the usual allowances: ${percent(asking.length)}`);
console.log(`ask although running is allowed: ${percent(risky.length)}`);
const reasons = Map.groupBy(asking, findReason);
for (const [reason, list] of [...reasons].toSorted(([, one], [, other]) => other.length - one.length))
  console.log(`${String(list.length).padStart(5)}  ${reason}`);
