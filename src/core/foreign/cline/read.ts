import type { UnknownObject } from "../../base/json";
import { countOf, listOf, objectOf, textOf } from "../../base/json";
import { callId } from "../../conversation/ids";
import type { Message, Origin } from "../../conversation/message";
import { readAnthropicEntry } from "../../conversation/transcript/anthropic-content";
import { ConversationBuilder } from "../reading/conversation-builder";
import { timeOf, versionOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignFile, ForeignRequest, ForeignSession } from "../session";

/** Files of the command line in the folder of a session: what it says about the session, and its sub-agents. */
export interface ClineFolder {
  readonly header: unknown;
  readonly subAgents: readonly { readonly id: string; readonly value: unknown }[];
}

/**
 * Cline's messages, of the command line (`<id>.messages.json`) and of the extension (`api_conversation_history.json`):
 * Anthropic's form, with usage in `metrics` beside.
 */
export function readCline(value: unknown, file: ForeignFile, folder?: ClineFolder): ForeignSession {
  const counts = new RecordCounts();
  const main = readConversation(value, counts);
  const sidechains = (folder?.subAgents ?? []).map(({ id, value: own }) => {
    const { messages, requests } = readConversation(own, counts);
    return { id, title: titleFor(messages), messages, requests: requests.map((one) => ({ ...one, sidechain: id })) };
  });
  const header = objectOf(folder?.header);
  const root = objectOf(value);
  return {
    agent: "cline",
    id: file.id,
    path: file.path,
    title: textOf(objectOf(header["metadata"])["title"]) || titleFor(main.messages),
    workspace: file.workspace ?? (textOf(header["workspace_root"]) || textOf(header["cwd"]) || textOf(root["cwd"])),
    version: textOf(objectOf(root["origin"])["version"]) || versionOf(root["version"]),
    startedAt: main.times.at(0) ?? file.modifiedAt,
    endedAt: main.times.at(-1) ?? file.modifiedAt,
    messages: main.messages,
    context: main.messages,
    compactions: [],
    requests: [...main.requests, ...sidechains.flatMap(({ requests }) => requests)],
    sidechains: sidechains.map(({ id, title, messages }) => ({ id, title, messages })),
    unknown: counts.unknown,
    unreadable: main.entries === 0 ? 1 : 0,
  };
}

interface Conversation {
  readonly entries: number;
  readonly messages: readonly Message[];
  readonly requests: readonly ForeignRequest[];
  readonly times: readonly number[];
}

function readConversation(value: unknown, counts: RecordCounts): Conversation {
  const builder = new ConversationBuilder();
  const requests: ForeignRequest[] = [];
  const entries = listOf(Array.isArray(value) ? value : objectOf(value)["messages"]);
  entries.forEach((entry, index) => {
    const role = entry["role"];
    if (role !== "user" && role !== "assistant") return counts.count(role);
    // Shown in the terminal, such as an error of the provider; no model saw it.
    if (objectOf(entry["metadata"])["displayOnly"] === true) return;
    const info = objectOf(entry["modelInfo"]);
    const model = textOf(info["id"]) || textOf(info["modelId"]) || "unknown";
    const origin: Origin = { protocol: "anthropic-messages", provider: textOf(info["provider"]), model };
    const id = textOf(entry["id"]) || `m${index}`;
    if (entry["metrics"] !== undefined) requests.push(requestOf(entry, id, model));
    const read = readAnthropicEntry({ role, content: contentOf(entry["content"]), id, origin }, (call) =>
      builder.nameOf(callId(call)),
    );
    for (const message of read) builder.add(message);
  });
  const times = entries.map((entry) => timeOf(entry["ts"])).filter((at) => at > 0);
  return { entries: entries.length, messages: builder.messages, requests, times };
}

/** In Anthropic's form: what a person typed stands in a tag, and a tool's result is a list of queries with answers. */
function contentOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown) => {
    const { type, text, content: answers } = objectOf(block);
    if (type === "text" && typeof text === "string") return { type, text: USER_INPUT.exec(text)?.[1] ?? text };
    if (type !== "tool_result" || !Array.isArray(answers)) return block;
    const results = answers.map(objectOf);
    if (!results.every((answer) => "success" in answer)) return block;
    return {
      ...objectOf(block),
      content: results.map((answer) => ({ type: "text", text: textOf(answer["result"]) || textOf(answer["error"]) })),
      is_error: results.some((answer) => answer["success"] !== true),
    };
  });
}

const USER_INPUT = /^<user_input mode="\w+">([\s\S]*)<\/user_input>$/;

/** `inputTokens` holds the whole prompt, also what the cache served; `tokens` is the form of the extension. */
function requestOf(entry: UnknownObject, id: string, model: string): ForeignRequest {
  const metrics = objectOf(entry["metrics"]);
  const tokens = objectOf(metrics["tokens"]);
  const cacheRead = countOf(metrics["cacheReadTokens"] ?? tokens["cached"]);
  const cacheWrite = countOf(metrics["cacheWriteTokens"]);
  const prompt = countOf(metrics["inputTokens"] ?? tokens["prompt"]);
  return {
    id,
    at: timeOf(entry["ts"]),
    model,
    usage: {
      input: Math.max(0, prompt - cacheRead - cacheWrite),
      cacheRead,
      cacheWrite,
      output: countOf(metrics["outputTokens"] ?? tokens["completion"]),
      reasoning: 0,
    },
  };
}
