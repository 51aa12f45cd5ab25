import type { JsonObject } from "../../base/json";
import { isObject } from "../../base/json";
import { takeStart } from "../../base/text";

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly readOnly: boolean;
}

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

export interface AdmittedTools {
  readonly tools: readonly McpTool[];
  /** Names of tools that cannot be offered. */
  readonly leftOut: readonly string[];
  /** Names of tools whose description was cut. */
  readonly shortened: readonly string[];
}

/** Descriptions and schemas are part of every request: these sizes hold any honest tool. */
const MAX_DESCRIPTION_CHARS = 8_000;
const MAX_SCHEMA_CHARS = 64_000;
const MAX_SCHEMA_DEPTH = 40;
const MAX_NAME_CHARS = 200;
/** Servers with more tools exist in no list of servers; models get lost in fewer. */
const MAX_TOOLS = 256;

/** The tools of a server that fit into a request, as plain data. */
export function admitTools(listed: readonly ListedTool[]): AdmittedTools {
  const tools: McpTool[] = [];
  const names = new Set<string>();
  const leftOut: string[] = [];
  const shortened: string[] = [];
  for (const tool of listed) {
    // A name that is listed twice means one tool: which of the two a call would reach, only the server knows.
    const isOneMore = tools.length < MAX_TOOLS && tool.name.length <= MAX_NAME_CHARS && !names.has(tool.name);
    const parameters = isOneMore ? plainSchema(tool) : undefined;
    if (parameters === undefined) {
      leftOut.push(tool.name);
      continue;
    }
    const description = takeStart(tool.description ?? "", MAX_DESCRIPTION_CHARS);
    if (description !== (tool.description ?? "")) shortened.push(tool.name);
    names.add(tool.name);
    tools.push({ name: tool.name, description, parameters, readOnly: tool.annotations?.readOnlyHint === true });
  }
  return { tools, leftOut, shortened };
}

/** Depth first: printing a value that nests too deep overflows the stack. */
function plainSchema({ inputSchema }: ListedTool): JsonObject | undefined {
  if (!isWithinDepth(inputSchema, MAX_SCHEMA_DEPTH)) return undefined;
  const json = JSON.stringify(inputSchema);
  return json.length > MAX_SCHEMA_CHARS ? undefined : JSON.parse(json);
}

const isWithinDepth = (value: unknown, levels: number): boolean =>
  (!isObject(value) && !Array.isArray(value)) ||
  (levels > 0 && Object.values(value).every((inner) => isWithinDepth(inner, levels - 1)));
