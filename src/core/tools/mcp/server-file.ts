import type { JsonValue } from "../../base/json";
import { isObject, parseJson } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { McpServerSetting } from "./server-setting";

/** Servers that a text describes, and one sentence for each that is left out. */
export interface ServerFile {
  readonly servers: Readonly<Record<string, McpServerSetting>>;
  readonly problems: readonly Sentence[];
}

/**
 * Reads servers as other programs write them: VS Code's `.vscode/mcp.json` (`servers`), `.mcp.json` (`mcpServers`), or
 * one object by name, with comments and trailing commas. `folder` takes the place of `${workspaceFolder}`.
 */
export function readServerFile(text: string, folder: string): ServerFile {
  const content = parseJson(withoutComments(text));
  if (!isObject(content)) return { servers: {}, problems: [sentence("The text is not a JSON object.")] };
  const table = content["servers"] ?? content["mcpServers"] ?? content;
  const servers: Record<string, McpServerSetting> = {};
  const problems: Sentence[] = [];
  for (const [name, entry] of Object.entries(isObject(table) ? table : {})) {
    const read = readServer(entry, folder);
    if ("problem" in read)
      problems.push(sentence('The MCP server "{name}" is left out: {why}', { name, why: read.problem }));
    else servers[name] = read;
  }
  return { servers, problems };
}

function readServer(entry: JsonValue, folder: string): McpServerSetting | { readonly problem: Sentence } {
  if (!isObject(entry)) return { problem: sentence("it is not an object.") };
  const filled = fillIn(entry, folder);
  if (JSON.stringify(filled).includes("${"))
    return { problem: sentence("it asks for a value that Hermes does not fill in.") };
  if (filled["envFile"] !== undefined) return { problem: sentence("it reads its variables from a file.") };
  if (filled["type"] === "sse") return { problem: sentence("it speaks SSE, which Hermes does not.") };
  const { command, args, env, cwd, url, headers } = filled;
  if (typeof command === "string" && isTexts(args) && isTextTable(env) && isText(cwd))
    return { command, ...(args && { args }), ...(env && { env }), ...(cwd !== undefined && { cwd }) };
  if (typeof url === "string" && URL.canParse(url) && isTextTable(headers)) return { url, ...(headers && { headers }) };
  return { problem: sentence("it has neither a command nor an address.") };
}

/** Words of a command line; quotes keep blanks together. */
export const splitCommandLine = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? "");

/** Secrets of the environment stay out: whoever wrote the file could send them anywhere. */
function fillIn(entry: JsonValue & object, folder: string): Readonly<Record<string, JsonValue>> {
  const name = folder.split(/[\\/]/).at(-1) ?? folder;
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === "string")
      return value.replaceAll("${workspaceFolder}", folder).replaceAll("${workspaceFolderBasename}", name);
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)])) : value;
  };
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, fill(value as JsonValue)]));
}

/** Comments and trailing commas, which editors allow in settings; strings stay as they are. */
const withoutComments = (text: string): string =>
  text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string: string | undefined) => string ?? "")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? "");

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] | undefined =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === "string"));
const isTextTable = (value: unknown): value is Readonly<Record<string, string>> | undefined =>
  value === undefined || (isObject(value) && Object.values(value).every((one) => typeof one === "string"));
