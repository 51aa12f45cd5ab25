import type { JsonValue } from "../../conversation/message";
import { exitCodeIn } from "../../conversation/tool-outcome";
import { parseJson } from "./arguments";
import { errorLineOf, firstErrorWords, quoteLine, readsAsFailure } from "./outcome";

export const CLEARED = "[Old tool output cleared to save context space]";

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
  const failed = call.failed || (rule !== tellCommand && readsAsFailure(call.text));
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

type Tell = (facts: CallFacts) => string;

/** Names differ from agent to agent; what a tool did reads the same. */
const RULES: readonly (readonly [RegExp, Tell])[] = [
  [
    /^(?:terminal|bash|shell|sh|exec|execute_bash|execute_command|run_command|run_terminal_cmd|run_in_terminal|local_shell|shell_command|powershell)$/,
    tellCommand,
  ],
  [/^(?:read_file|read|view|view_file|open|open_file|cat|read_many_files)$/, tellRead],
  [
    /^(?:search_files|grep|rg|ripgrep|search|search_file|search_dir|find_in_files|grep_search|codebase_search|file_search|find_file|search_code)$/,
    tellSearch,
  ],
  [/^(?:list_files|ls|list_dir|list_directory|glob|find|tree)$/, tellListing],
  [/^(?:write_file|write|write_to_file|create_file|create|save_file|new_file)$/, tellWrite],
  [
    /^(?:patch|edit|edit_file|multiedit|multi_edit|str_replace|str_replace_based_edit_tool|apply_patch|apply_diff|replace_in_file|insert|insert_content|search_replace)$/,
    tellEdit,
  ],
  [/^(?:session_search|lcm_grep|memory_search|recall)$/, tellRecall],
  [/^(?:web_fetch|fetch|fetch_url|browse|web_search|browser_action|read_url)$/, tellFetch],
  [/^(?:todo|todo_write|todowrite|update_todo_list|update_plan)$/, tellTodo],
  [/^memory$/, tellMemory],
];

function ruleFor(call: FinishedCall): Tell | undefined {
  const name = call.toolName.toLowerCase();
  if (name === "str_replace_editor" || name === "str_replace_based_edit_tool")
    return editorRule(parseArgs(call.inputJson));
  return RULES.find(([pattern]) => pattern.test(name))?.[1];
}

function editorRule(args: Args): Tell {
  const command = args.text("command");
  if (command === "view") return tellRead;
  return command === "create" ? tellWrite : tellEdit;
}

function tellCommand({ args, text, failed }: CallFacts): string {
  const command = quoteLine(args.text("command", "cmd", "script", "input", "code") ?? "a command");
  const exit = exitCodeIn(text);
  const said = `${count(lineCount(text), "line", "lines")} output`;
  if (exit !== undefined) return `ran \`${command}\` -> exit ${exit}, ${said}${exit === 0 ? "" : errorNote(text)}`;
  return failed
    ? `ran \`${command}\` -> FAILED: ${firstErrorWords(text)}, ${said}`
    : `ran \`${command}\` -> ${said}${errorNote(text)}`;
}

function tellRead(facts: CallFacts): string {
  return ended(`read ${target(facts.args)}${lineRange(facts.args)}`, `(${chars(facts.text)})`, facts);
}

function tellSearch({ args, text, failed }: CallFacts): string {
  const wanted = `"${quoteLine(args.text("pattern", "query", "regex", "search_term", "q", "file_name") ?? "?")}"`;
  if (failed) return `searched for ${wanted} -> FAILED: ${firstErrorWords(text)}`;
  const found = matchCount(text);
  return `${count(found.matches, "match", "matches")} for ${wanted}${found.files > 0 ? ` in ${count(found.files, "file", "files")}` : ""}`;
}

function tellListing(facts: CallFacts): string {
  return ended(`listed ${target(facts.args)}`, `(${count(lineCount(facts.text), "entry", "entries")})`, facts);
}

function tellWrite(facts: CallFacts): string {
  const written = facts.args.text("content", "file_text", "contents", "text");
  return ended(
    `wrote ${target(facts.args)}`,
    written === undefined ? "-> done" : `(${written.length.toLocaleString("en-US")} chars) -> done`,
    facts,
  );
}

function tellEdit(facts: CallFacts): string {
  return ended(`edited ${target(facts.args)}`, "-> done", facts);
}

function tellRecall(facts: CallFacts): string {
  return ended(
    `looked up "${quoteLine(facts.args.text("query", "pattern", "q") ?? "?")}"`,
    `(${chars(facts.text)})`,
    facts,
  );
}

function tellFetch(facts: CallFacts): string {
  return ended(
    `fetched ${quoteLine(facts.args.text("url", "uri", "query") ?? "a page")}`,
    `(${chars(facts.text)})`,
    facts,
  );
}

function tellTodo(facts: CallFacts): string {
  return ended("updated the todo list", `(${count(lineCount(facts.text), "line", "lines")})`, facts);
}

function tellMemory(facts: CallFacts): string {
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
  const parsed = parseJson(inputJson);
  const fields: Readonly<Record<string, JsonValue>> = isFields(parsed) ? parsed : {};
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

const isFields = (value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> =>
  value !== undefined && value !== null && typeof value === "object" && !Array.isArray(value);

function asText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join(" ") : undefined;
}
