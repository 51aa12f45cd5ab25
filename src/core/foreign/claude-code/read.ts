import type { JsonObject } from "../../base/json";
import { countOf, objectOf, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { Message, Origin } from "../../conversation/message";
import { readAnthropicEntry } from "../../conversation/transcript/anthropic-content";
import type { Usage } from "../../conversation/usage";
import { addUsage, noUsage } from "../../conversation/usage";
import { usageOf } from "../../providers/anthropic/usage";
import { ConversationBuilder } from "../reading/conversation-builder";
import type { LineFold, StartFold } from "../reading/line-fold";
import { timeOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignRequest, ForeignSession, ForeignSidechain } from "../session";
import { currentBranch, isNode, isSilent } from "./records";
import { summaryIn } from "./summary";

/** Claude Code, as of version 2.1: a tree of records with `parentUuid`, sub-agents as sidechains. */
export const startClaudeCodeFold: StartFold = (file) => new ClaudeCodeFold(file);

class ClaudeCodeFold implements LineFold {
  private readonly file: Parameters<StartFold>[0];
  private readonly nodes = new Map<string, JsonObject>();
  private readonly sidechains = new Map<string, JsonObject[]>();
  private readonly requests = new Map<string, ForeignRequest>();
  private readonly counts = new RecordCounts();
  private leaf: string | undefined;
  private workspace = "";
  private version = "";
  private title = "";
  private startedAt = 0;
  private endedAt = 0;
  private totals: Usage | undefined;

  constructor(file: Parameters<StartFold>[0]) {
    this.file = file;
    this.workspace = file.workspace ?? "";
  }

  add(record: JsonObject): void {
    this.noteHeader(record);
    if (record["type"] === "assistant") this.noteRequest(record);
    if (record["isSidechain"] === true) return this.addToSidechain(record);
    if (isNode(record)) {
      const id = textOf(record["uuid"]);
      this.nodes.set(id, record);
      this.leaf = id;
      return;
    }
    if (record["type"] === "cost-state") this.totals = totalsOf(record);
    else if (record["type"] === "summary" || record["type"] === "ai-title" || record["type"] === "custom-title")
      this.title = textOf(record["summary"] ?? record["aiTitle"] ?? record["customTitle"]) || this.title;
    else if (record["type"] !== "api-request" && !isSilent(record)) this.counts.count(record["type"]);
  }

  skip(): void {
    this.counts.unreadable++;
  }

  session(): ForeignSession {
    const branch = currentBranch(this.nodes, this.leaf);
    const built = buildConversation(branch);
    const requests = [...this.requests.values()];
    const unattributed = this.totals && missingFrom(this.totals, requests);
    return {
      agent: "claude-code",
      id: this.file.id,
      path: this.file.path,
      title: this.title || titleFor(built.messages),
      workspace: this.workspace,
      version: this.version,
      startedAt: this.startedAt,
      endedAt: this.endedAt,
      messages: built.messages,
      context: built.context,
      compactions: built.compactions,
      requests,
      sidechains: [...this.sidechains].map(([id, records]) => readSidechain(id, records)),
      ...(unattributed !== undefined && { unattributed }),
      unknown: this.counts.unknown,
      unreadable: this.counts.unreadable,
    };
  }

  private noteHeader(record: JsonObject): void {
    this.workspace ||= textOf(record["cwd"]);
    this.version = textOf(record["version"]) || this.version;
    const at = timeOf(record["timestamp"]);
    if (at === 0) return;
    this.startedAt ||= at;
    this.endedAt = Math.max(this.endedAt, at);
  }

  /** Each block of a reply is a record of its own, and repeats the usage of the whole. */
  private noteRequest(record: JsonObject): void {
    const message = objectOf(record["message"]);
    const id = textOf(message["id"]);
    if (id === "" || message["usage"] === undefined || textOf(message["model"]).startsWith("<")) return;
    this.requests.set(id, {
      id,
      at: timeOf(record["timestamp"]),
      model: textOf(message["model"]),
      usage: usageOf(message["usage"]),
      ...(record["isSidechain"] === true && { sidechain: textOf(record["agentId"]) || "sidechain" }),
    });
  }

  private addToSidechain(record: JsonObject): void {
    const id = textOf(record["agentId"]) || "sidechain";
    const records = this.sidechains.get(id) ?? [];
    if (isNode(record)) records.push(record);
    this.sidechains.set(id, records);
  }
}

function readSidechain(id: string, records: readonly JsonObject[]): ForeignSidechain {
  const { messages } = buildConversation(records);
  return { id, title: titleFor(messages), messages };
}

function buildConversation(records: readonly JsonObject[]): ConversationBuilder {
  const builder = new ConversationBuilder();
  let boundary: JsonObject | undefined;
  for (const record of records) {
    if (record["type"] === "system" && record["subtype"] === "compact_boundary") boundary = record;
    else if (record["isCompactSummary"] === true) {
      addCompaction(builder, record, boundary ?? record);
      boundary = undefined;
    } else for (const message of messagesOf(record, builder)) builder.add(message, textOf(record["uuid"]));
  }
  return builder;
}

/** Notes that the program writes to the model on its own account are no part of what was said. */
function messagesOf(record: JsonObject, builder: ConversationBuilder): readonly Message[] {
  const role = record["type"];
  if ((role !== "user" && role !== "assistant") || record["isMeta"] === true) return [];
  const message = objectOf(record["message"]);
  const model = textOf(message["model"]) || "unknown";
  const origin: Origin = { protocol: "anthropic-messages", provider: "anthropic", model };
  const id = (role === "assistant" ? textOf(message["id"]) : "") || textOf(record["uuid"]);
  return readAnthropicEntry({ role, content: message["content"], id, origin }, (call) => builder.nameOf(callId(call)));
}

function addCompaction(builder: ConversationBuilder, record: JsonObject, boundary: JsonObject): void {
  const details = objectOf(boundary["compactMetadata"]);
  const { summary, text } = summaryIn(objectOf(record["message"])["content"]);
  const before = builder.context;
  const kept = keptIds(details, builder);
  const keptMessages = new Set(kept);
  const trigger = details["trigger"] === "manual" ? "manual" : details["trigger"] === "auto" ? "automatic" : "unknown";
  builder.compact(
    {
      at: timeOf(boundary["timestamp"]),
      trigger,
      summary,
      ...(countOf(details["preTokens"]) > 0 && { tokensBefore: countOf(details["preTokens"]) }),
      ...(countOf(details["postTokens"]) > 0 && { tokensAfter: countOf(details["postTokens"]) }),
    },
    {
      role: "summary",
      id: messageId(textOf(record["uuid"])),
      text,
      covers: before.filter(({ id }) => !keptMessages.has(id)).map(({ id }) => id),
    },
    kept,
  );
}

/** Kept records are named by their own id; a reply has the id of its message here. */
function keptIds(details: JsonObject | Readonly<Record<string, unknown>>, builder: ConversationBuilder) {
  const uuids = objectOf(details["preservedMessages"])["uuids"];
  const names = new Set(Array.isArray(uuids) ? uuids.map(textOf) : []);
  return builder.context.map(({ id }) => id).filter((id) => names.has(id) || names.has(builder.recordOf(id)));
}

function totalsOf(record: JsonObject): Usage {
  return Object.values(objectOf(record["modelUsage"])).reduce<Usage>((sum, raw) => {
    const model = objectOf(raw);
    return addUsage(sum, {
      input: countOf(model["inputTokens"]),
      cacheRead: countOf(model["cacheReadInputTokens"]),
      cacheWrite: countOf(model["cacheCreationInputTokens"]),
      output: countOf(model["outputTokens"]),
      reasoning: countOf(model["thinkingTokens"]),
    });
  }, noUsage);
}

/** The agent's totals also cover requests that it does not record one by one, such as those for a summary. */
function missingFrom(totals: Usage, requests: readonly ForeignRequest[]): Usage | undefined {
  const counted = requests.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
  const rest: Usage = {
    input: Math.max(0, totals.input - counted.input),
    cacheRead: Math.max(0, totals.cacheRead - counted.cacheRead),
    cacheWrite: Math.max(0, totals.cacheWrite - counted.cacheWrite),
    output: Math.max(0, totals.output - counted.output),
    reasoning: 0,
  };
  return rest.input + rest.cacheRead + rest.cacheWrite + rest.output > 0 ? rest : undefined;
}
