import type { JsonObject } from "../base/json";
import { objectOf, parseJsonObject, textOf } from "../base/json";
import type { CallId, MessageId } from "../conversation/ids";
import { messageId } from "../conversation/ids";
import type { Message, ToolCallPart } from "../conversation/message";
import { repairMessages } from "../conversation/repair";
import type { ForeignSession } from "./session";

/** What of a foreign session goes on: what its model sees now, or all that was said, without its summaries. */
export type ContinuedPart = "context" | "everything";

/**
 * The conversation of a foreign session as one of ours. Calls that mean the same here get the names of our tools, all
 * others stay as they are, as a record. Seals go along: they are replayed only to the model that made them.
 */
export function continueMessages(
  session: ForeignSession,
  part: ContinuedPart,
  newId: () => string,
): readonly Message[] {
  const chosen = part === "context" ? session.context : session.messages.filter(({ role }) => role !== "summary");
  return repairMessages(withOurTools(chosen).map((message) => renewed(message, messageId(newId()))));
}

/** What a summary covers is in the other agent's file, not in our store. */
const renewed = (message: Message, id: MessageId): Message =>
  message.role === "summary" ? { ...message, id, covers: [] } : { ...message, id };

/** Calls, and with them their results, under the names of our tools where these mean the same. */
export function withOurTools(messages: readonly Message[]): readonly Message[] {
  const names = new Map<CallId, string>();
  return messages.map((message): Message => {
    if (message.role === "tool") return { ...message, toolName: names.get(message.callId) ?? message.toolName };
    if (message.role !== "assistant") return message;
    const parts = message.parts.map((part) => (part.type === "tool-call" ? mapCall(part) : part));
    for (const part of parts) if (part.type === "tool-call") names.set(part.callId, part.name);
    return { ...message, parts };
  });
}

interface OurTool {
  readonly name: string;
  /** Undefined where these arguments do not mean the same. */
  readonly input: (input: JsonObject) => JsonObject | undefined;
}

const reads: OurTool = {
  name: "read_file",
  input: ({ file_path, filePath, path, files }) => pathInput(file_path ?? filePath ?? path ?? onlyOf(files, "path")),
};
const runs: OurTool = {
  name: "terminal",
  input: ({ command, cmd, commands }) => {
    const line = textOf(command ?? cmd ?? onlyOf(commands));
    return line === "" ? undefined : { command: line };
  },
};
const writes: OurTool = {
  name: "write_file",
  input: ({ file_path, filePath, path, content }) => {
    const place = pathInput(file_path ?? filePath ?? path);
    return place && typeof content === "string" ? { ...place, content } : undefined;
  },
};
const edits: OurTool = {
  name: "patch",
  input: (input) => {
    const place = pathInput(input["file_path"] ?? input["filePath"] ?? input["path"]);
    const find = input["old_string"] ?? input["oldString"] ?? input["oldText"] ?? input["old_text"];
    const replace = input["new_string"] ?? input["newString"] ?? input["newText"] ?? input["new_text"];
    return place && typeof find === "string" && typeof replace === "string" ? { ...place, find, replace } : undefined;
  },
};
const searches: OurTool = {
  name: "search_files",
  input: ({ pattern, path }) =>
    textOf(pattern) === ""
      ? undefined
      : { pattern: textOf(pattern), ...(textOf(path) !== "" && { path: textOf(path) }) },
};

/** The single element of a list, or what it holds under a key. Several would be several calls of ours. */
function onlyOf(list: unknown, key?: string): unknown {
  if (!Array.isArray(list) || list.length !== 1) return undefined;
  const [only]: readonly unknown[] = list;
  return key === undefined ? only : objectOf(only)[key];
}

const pathInput = (path: unknown): JsonObject | undefined => (textOf(path) === "" ? undefined : { path: textOf(path) });

/** By the names that the agents give their tools. */
const OURS: ReadonlyMap<string, OurTool> = new Map([
  ...["Read", "read", "read_file", "read_files"].map((name) => [name, reads] as const),
  ...["Bash", "bash", "exec_command", "run_in_terminal", "run_commands"].map((name) => [name, runs] as const),
  ...["Write", "write", "write_file"].map((name) => [name, writes] as const),
  ...["Edit", "edit", "editor"].map((name) => [name, edits] as const),
  ...["Grep", "grep"].map((name) => [name, searches] as const),
]);

function mapCall(call: ToolCallPart): ToolCallPart {
  const ours = OURS.get(call.name);
  const input = ours?.input(parseJsonObject(call.inputJson) ?? {});
  return ours === undefined || input === undefined
    ? call
    : { ...call, name: ours.name, inputJson: JSON.stringify(input) };
}
