import type { UnknownObject } from "../../base/json";
import { countOf, objectOf, parseJsonObject, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { AssistantPart, Message, Origin } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { ConversationBuilder } from "../reading/conversation-builder";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignRequest, ForeignSession, ForeignSidechain } from "../session";

/** Rows of opencode's database, as of version 1.18; Kilo has the same tables. */
export interface OpencodeRows {
  readonly session: UnknownObject;
  /** `id` and `data`, in the order in which they were made. */
  readonly messages: readonly UnknownObject[];
  /** `message_id` and `data`. */
  readonly parts: readonly UnknownObject[];
  /** Sessions of sub-agents. */
  readonly children: readonly OpencodeRows[];
}

const SILENT: ReadonlySet<string> = new Set(["step-start", "step-finish", "snapshot", "patch", "agent", "retry"]);

export function readOpencode(rows: OpencodeRows, path: string): ForeignSession {
  const counts = new RecordCounts();
  const { builder, requests } = readConversation(rows, counts);
  const { session } = rows;
  const children = rows.children.map((child) => ({ child, read: readConversation(child, counts) }));
  return {
    agent: "opencode",
    id: textOf(session["id"]),
    path,
    title: textOf(session["title"]) || titleFor(builder.messages),
    workspace: textOf(session["directory"]),
    version: textOf(session["version"]),
    startedAt: countOf(session["time_created"]),
    endedAt: countOf(session["time_updated"]),
    messages: builder.messages,
    context: builder.context,
    compactions: builder.compactions,
    requests: [
      ...requests,
      ...children.flatMap(({ child, read }) =>
        read.requests.map((request) => ({ ...request, sidechain: textOf(child.session["id"]) })),
      ),
    ],
    sidechains: children.map(
      ({ child, read }): ForeignSidechain => ({
        id: textOf(child.session["id"]),
        title: textOf(child.session["title"]),
        messages: read.builder.messages,
      }),
    ),
    unknown: counts.unknown,
    unreadable: counts.unreadable,
  };
}

interface Conversation {
  readonly builder: ConversationBuilder;
  readonly requests: readonly ForeignRequest[];
}

function readConversation(rows: OpencodeRows, counts: RecordCounts): Conversation {
  const builder = new ConversationBuilder();
  const requests: ForeignRequest[] = [];
  // The server for other agents may run on Node 20, which has no Map.groupBy.
  const partsOf = new Map<string, OpencodeRows["parts"][number][]>();
  for (const part of rows.parts) {
    const id = textOf(part["message_id"]);
    const known = partsOf.get(id);
    if (known === undefined) partsOf.set(id, [part]);
    else known.push(part);
  }
  /** The id from which messages are kept by the compaction that the next summary belongs to. */
  let compaction: UnknownObject | undefined;
  for (const row of rows.messages) {
    const data = parseJsonObject(textOf(row["data"]));
    if (data === undefined) {
      counts.unreadable++;
      continue;
    }
    const id = textOf(row["id"]);
    const parts = (partsOf.get(id) ?? []).flatMap((part) => {
      const value = parseJsonObject(textOf(part["data"]));
      if (value === undefined) counts.unreadable++;
      return value === undefined ? [] : [value];
    });
    compaction = parts.find((part) => part["type"] === "compaction") ?? compaction;
    if (data["role"] === "assistant") requests.push(requestOf(id, data));
    const messages = readMessage({ id, data, parts }, counts);
    if (data["summary"] === true) {
      addCompaction(builder, messages, { data, compaction });
      compaction = undefined;
    } else for (const message of messages) builder.add(message);
  }
  return { builder, requests };
}

function requestOf(id: string, data: UnknownObject): ForeignRequest {
  const tokens = objectOf(data["tokens"]);
  const cache = objectOf(tokens["cache"]);
  return {
    id,
    at: countOf(objectOf(data["time"])["created"]),
    model: textOf(data["modelID"]) || "unknown",
    usage: {
      input: countOf(tokens["input"]),
      cacheRead: countOf(cache["read"]),
      cacheWrite: countOf(cache["write"]),
      output: countOf(tokens["output"]) + countOf(tokens["reasoning"]),
      reasoning: countOf(tokens["reasoning"]),
    },
  };
}

interface Entry {
  readonly id: string;
  readonly data: UnknownObject;
  readonly parts: readonly UnknownObject[];
}

function readMessage(entry: Entry, counts: RecordCounts): readonly Message[] {
  for (const part of entry.parts)
    if (!KNOWN.has(textOf(part["type"])) && !SILENT.has(textOf(part["type"]))) counts.count(part["type"]);
  if (entry.data["role"] === "user") {
    const content = entry.parts
      .filter((part) => part["type"] === "text" && part["synthetic"] !== true)
      .map((part) => ({ type: "text", text: textOf(part["text"]) }) as const);
    return content.length === 0 ? [] : [{ role: "user", id: messageId(entry.id), content }];
  }
  const provider = textOf(entry.data["providerID"]);
  const origin: Origin = { protocol: "anthropic-messages", provider, model: textOf(entry.data["modelID"]) };
  const parts = entry.parts.flatMap(readPart);
  if (parts.length === 0) return [];
  return [{ role: "assistant", id: messageId(entry.id), parts, origin }, ...entry.parts.flatMap(readResult)];
}

const KNOWN: ReadonlySet<string> = new Set(["text", "reasoning", "tool", "file", "compaction", "subtask"]);

function readPart(part: UnknownObject): readonly AssistantPart[] {
  const text = textOf(part["text"]);
  if (part["type"] === "text") return text === "" ? [] : [{ type: "text", text }];
  if (part["type"] === "reasoning") return text === "" ? [] : [{ type: "thinking", text }];
  if (part["type"] !== "tool") return [];
  const inputJson = JSON.stringify(objectOf(part["state"])["input"] ?? {});
  const name = textOf(part["tool"]) || "unknown";
  return [{ type: "tool-call", callId: callId(textOf(part["callID"])), name, inputJson }];
}

function readResult(part: UnknownObject): readonly Message[] {
  if (part["type"] !== "tool") return [];
  const state = objectOf(part["state"]);
  const failed = state["status"] === "error" || countOf(objectOf(state["metadata"])["exit"]) > 0;
  const text = textOf(state["output"]) || textOf(state["error"]);
  const id = textOf(part["callID"]);
  return [
    {
      role: "tool",
      id: messageId(`result-${id}`),
      callId: callId(id),
      toolName: textOf(part["tool"]) || "unknown",
      failed,
      body: { kind: "full", content: text === "" ? [] : [{ type: "text", text }] },
    },
  ];
}

function addCompaction(
  builder: ConversationBuilder,
  messages: readonly Message[],
  { data, compaction }: { readonly data: UnknownObject; readonly compaction: UnknownObject | undefined },
): void {
  const text = messages.map(messageText).join("\n");
  const tail = textOf(compaction?.["tail_start_id"]);
  const first = tail === "" ? -1 : builder.context.findIndex(({ id }) => id === tail);
  const kept = first < 0 ? [] : builder.context.slice(first).map(({ id }) => id);
  const keptIds = new Set(kept);
  const covers = builder.context.map(({ id }) => id).filter((id) => !keptIds.has(id));
  builder.compact(
    {
      at: countOf(objectOf(data["time"])["created"]),
      trigger: compaction?.["auto"] === true ? "automatic" : compaction?.["auto"] === false ? "manual" : "unknown",
      summary: text,
    },
    { role: "summary", id: messages[0]?.id ?? messageId(`summary-${builder.messages.length}`), text, covers },
    kept,
  );
}
