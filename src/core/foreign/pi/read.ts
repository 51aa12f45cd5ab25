import type { JsonObject, UnknownObject } from "../../base/json";
import { countOf, listOf, objectOf, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { AssistantPart, ImagePart, ImageType, Message, Protocol, TextPart } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { ConversationBuilder } from "../reading/conversation-builder";
import type { LineFold, StartFold } from "../reading/line-fold";
import { timeOf, versionOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignRequest, ForeignSession } from "../session";

/** pi, format version 3: a tree of entries with `parentId`. */
export const startPiFold: StartFold = (file) => new PiFold(file);

const SILENT: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "label",
  "custom",
  "session_info",
]);

class PiFold implements LineFold {
  private readonly file: Parameters<StartFold>[0];
  private readonly entries = new Map<string, JsonObject>();
  private readonly counts = new RecordCounts();
  private leaf: string | undefined;
  private workspace: string;
  private version = "";
  private startedAt = 0;
  private endedAt = 0;

  constructor(file: Parameters<StartFold>[0]) {
    this.file = file;
    this.workspace = file.workspace ?? "";
  }

  add(record: JsonObject): void {
    const at = timeOf(record["timestamp"]);
    this.startedAt ||= at;
    this.endedAt = Math.max(this.endedAt, at);
    if (record["type"] === "session") {
      this.workspace = textOf(record["cwd"]) || this.workspace;
      this.version = versionOf(record["version"]);
      return;
    }
    const id = textOf(record["id"]);
    if (id === "") return this.counts.count(record["type"]);
    this.entries.set(id, record);
    this.leaf = id;
    if (!["message", "compaction", "branch_summary", ...SILENT].includes(textOf(record["type"])))
      this.counts.count(record["type"]);
  }

  skip(): void {
    this.counts.unreadable++;
  }

  session(): ForeignSession {
    const builder = new ConversationBuilder();
    const requests: ForeignRequest[] = [];
    const unknown = new RecordCounts(this.counts);
    for (const entry of this.branch()) {
      if (entry["type"] === "compaction") addCompaction(builder, entry);
      if (entry["type"] !== "message") continue;
      const message = objectOf(entry["message"]);
      if (message["role"] === "assistant" && message["usage"] !== undefined)
        requests.push({
          id: textOf(entry["id"]),
          at: timeOf(entry["timestamp"]),
          model: textOf(message["model"]) || "unknown",
          usage: usageIn(message["usage"]),
        });
      const read = readMessage(message, textOf(entry["id"]));
      if (read === "unknown") unknown.count(`message/${textOf(message["role"])}`);
      else if (read !== undefined) builder.add(read);
    }
    return {
      agent: "pi",
      id: this.file.id,
      path: this.file.path,
      title: titleFor(builder.messages),
      workspace: this.workspace,
      version: this.version,
      startedAt: this.startedAt,
      endedAt: this.endedAt,
      messages: builder.messages,
      context: builder.context,
      compactions: builder.compactions,
      requests,
      sidechains: [],
      unknown: unknown.unknown,
      unreadable: unknown.unreadable,
    };
  }

  private branch(): readonly JsonObject[] {
    const branch: JsonObject[] = [];
    const seen = new Set<string>();
    for (let at = this.leaf; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const entry = this.entries.get(at);
      if (entry === undefined) break;
      branch.push(entry);
      at = typeof entry["parentId"] === "string" ? entry["parentId"] : undefined;
    }
    return branch.reverse();
  }
}

function addCompaction(builder: ConversationBuilder, entry: JsonObject): void {
  const before = builder.context;
  const first = before.findIndex(({ id }) => id === entry["firstKeptEntryId"]);
  const kept = first < 0 ? [] : before.slice(first).filter(({ role }) => role !== "summary");
  const keptIds = new Set(kept.map(({ id }) => id));
  const text = textOf(entry["summary"]);
  builder.compact(
    {
      at: timeOf(entry["timestamp"]),
      trigger: "unknown",
      summary: text,
      ...(countOf(entry["tokensBefore"]) > 0 && { tokensBefore: countOf(entry["tokensBefore"]) }),
    },
    {
      role: "summary",
      id: messageId(textOf(entry["id"])),
      text,
      covers: before.map(({ id }) => id).filter((id) => !keptIds.has(id)),
    },
    [...keptIds],
  );
}

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  "openai-completions": "openai-chat",
  "openai-responses": "openai-responses",
};

function readMessage(message: UnknownObject, id: string): Message | "unknown" | undefined {
  switch (message["role"]) {
    case "user":
      return { role: "user", id: messageId(id), content: contentOf(message["content"]) };
    case "assistant": {
      const parts = listOf(message["content"]).flatMap(readPart);
      const api = textOf(message["api"]);
      const protocol = (Object.hasOwn(PROTOCOLS, api) ? PROTOCOLS[api] : undefined) ?? "anthropic-messages";
      const origin = { protocol, provider: textOf(message["provider"]), model: textOf(message["model"]) };
      return parts.length === 0 ? undefined : { role: "assistant", id: messageId(id), parts, origin };
    }
    case "toolResult":
      return {
        role: "tool",
        id: messageId(id),
        callId: callId(textOf(message["toolCallId"])),
        toolName: textOf(message["toolName"]) || "unknown",
        failed: message["isError"] === true,
        body: { kind: "full", content: contentOf(message["content"]) },
      };
    // The agent's own prompt.
    case "system":
      return undefined;
    default:
      return "unknown";
  }
}

function readPart(part: UnknownObject): readonly AssistantPart[] {
  if (part["type"] === "toolCall")
    return [
      {
        type: "tool-call",
        callId: callId(textOf(part["id"])),
        name: textOf(part["name"]) || "unknown",
        inputJson: JSON.stringify(part["arguments"] ?? {}),
      },
    ];
  if (part["type"] === "thinking") {
    const text = textOf(part["thinking"]);
    return text === "" ? [] : [{ type: "thinking", text }];
  }
  const text = textOf(part["text"]);
  return text === "" ? [] : [{ type: "text", text }];
}

function contentOf(content: unknown): readonly (TextPart | ImagePart)[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content).map((part): TextPart | ImagePart =>
    part["type"] === "image"
      ? { type: "image", mediaType: textOf(part["mimeType"]) as ImageType, base64: textOf(part["data"]) }
      : { type: "text", text: textOf(part["text"]) },
  );
}

function usageIn(raw: unknown): Usage {
  const usage = objectOf(raw);
  return {
    input: countOf(usage["input"]),
    cacheRead: countOf(usage["cacheRead"]),
    cacheWrite: countOf(usage["cacheWrite"]),
    output: countOf(usage["output"]),
    reasoning: 0,
  };
}
