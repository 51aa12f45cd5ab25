import { errorLinesIn } from "../../conversation/text/error-lines";
import { exitCodeIn, testCountsIn } from "../../conversation/text/tool-outcome";
import { FILE_NAME } from "./intent";
import type { Story } from "./story";
import type { Done } from "./turn";

const MOST_ACTIONS = 20;
const MOST_FILES = 30;
const QUOTED_CHARS = 80;
const ANSWER_CHARS = 300;
const ASK_CHARS = 200;

/**
 * The notes of the offline model: what was asked, done, and found, from the calls and their results. Rules write no
 * more than they can tell from those; where they can tell nothing, a section says "None."
 */
export function writeHandOff(story: Story): string {
  const { asks, done, answers } = story;
  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ["Active Task", asks.slice(answers.length).slice(-1)],
    ["Goal", asks.map((ask) => `- The user asked: "${oneLine(ask, ASK_CHARS)}"`)],
    ["Constraints & Preferences", []],
    ["Completed Actions", actionsOf(done).map((action, index) => `${index + 1}. ${action}`)],
    ["Active State", [changedLine(done), ...newestRuns(done).map(runLine)]],
    ["In Progress", []],
    ["Blocked", newestRuns(done).flatMap(blockedLine)],
    ["Key Decisions", story.reasons.map((reason) => `- ${reason}`)],
    ["Resolved Questions", answers.map((text) => `- ${oneLine(text, ANSWER_CHARS)}`)],
    ["Pending User Asks", []],
    ["Relevant Files", filesOf(story).map(([path, why]) => `- ${path}${why}`)],
    ["Remaining Work", []],
    ["Critical Context", savedOutputs(done).map(({ command, path }) => `- Whole output of \`${command}\`: ${path}`)],
  ];
  return sections.map(([heading, lines]) => `## ${heading}\n${lines.join("\n") || "None."}`).join("\n\n");
}

function actionsOf(done: readonly Done[]): readonly string[] {
  const saved = new Map(savedOutputs(done).map(({ command, path }) => [path, command]));
  const actions = done.map((deed) => `${actionOf(deed, saved)} [tool: ${deed.tool}]`);
  const left = actions.length - MOST_ACTIONS;
  return left > 0 ? [...actions.slice(0, MOST_ACTIONS), `and ${left} more calls`] : actions;
}

function actionOf({ tool, args, text, failed }: Done, saved: ReadonlyMap<string, string>): string {
  const about = (name: string): string => oneLine(String(args[name] ?? "?"), QUOTED_CHARS);
  const ended = failed ? " — failed" : "";
  switch (tool) {
    case "terminal":
      return `RUN ${about("command")} — ${outcomeOf(text)}`;
    case "read_file": {
      const command = saved.get(String(args["path"]));
      const target = command === undefined ? about("path") : `saved output of ${command}`;
      return `READ ${target}${lineRange(args)}${ended}`;
    }
    case "patch":
      return failed
        ? `PATCH ${about("path")} — failed`
        : `PATCH ${about("path")} — "${about("find")}" became "${about("replace")}"`;
    case "list_files":
      return `LIST ${about("path")}${ended}`;
    case "search_files":
      return `SEARCH "${about("pattern")}"${ended}`;
    default:
      return `USE ${tool}${ended}`;
  }
}

function lineRange({ offset, limit }: Done["args"]): string {
  return typeof offset === "number" && typeof limit === "number" ? `, lines ${offset} to ${offset + limit - 1}` : "";
}

function outcomeOf(text: string): string {
  const code = exitCodeIn(text);
  const counts = testCountsIn(text);
  const exit = code === undefined ? "no exit code" : `exit code ${code}`;
  return counts === undefined ? exit : `${exit}, ${counts}`;
}

/** The newest run of each command, in the order in which they last ran. */
function newestRuns(done: readonly Done[]): readonly Done[] {
  const runs = new Map<unknown, Done>();
  for (const deed of done) {
    if (deed.tool !== "terminal") continue;
    runs.delete(deed.args["command"]);
    runs.set(deed.args["command"], deed);
  }
  return [...runs.values()];
}

const runLine = ({ args, text }: Done): string =>
  `Newest run of \`${oneLine(String(args["command"]), QUOTED_CHARS)}\`: ${outcomeOf(text)}.`;

function blockedLine(run: Done): readonly string[] {
  const code = exitCodeIn(run.text);
  if (!run.failed && (code === undefined || code === 0)) return [];
  return [[`- ${runLine(run)}`, ...errorLinesIn(run.text, 1)].join(" ")];
}

function changedLine(done: readonly Done[]): string {
  const changed = new Set(done.filter(isEdit).map(({ args }) => String(args["path"])));
  return changed.size === 0 ? "No file was changed." : `Changed files: ${[...changed].join(", ")}.`;
}

const isEdit = ({ tool, failed }: Done): boolean => (tool === "patch" || tool === "write_file") && !failed;

/** Files that calls worked on, then those that were only named, each with why it matters. */
function filesOf({ asks, done, rest }: Story): readonly (readonly [path: string, why: string])[] {
  const files = new Map<string, string>();
  const saved = new Set(savedOutputs(done).map(({ path }) => path));
  for (const deed of done) {
    const path = deed.args["path"];
    if (typeof path !== "string" || deed.failed || deed.tool === "list_files" || saved.has(path)) continue;
    if (!isEdit(deed) && files.get(path) === EDITED) continue;
    files.set(path, isEdit(deed) ? EDITED : " (read)");
  }
  for (const name of [...asks, rest].join("\n").match(FILE_NAME) ?? []) if (!files.has(name)) files.set(name, "");
  return [...files].slice(0, MOST_FILES);
}

const EDITED = " (edited)";

/** Outputs that are on disk because they were too large. */
function savedOutputs(done: readonly Done[]): readonly { readonly command: string; readonly path: string }[] {
  return done.flatMap(({ args, text }) => {
    const path = /^<persisted-output>\n[^\n]*\n([^\n]+)\n/.exec(text)?.[1];
    return path === undefined ? [] : [{ command: oneLine(String(args["command"] ?? "a call"), QUOTED_CHARS), path }];
  });
}

function oneLine(text: string, chars: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > chars ? `${line.slice(0, chars)}…` : line;
}
