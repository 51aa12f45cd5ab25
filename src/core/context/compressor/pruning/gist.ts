import type { JsonValue } from "../../../base/json";
import { parseJsonObject } from "../../../base/json";
import { joinPattern } from "../../../base/text";
import { errorLinesIn } from "../../../conversation/text/error-lines";
import { exitCodeIn } from "../../../conversation/text/tool-outcome";

const CLEARED = "[Old tool output cleared to save context space]";

/** One finished call as pruning sees it. */
export interface FinishedCall {
  readonly toolName: string;
  readonly inputJson: string;
  readonly text: string;
  readonly images: number;
  readonly failed: boolean;
}

/** One line that says which tool ran, on what, how it ended and how much it said. */
export function gistOf(call: FinishedCall): string {
  const rule = ruleFor(call);
  const failed = call.failed || (rule !== describeCommand && readsAsFailure(call.text));
  if (rule === undefined)
    return failed
      ? `[${call.toolName}] FAILED: ${firstErrorWords(call.text)}${imageNote(call)}`
      : `${CLEARED}${imageNote(call)}`;
  return `[${call.toolName}] ${rule({ args: parseArgs(call.inputJson), text: call.text, failed })}${imageNote(call)}`;
}

interface CallFacts {
  readonly args: Args;
  readonly text: string;
  readonly failed: boolean;
}

type Describe = (facts: CallFacts) => string;

/** Names differ from agent to agent; what a tool did reads the same. */
const RULES: readonly (readonly [RegExp, Describe])[] = [
  [
    joinPattern([
      "^(?:terminal|bash|shell|sh|exec|execute_bash|execute_command|run_command|run_terminal_cmd|",
      "run_in_terminal|local_shell|shell_command|powershell)$",
    ]),
    describeCommand,
  ],
  [/^(?:read_file|read|view|view_file|open|open_file|cat|read_many_files)$/, describeRead],
  [
    joinPattern([
      "^(?:search_files|grep|rg|ripgrep|search|search_file|search_dir|find_in_files|grep_search|",
      "codebase_search|file_search|find_file|search_code)$",
    ]),
    describeSearch,
  ],
  [/^(?:list_files|ls|list_dir|list_directory|glob|find|tree)$/, describeListing],
  [/^(?:write_file|write|write_to_file|create_file|create|save_file|new_file)$/, describeWrite],
  [
    joinPattern([
      "^(?:patch|edit|edit_file|multiedit|multi_edit|str_replace|str_replace_based_edit_tool|apply_patch|",
      "apply_diff|replace_in_file|insert|insert_content|search_replace)$",
    ]),
    describeEdit,
  ],
  [/^(?:session_search|lcm_grep|memory_search|recall)$/, describeRecall],
  [/^(?:web_fetch|fetch|fetch_url|browse|web_search|browser_action|read_url)$/, describeFetch],
  [/^(?:todo|todo_write|todowrite|update_todo_list|update_plan)$/, describeTodo],
  [/^memory$/, describeMemory],
];

function ruleFor(call: FinishedCall): Describe | undefined {
  const name = call.toolName.toLowerCase();
  if (name === "str_replace_editor" || name === "str_replace_based_edit_tool")
    return editorRule(parseArgs(call.inputJson));
  return RULES.find(([pattern]) => pattern.test(name))?.[1];
}

function editorRule(args: Args): Describe {
  const command = args.text("command");
  const isEdit = ["old_str", "new_str", "file_text"].some((name) => args.value(name) !== undefined);
  if (command === "view" || (command === undefined && !isEdit)) return describeRead;
  return command === "create" ? describeWrite : describeEdit;
}

function describeCommand({ args, text, failed }: CallFacts): string {
  const command = quoteLine(args.text("command", "cmd", "script", "input", "code") ?? "a command");
  const exit = exitCodeIn(text);
  const said = `${count(lineCount(text), "line", "lines")} output`;
  if (exit !== undefined) return `ran \`${command}\` -> exit ${exit}, ${said}${exit === 0 ? "" : errorNote(text)}`;
  return failed
    ? `ran \`${command}\` -> FAILED: ${firstErrorWords(text)}, ${said}`
    : `ran \`${command}\` -> ${said}${errorNote(text)}`;
}

function describeRead(facts: CallFacts): string {
  return ended(`read ${target(facts.args)}${lineRange(facts.args)}`, `(${chars(facts.text)})`, facts);
}

function describeSearch({ args, text, failed }: CallFacts): string {
  const wanted = `"${quoteLine(args.text("pattern", "query", "regex", "search_term", "q", "file_name") ?? "?")}"`;
  if (failed) return `searched for ${wanted} -> FAILED: ${firstErrorWords(text)}`;
  const found = matchCount(text);
  const where = found.files > 0 ? ` in ${count(found.files, "file", "files")}` : "";
  return `${count(found.matches, "match", "matches")} for ${wanted}${where}`;
}

function describeListing(facts: CallFacts): string {
  return ended(`listed ${target(facts.args)}`, `(${count(lineCount(facts.text), "entry", "entries")})`, facts);
}

