import type { JsonObject } from "../../base/json";
import { countOf, textOf } from "../../base/json";
import { promptTokens } from "../../conversation/usage";
import { redactSecrets } from "../../redact/secrets";
import { checkCompaction } from "../check-compaction";
import { readForeignSession } from "../read-session";
import { searchForModel } from "../search/past";
import { snippetOf } from "../search/search";
import type { WorkspaceWorld } from "../search/workspace-files";
import { workspaceFiles } from "../search/workspace-files";
import type { ForeignSession } from "../session";
import { newestRequest, recordedText } from "../session";

/**
 * What other agents may ask about the sessions of this workspace: read-only, without secrets, and never about another
 * folder. The texts are for models, so they are English.
 */
export interface DoorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  run(world: WorkspaceWorld, input: JsonObject, signal: AbortSignal): Promise<string>;
}

const MOST_HITS = 20;
const OUTPUT_CHARS = 20_000;
const RECALLED_LINES = 30;
const LINE_CHARS = 300;
const LOST_SHOWN = 40;

const text = (description: string): JsonObject => ({ type: "string", description });
const session = text("Id of a session, as session_search shows it. Without one, the newest session of this workspace.");

export const DOOR_TOOLS: readonly DoorTool[] = [
  {
    name: "session_search",
    description:
      "Searches every coding session of this workspace, of this agent and of others, including what compactions " +
      "dropped from the context. Use it when you need a fact, a name, an output, or a decision that you no longer see.",
    inputSchema: {
      type: "object",
      properties: { query: text("Words that the message contains, all of them."), limit: { type: "number" } },
      required: ["query"],
    },
    run: search,
  },
  {
    name: "read_output",
    description: "Reads one message or tool output of a session in full, as session_search names it.",
    inputSchema: {
      type: "object",
      properties: { session, message: text("Id of the message."), offset: { type: "number" } },
      required: ["session", "message"],
    },
    run: readOutput,
  },
  {
    name: "context_report",
    description:
      "Reports how full the context window of a session is, its requests and cache reads, and for each compaction " +
      "which names were lost and which claims of the summary the record contradicts.",
    inputSchema: { type: "object", properties: { session } },
    run: report,
  },
  {
    name: "recall",
    description: "Lines about a name (a file, function, port, number, error) from everything said in this workspace.",
    inputSchema: { type: "object", properties: { name: text("The exact name."), session }, required: ["name"] },
    run: recall,
  },
];

async function search(world: WorkspaceWorld, input: JsonObject, signal: AbortSignal): Promise<string> {
  const limit = Math.min(MOST_HITS, countOf(input["limit"]) || MOST_HITS);
  const lines: string[] = [];
  const files = await workspaceFiles(world, signal);
  for await (const hit of searchForModel(files, textOf(input["query"]), signal)) {
    lines.push(`[${hit.file.agent}, session ${hit.file.id}, message ${hit.messageId}, ${hit.role}] ${hit.snippet}`);
    if (lines.length >= limit) break;
  }
  return lines.length === 0 ? "Nothing found. Try fewer or other words." : redactSecrets(lines.join("\n"));
}

async function readOutput(world: WorkspaceWorld, input: JsonObject, signal: AbortSignal): Promise<string> {
  const found = await findSession(world, textOf(input["session"]), signal);
  if (found === undefined) return "There is no such session in this workspace.";
  const message = found.messages.find(({ id }) => id === input["message"]);
  if (message === undefined) return "There is no such message in this session.";
  // Redacted as a whole: a part of a secret would not be recognized.
  const whole = redactSecrets(recordedText(message));
  const offset = countOf(input["offset"]);
  const part = whole.slice(offset, offset + OUTPUT_CHARS);
  const rest = whole.length - offset - part.length;
  return rest > 0 ? `${part}\n[${rest} more characters; continue with offset ${offset + part.length}]` : part;
}

async function report(world: WorkspaceWorld, input: JsonObject, signal: AbortSignal): Promise<string> {
  const found = await findSession(world, textOf(input["session"]), signal);
  if (found === undefined) return "There is no session in this workspace.";
  const newest = newestRequest(found);
  const read = found.requests.reduce((sum, { usage }) => sum + usage.cacheRead, 0);
  const prompt = found.requests.reduce((sum, { usage }) => sum + promptTokens(usage), 0);
  const lines = [
    `${found.agent}, session ${found.id}: ${found.title}`,
    newest === undefined
      ? "No token counts are recorded."
      : `Context: ${promptTokens(newest.usage)} tokens in the newest request to ${newest.model}` +
        `${found.windowTokens === undefined ? "" : ` of ${found.windowTokens}`}.`,
    `Requests: ${found.requests.length}. Read from the cache: ${Math.round((100 * read) / Math.max(1, prompt))}%.`,
    ...found.compactions.map((compaction, index) => {
      const { names, lost, claims } = checkCompaction(found, compaction);
      const wrong = claims.filter(({ verdict }) => verdict === "contradicted");
      return [
        `Compaction ${index + 1}: lost ${lost.length} of ${names.length} names` +
          `${lost.length === 0 ? "" : `: ${lost.slice(0, LOST_SHOWN).join(", ")}`}.`,
        ...wrong.map((claim) => `  The record contradicts: "${claim.text}"`),
      ].join("\n");
    }),
  ];
  return redactSecrets(lines.join("\n"));
}

async function recall(world: WorkspaceWorld, input: JsonObject, signal: AbortSignal): Promise<string> {
  const name = textOf(input["name"]).trim();
  if (name === "") return "Name what you look for.";
  const id = textOf(input["session"]);
  const files = (await workspaceFiles(world, signal)).filter((file) => id === "" || file.id === id);
  const lines: string[] = [];
  for await (const { text: said, role, messageId } of searchForModel(files, name, signal)) {
    for (const line of said.split("\n").filter((one) => one.toLowerCase().includes(name.toLowerCase()))) {
      const shown = line.length > LINE_CHARS ? snippetOf(line, [name.toLowerCase()]) : line.trim();
      lines.push(`[${role}, message ${messageId}] ${shown}`);
    }
    if (lines.length >= RECALLED_LINES) break;
  }
  return lines.length === 0 ? "Nothing is known about this name." : lines.slice(0, RECALLED_LINES).join("\n");
}

async function findSession(
  world: WorkspaceWorld,
  id: string,
  signal: AbortSignal,
): Promise<ForeignSession | undefined> {
  const files = await workspaceFiles(world, signal);
  const file = id === "" ? files[0] : files.find((one) => one.id === id);
  return file && readForeignSession(file, signal);
}
