import type { JsonObject, JsonValue } from "../base/json";
import { isObject, parseJsonObject } from "../base/json";
import { joinPattern, rememberByText } from "../base/text";
import type { Todo } from "./ledger";
import { shellIntent } from "./shell-intent";

/** What a call means to do, read from its arguments: our own tools and those of agents whose sessions people import. */
export interface Intent {
  readonly files: readonly { readonly path: string; readonly operation: "read" | "written" | "deleted" }[];
  readonly command?: string;
  readonly cwd?: string;
  readonly branch?: string;
  readonly todos?: readonly Todo[];
}

const nothing: Intent = { files: [] };

const runTools = joinPattern(
  [
    "^(?:terminal|bash|sh|shell|zsh|exec|execute_bash|execute_command|run_commands?|run_terminal_cmd|",
    String.raw`run_in_terminal|run_shell_command|exec_command|local_shell(?:_call)?|container\.exec|powershell|`,
    "command)$",
  ],
  "i",
);
const readTools =
  /^(?:read_file|read_files|read|view|view_file|open|open_file|cat|get_file|fs_read|notebook_read|readfile)$/i;
const writeTools = joinPattern(
  [
    "^(?:write_file|write|create|create_file|edit|edit_file|editor|patch|apply_diff|insert|insert_content|",
    "multi_?edit|replace_in_file|write_to_file|search_replace|str_replace|fs_write|notebook_?edit|replace|",
    "writefile|insert_edit_into_file|replace_string_in_file)$",
  ],
  "i",
);
const deleteTools = /^(?:delete_file|remove_file|delete|remove|rm)$/i;
const editorTools = /^(?:str_replace_editor|str_replace_based_edit_tool|str_replace_editor_tool|text_editor)$/i;
const patchTools = /^(?:apply_patch|applypatch)$/i;
const todoTools =
  /^(?:todo|todo_?write|update_plan|write_todos|update_todos?|update_todo_list|manage_todo_list|task_tracker)$/i;

export function readIntent(name: string, inputJson: string): Intent {
  const byName = intentsOf(inputJson);
  const intent = byName.get(name) ?? intentOf(name, inputJson);
  byName.set(name, intent);
  return intent;
}

/**
 * The same command, or the same tool on the same file, is the same attempt; directories and pipes around it do not
 * matter.
 */
export function attemptName({ command, files }: Intent, tool: string): string {
  if (command === undefined) return `${tool} ${files[0]?.path ?? ""}`.trim();
  const bare = command.replace(/^cd \S+ && /, "").split("|", 1)[0];
  return bare?.trim().slice(0, 200) ?? command;
}

/** The same arguments, with the few tool names they came under. */
const intentsOf = rememberByText(() => new Map<string, Intent>());

function intentOf(name: string, inputJson: string): Intent {
  const args = parseJsonObject(inputJson);
  if (args === undefined) return patchTools.test(name) ? { files: patchedFiles(inputJson) } : nothing;
  if (runTools.test(name)) return commandIntent(args);
  if (todoTools.test(name)) return { ...nothing, ...readTodos(args) };
  if (patchTools.test(name))
    return {
      files: patchedFiles(
        optionalText(args["input"]) ?? optionalText(args["patch"]) ?? optionalText(args["patch_text"]) ?? "",
      ),
    };
  const operation = operationOf(name, args);
  return operation === undefined ? nothing : { files: pathsOf(args).map((path) => ({ path, operation })) };
}

function operationOf(name: string, args: JsonObject): "read" | "written" | "deleted" | undefined {
  if (readTools.test(name)) return "read";
  if (writeTools.test(name)) return "written";
  if (deleteTools.test(name)) return "deleted";
  if (!editorTools.test(name)) return undefined;
  const command = optionalText(args["command"]);
  const edits =
    command === undefined
      ? args["old_str"] !== undefined || args["new_str"] !== undefined || args["file_text"] !== undefined
      : command !== "view";
  return edits ? "written" : "read";
}

const pathKeys = [
  "path",
  "file_path",
  "filePath",
  "file",
  "filename",
  "file_name",
  "target_file",
  "absolute_path",
  "notebook_path",
  "uri",
] as const;
/** One call rarely names more; the bound keeps hostile arguments cheap. */
const MOST_PATHS = 50;

function pathsOf(args: JsonObject): readonly string[] {
  const single = pathKeys.map((key) => optionalText(args[key])).find((path) => path !== undefined && path !== "");
  if (single !== undefined) return [single];
  const many = args["files"] ?? args["paths"];
  if (!Array.isArray(many)) return [];
  return many
    .slice(0, MOST_PATHS)
    .flatMap((entry: JsonValue) => (typeof entry === "string" ? [entry] : isObject(entry) ? pathsOf(entry) : []));
}

function commandIntent(args: JsonObject): Intent {
  const command = commandText(args["command"] ?? args["cmd"] ?? args["commands"] ?? args["script"] ?? args["action"]);
  const cwd = optionalText(args["cwd"]) ?? optionalText(args["workdir"]) ?? optionalText(args["working_directory"]);
  if (command === undefined) return nothing;
  const shell = shellIntent(command);
  return { ...shell, command, ...(cwd === undefined || shell.cwd !== undefined ? {} : { cwd }) };
}

function commandText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value))
    return value
      .filter((word) => typeof word === "string")
      .join(value.some((word) => typeof word === "string" && word.includes(" ")) ? " && " : " ");
  return isObject(value) ? commandText(value["command"]) : undefined;
}

/** Patches name their files in `*** Update File:` lines, or in unified-diff headers. */
function patchedFiles(patch: string): Intent["files"] {
  const files: { readonly path: string; readonly operation: "written" | "deleted" }[] = [];
  for (const [, verb, named, plain] of patch.matchAll(
    /^(?:\*\*\* (Update|Add|Delete) File: (.{1,400})|\+\+\+ b?\/?(\S{1,400}))/gm,
  )) {
    const path = (named ?? plain ?? "").trim().replace(/\\n.*$/, "");
    if (path !== "" && path !== "dev/null") files.push({ path, operation: verb === "Delete" ? "deleted" : "written" });
    if (files.length >= MOST_PATHS) break;
  }
  return files;
}

const MOST_TODOS = 100;

/** A call without a list only shows it. */
function readTodos(args: JsonObject): Pick<Intent, "todos"> {
  const list = [args["todos"], args["items"], args["plan"], args["tasks"], args["todoList"], args["task_list"]].find(
    (value) => Array.isArray(value),
  );
  if (!Array.isArray(list)) return {};
  const todos = list.slice(0, MOST_TODOS).flatMap((item: JsonValue): readonly Todo[] => {
    if (typeof item === "string") return [{ text: item, state: "open" }];
    if (!isObject(item)) return [];
    const text = ["content", "text", "title", "step", "description", "task"]
      .map((key) => optionalText(item[key]))
      .find((value) => value !== undefined);
    return text === undefined
      ? []
      : [{ text, state: todoState(optionalText(item["status"]) ?? optionalText(item["state"]) ?? "") }];
  });
  return { todos };
}

function todoState(status: string): Todo["state"] {
  if (/^(?:done|completed?|finished|cancell?ed)$/i.test(status)) return "done";
  return /^(?:doing|in[_ -]?progress|active|started|current)$/i.test(status) ? "doing" : "open";
}

const optionalText = (value: JsonValue | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;
