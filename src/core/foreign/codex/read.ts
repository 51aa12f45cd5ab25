import type { JsonObject, UnknownObject } from "../../base/json";
import { countOf, isObject, listOf, objectOf, textOf } from "../../base/json";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { usageOf } from "../../providers/openai-responses/usage";
import { ConversationBuilder } from "../reading/conversation-builder";
import type { LineFold, StartFold } from "../reading/line-fold";
import { timeOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignRequest, ForeignSession } from "../session";
import { messagesOfItem } from "./items";

/** Codex, as of version 0.166: lines of `{ timestamp, type, payload }`. */
export const startCodexFold: StartFold = (file) => new CodexFold(file);

/** Events repeat for the screen what the items already tell. */
const SILENT: ReadonlySet<string> = new Set(["event_msg", "world_state", "inter_agent_communication"]);

class CodexFold implements LineFold {
  private readonly file: Parameters<StartFold>[0];
  private readonly builder = new ConversationBuilder();
  private readonly requests = new Map<string, ForeignRequest>();
  private readonly counts = new RecordCounts();
  private workspace: string;
  private version = "";
  private model = "unknown";
  private windowTokens = 0;
  private startedAt = 0;
  private endedAt = 0;
  private records = 0;
  private newestPrompt = 0;

  constructor(file: Parameters<StartFold>[0]) {
    this.file = file;
    this.workspace = file.workspace ?? "";
  }

  add(record: JsonObject): void {
    const payload = objectOf(record["payload"]);
    const at = timeOf(record["timestamp"]);
    this.startedAt ||= at;
    this.endedAt = Math.max(this.endedAt, at);
    this.records++;
    switch (record["type"]) {
      case "session_meta":
        this.workspace ||= textOf(payload["cwd"]);
        this.version = textOf(payload["cli_version"]) || this.version;
        return;
      case "turn_context":
        this.model = textOf(payload["model"]) || this.model;
        return;
      case "response_item":
        return this.addItem(record, payload);
      case "token_usage_record":
        return this.addUsage(at, payload);
      case "compacted":
        return this.addCompaction(at, payload);
      default:
        if (payload["type"] === "token_count") this.noteWindow(at, payload);
        else if (!SILENT.has(textOf(record["type"]))) this.counts.count(record["type"]);
    }
  }

  skip(): void {
    this.counts.unreadable++;
  }

  session(): ForeignSession {
    return {
      agent: "codex",
      id: this.file.id,
      path: this.file.path,
      title: titleFor(this.builder.messages),
      workspace: this.workspace,
      version: this.version,
      startedAt: this.startedAt,
      endedAt: this.endedAt,
      messages: [...this.builder.messages],
      context: [...this.builder.context],
      compactions: [...this.builder.compactions],
      requests: [...this.requests.values()],
      sidechains: [],
      ...(this.windowTokens > 0 && { windowTokens: this.windowTokens }),
      unknown: this.counts.unknown,
      unreadable: this.counts.unreadable,
    };
  }

  private addItem(record: JsonObject, item: UnknownObject): void {
    // The reply to the request for a summary; it comes back as the summary itself.
    if (objectOf(record["metadata"])["compaction_output"] === true) return;
    const messages = messagesOfItem(item, { fallbackId: `r${this.records}`, model: this.model, builder: this.builder });
    if (messages === "unknown") return this.counts.count(`response_item/${textOf(item["type"])}`);
    for (const message of messages) this.builder.add(message);
  }

  private addUsage(at: number, payload: UnknownObject): void {
    const id = textOf(payload["response_id"]) || `r${this.records}`;
    this.requests.set(id, { id, at, model: this.model, usage: usageIn(payload["usage"]) });
    this.newestPrompt = countOf(objectOf(payload["usage"])["input_tokens"]);
  }

  /** Older versions have no record per request: the count after each one has its usage. */
  private noteWindow(at: number, payload: UnknownObject): void {
    const info = objectOf(payload["info"]);
    this.windowTokens = countOf(info["model_context_window"]) || this.windowTokens;
    const last = objectOf(info["last_token_usage"]);
    const prompt = countOf(last["input_tokens"]);
    if (prompt === 0 || prompt === this.newestPrompt) return;
    this.newestPrompt = prompt;
    const id = `r${this.records}`;
    this.requests.set(id, { id, at, model: this.model, usage: usageIn(last) });
  }

  private addCompaction(at: number, payload: UnknownObject): void {
    const text = textOf(payload["message"]);
    const id = messageId(`compacted-${this.records}`);
    const known = new Map(this.builder.context.map((message) => [message.id as string, message]));
    const history = listOf(payload["replacement_history"]);
    const kept = history.flatMap((item, index): readonly Message[] => {
      const same = known.get(textOf(item["id"]));
      if (same !== undefined) return [same];
      const fallbackId = `r${this.records}-${index}`;
      const read = messagesOfItem(item, { fallbackId, model: this.model, builder: this.builder });
      return read === "unknown" ? [] : read.filter((message) => !isText(message, text));
    });
    const keptIds = new Set(kept.map((message) => message.id));
    const covers = this.builder.context.map((message) => message.id).filter((one) => !keptIds.has(one));
    const summary: Message = { role: "summary", id, text, covers };
    this.builder.replace({ at, trigger: "unknown", summary: withoutIntroduction(text) }, [...kept, summary]);
  }
}

const usageIn = (raw: unknown): ForeignRequest["usage"] => {
  const usage = isObject(raw) ? raw : {};
  return usageOf({
    ...usage,
    input_tokens_details: {
      cached_tokens: usage["cached_input_tokens"],
      cache_write_tokens: usage["cache_write_input_tokens"],
    },
    output_tokens_details: { reasoning_tokens: usage["reasoning_output_tokens"] },
  });
};

const isText = (message: Message, text: string): boolean =>
  message.role === "user" && message.content.some((part) => part.type === "text" && part.text === text);

const INTRODUCTION = /^Another language model started to solve this problem[\s\S]*?:\s*\n/;
const withoutIntroduction = (text: string): string => text.replace(INTRODUCTION, "").trim();
