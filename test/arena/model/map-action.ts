import { isAbsolute, join } from "node:path";
import type { ReplyPart } from "../../support/model-server/reply";
import { toolCall } from "../../support/model-server/reply";
import type { ArenaAction } from "../task/task";
import type { OfferedTool } from "./request-view";

type Doing = Exclude<ArenaAction, { readonly kind: "probe" }>;

const NAMES = {
  read: /^(?:read|read_?files?|view|open_file)$/i,
  search: /^(?:grep|search_files|grep_search|search_file_content|search_codebase|rg)$/i,
  edit: /^(?:edit|patch|replace|edit_file|str_replace|editor)$/i,
  run: /^(?:bash|shell|terminal|exec_command|run_shell_command|execute_command|run_commands?|shell_command)$/i,
} as const;

const PATH = ["file_path", "filePath", "absolute_path", "target_file", "path"];
const OLD_TEXT = ["old_string", "oldString", "old_text", "oldText", "old_str", "find"];
const NEW_TEXT = ["new_string", "newString", "new_text", "newText", "new_str", "replace"];

/**
 * An action as a call of the tools that an agent offers. What it has no tool for goes through its shell, as models do
 * it; an agent without a shell cannot take part.
 */
export function mapAction(action: Doing, tools: readonly OfferedTool[], workspace: string): ReplyPart | undefined {
  return native(action, tools, workspace) ?? throughShell(action, tools);
}

export const hasTool = (kind: Doing["kind"], tools: readonly OfferedTool[]): boolean =>
  tools.some(({ name }) => NAMES[kind].test(name));

function native(action: Doing, tools: readonly OfferedTool[], workspace: string): ReplyPart | undefined {
  const tool = tools.find(({ name }) => NAMES[action.kind].test(name));
  if (tool === undefined || action.kind === "run") return undefined;
  const absolute = isAbsolute(action.path) ? action.path : join(workspace, action.path);
  if (action.kind === "read" && tool.properties["files"] !== undefined)
    return toolCall(tool.name, { files: [{ path: absolute }] });
  const path = parameter(tool, PATH);
  if (path === undefined) return undefined;
  const place = { [path]: absolute };
  if (action.kind === "read") return toolCall(tool.name, place);
  if (action.kind === "search")
    return tool.properties["pattern"] && toolCall(tool.name, { pattern: action.pattern, ...place });
  const [before, after] = [parameter(tool, OLD_TEXT), parameter(tool, NEW_TEXT)];
  if (before !== undefined && after !== undefined)
    return toolCall(tool.name, { ...place, [before]: action.find, [after]: action.replace });
  return tool.properties["edits"] === undefined
    ? undefined
    : toolCall(tool.name, { ...place, edits: [{ oldText: action.find, newText: action.replace }] });
}

const parameter = (tool: OfferedTool, names: readonly string[]): string | undefined =>
  names.find((name) => tool.properties[name] !== undefined);

function throughShell(action: Doing, tools: readonly OfferedTool[]): ReplyPart | undefined {
  const shell = tools.find(({ name }) => NAMES.run.test(name));
  if (shell === undefined) return undefined;
  const command = shellCommand(action);
  const described = shell.properties["description"] === undefined ? {} : { description: "Run a command" };
  for (const name of ["command", "cmd", "commands"]) {
    const property = shell.properties[name];
    if (property === undefined) continue;
    if (name === "commands") return toolCall(shell.name, { [name]: [command], ...described });
    const value = property["type"] === "array" ? ["sh", "-c", command] : command;
    return toolCall(shell.name, { [name]: value, ...described });
  }
  return undefined;
}

function shellCommand(action: Doing): string {
  if (action.kind === "run") return action.command;
  if (action.kind === "read") return `cat ${action.path}`;
  // Sorted, because some agents bring a grep of their own that searches files at the same time, in any order.
  if (action.kind === "search") return `grep -rn "${action.pattern}" ${action.path} | sort`;
  // Generated text holds no character that sed would read as its own.
  return `sed -i 's|${action.find}|${action.replace}|' ${action.path}`;
}