function describeWrite(facts: CallFacts): string {
  const written = facts.args.text("content", "file_text", "contents", "text");
  return ended(
    `wrote ${target(facts.args)}`,
    written === undefined ? "-> done" : `(${written.length.toLocaleString("en-US")} chars) -> done`,
    facts,
  );
}

function describeEdit(facts: CallFacts): string {
  return ended(`edited ${target(facts.args)}`, "-> done", facts);
}

function describeRecall(facts: CallFacts): string {
  return ended(
    `looked up "${quoteLine(facts.args.text("query", "pattern", "q") ?? "?")}"`,
    `(${chars(facts.text)})`,
    facts,
  );
}

function describeFetch(facts: CallFacts): string {
  return ended(
    `fetched ${quoteLine(facts.args.text("url", "uri", "query") ?? "a page")}`,
    `(${chars(facts.text)})`,
    facts,
  );
}

function describeTodo(facts: CallFacts): string {
  return ended("updated the todo list", `(${count(lineCount(facts.text), "line", "lines")})`, facts);
}

function describeMemory(facts: CallFacts): string {
  return ended(`memory ${facts.args.text("action", "command") ?? "call"}`, `(${chars(facts.text)})`, facts);
}

const ended = (deed: string, size: string, { failed, text }: CallFacts): string =>
  failed ? `${deed} -> FAILED: ${firstErrorWords(text)}` : `${deed} ${size}`;

function matchCount(text: string): { readonly matches: number; readonly files: number } {
  const stated = /(?:found\s+)?(\d[\d,]*)\s+match(?:es)?(?:[^\n]{0,40}?\bin\s+(\d[\d,]*)\s+files?)?/i.exec(
    text.slice(0, 400),
  );
  if (stated?.[1] !== undefined) return { matches: numberOf(stated[1]), files: numberOf(stated[2] ?? "0") };
  if (/^\s*no (?:matches|results|files)/i.test(text)) return { matches: 0, files: 0 };
  const hits = text.split("\n").filter((line) => line.trim() !== "");
  return {
    matches: hits.length,
    files: new Set(hits.map((line) => /^([^\s:]+):\d+/.exec(line)?.[1]).filter((path) => path !== undefined)).size,
  };
}

const numberOf = (digits: string): number => Number(digits.replaceAll(",", ""));
const errorNote = (text: string): string => {
  const line = errorLineOf(text);
  return line === undefined ? "" : `; error: ${line}`;
};
const target = (args: Args): string =>
  quoteLine(
    args.text("path", "file_path", "filePath", "filename", "file", "directory", "dir", "pattern", "target_file") ??
      "a file",
  );
const chars = (text: string): string => `${text.length.toLocaleString("en-US")} chars`;
const count = (amount: number, one: string, many: string): string =>
  `${amount.toLocaleString("en-US")} ${amount === 1 ? one : many}`;
const imageNote = (call: FinishedCall): string =>
  call.images === 0 ? "" : ` (with ${count(call.images, "image", "images")}, removed)`;

function lineCount(text: string): number {
  const trimmed = text.trimEnd();
  return trimmed === "" ? 0 : trimmed.split("\n").length;
}

function lineRange(args: Args): string {
  const range = args.value("view_range");
  if (Array.isArray(range) && typeof range[0] === "number")
    return ` lines ${range[0]}-${typeof range[1] === "number" && range[1] > 0 ? range[1] : "end"}`;
  const offset = args.number("offset", "start_line", "startLine", "line_number");
  const limit = args.number("limit");
  const end = args.number("end_line", "endLine") ?? (limit === undefined ? undefined : (offset ?? 1) + limit - 1);
  return offset === undefined && end === undefined ? "" : ` lines ${offset ?? 1}-${end ?? "end"}`;
}

interface Args {
  value(name: string): JsonValue | undefined;
  text(...names: string[]): string | undefined;
  number(...names: string[]): number | undefined;
}

function parseArgs(inputJson: string): Args {
  const fields = parseJsonObject(inputJson) ?? {};
  const value = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return {
    value,
    text: (...names) =>
      names
        .map(value)
        .map(asText)
        .find((found) => found !== undefined),
    number: (...names) => names.map(value).find((found) => typeof found === "number"),
  };
}

function asText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join(" ") : undefined;
}

const QUOTED_CHARS = 120;
const FAILED_START = /^\s*(?:error\b|traceback\b|fatal\b|exception\b|command failed|tool .{0,40}failed)/i;

/** True where the words say that the call failed although nothing flagged it. */
const readsAsFailure = (text: string): boolean => FAILED_START.test(text.slice(0, QUOTED_CHARS));

const firstErrorWords = (text: string): string =>
  errorLineOf(text) ?? quoteLine(text.trimStart().split("\n", 1)[0] || "no output");

function errorLineOf(text: string): string | undefined {
  const line = errorLinesIn(text, 1)[0];
  return line === undefined ? undefined : quoteLine(line);
}

function quoteLine(line: string): string {
  const flat = line
    .slice(0, 4 * QUOTED_CHARS)
    .replace(/\s+/g, " ")
    .trim();
  return flat.length <= QUOTED_CHARS ? flat : `${flat.slice(0, QUOTED_CHARS)}…`;
}
