import type { UnknownObject } from "../../base/json";
import { countOf, listOf, objectOf, textOf } from "../../base/json";
import { callId } from "../../conversation/ids";
import type { Origin } from "../../conversation/message";
import { readAnthropicEntry } from "../../conversation/transcript/anthropic-content";
import { ConversationBuilder } from "../reading/conversation-builder";
import { timeOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignFile, ForeignRequest, ForeignSession } from "../session";

/**
 * Cline's messages, of the command line (`<id>.messages.json`, version 3) and of the extension
 * (`api_conversation_history.json`): Anthropic's form, with usage in `metrics` or `ts` and `modelInfo` beside.
 */
export function readCline(value: unknown, file: ForeignFile): ForeignSession {
  const counts = new RecordCounts();
  const builder = new ConversationBuilder();
  const requests: ForeignRequest[] = [];
  const root = objectOf(value);
  const entries = listOf(Array.isArray(value) ? value : root["messages"]);
  entries.forEach((entry, index) => {
    const role = entry["role"];
    if (role !== "user" && role !== "assistant") return counts.count(role);
    const info = objectOf(entry["modelInfo"]);
    const model = textOf(info["id"]) || textOf(info["modelId"]) || "unknown";
    const origin: Origin = { protocol: "anthropic-messages", provider: textOf(info["provider"]), model };
    const id = textOf(entry["id"]) || `m${index}`;
    if (entry["metrics"] !== undefined) requests.push(requestOf(entry, id, model));
    const read = readAnthropicEntry({ role, content: entry["content"], id, origin }, (call) =>
      builder.nameOf(callId(call)),
    );
    for (const message of read) builder.add(message);
  });
  const times = entries.map((entry) => timeOf(entry["ts"])).filter((at) => at > 0);
  return {
    agent: "cline",
    id: file.id,
    path: file.path,
    title: titleFor(builder.messages),
    workspace: file.workspace ?? textOf(root["cwd"]),
    version: String(root["version"] ?? ""),
    startedAt: times.at(0) ?? file.modifiedAt,
    endedAt: times.at(-1) ?? file.modifiedAt,
    messages: builder.messages,
    context: builder.context,
    compactions: [],
    requests,
    sidechains: [],
    unknown: counts.unknown,
    unreadable: entries.length === 0 ? 1 : 0,
  };
}

function requestOf(entry: UnknownObject, id: string, model: string): ForeignRequest {
  const metrics = objectOf(entry["metrics"]);
  const tokens = { ...metrics, ...objectOf(metrics["tokens"]) };
  return {
    id,
    at: timeOf(entry["ts"]),
    model,
    usage: {
      input: countOf(tokens["inputTokens"] ?? tokens["prompt"]),
      cacheRead: countOf(tokens["cacheReadTokens"] ?? tokens["cached"]),
      cacheWrite: countOf(tokens["cacheWriteTokens"]),
      output: countOf(tokens["outputTokens"] ?? tokens["completion"]),
      reasoning: 0,
    },
  };
}
