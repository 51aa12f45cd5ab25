import type { UnknownObject } from "../../base/json";
import { isObject, listOf, objectOf, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { AssistantPart, Message, Origin } from "../../conversation/message";
import { ConversationBuilder } from "../reading/conversation-builder";
import { timeOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignFile, ForeignSession } from "../session";

/**
 * VS Code's own chat sessions, version 3. The model's rounds with their calls and results are kept as metadata of a
 * request's result; where they are missing, the shown response is all there is. Tokens are not recorded.
 */
export function readCopilotChat(value: unknown, file: ForeignFile): ForeignSession {
  const root = objectOf(value);
  const counts = new RecordCounts();
  const builder = new ConversationBuilder();
  const requests = listOf(root["requests"]);
  requests.forEach((request, index) => {
    const id = textOf(request["requestId"]) || `r${index}`;
    const text = textOf(objectOf(request["message"])["text"]);
    if (text !== "") builder.add({ role: "user", id: messageId(id), content: [{ type: "text", text }] });
    const model = textOf(request["modelId"]) || "unknown";
    const origin: Origin = { protocol: "openai-chat", provider: "copilot", model };
    for (const message of replyOf(request, { id, origin, counts })) builder.add(message);
  });
  const times = requests.map((request) => timeOf(request["timestamp"])).filter((at) => at > 0);
  return {
    agent: "copilot-chat",
    id: file.id,
    path: file.path,
    title: textOf(root["customTitle"]) || titleFor(builder.messages),
    workspace: file.workspace ?? "",
    version: String(root["version"] ?? ""),
    startedAt: timeOf(root["creationDate"]) || (times.at(0) ?? file.modifiedAt),
    endedAt: timeOf(root["lastMessageDate"]) || (times.at(-1) ?? file.modifiedAt),
    messages: builder.messages,
    context: builder.context,
    compactions: [],
    requests: [],
    sidechains: [],
    unknown: counts.unknown,
    unreadable: isObject(value) ? 0 : 1,
  };
}

interface ReplyContext {
  readonly id: string;
  readonly origin: Origin;
  readonly counts: RecordCounts;
}

function replyOf(request: UnknownObject, context: ReplyContext): readonly Message[] {
  const metadata = objectOf(objectOf(request["result"])["metadata"]);
  const rounds = listOf(metadata["toolCallRounds"]);
  if (rounds.length > 0) return rounds.flatMap((round, index) => readRound(round, index, { ...context, metadata }));
  const parts = listOf(request["response"]).flatMap((part) => readResponsePart(part, context.counts));
  return parts.length === 0
    ? []
    : [{ role: "assistant", id: messageId(`${context.id}-reply`), parts, origin: context.origin }];
}

function readRound(
  round: UnknownObject,
  index: number,
  { id, origin, metadata }: ReplyContext & { readonly metadata: UnknownObject },
): readonly Message[] {
  const text = textOf(round["response"]);
  const calls = listOf(round["toolCalls"]);
  const parts: readonly AssistantPart[] = [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call) => ({
      type: "tool-call" as const,
      callId: callId(textOf(call["id"])),
      name: textOf(call["name"]) || "unknown",
      inputJson: textOf(call["arguments"]) || "{}",
    })),
  ];
  if (parts.length === 0) return [];
  const results = objectOf(metadata["toolCallResults"]);
  return [
    { role: "assistant", id: messageId(`${id}-${index}`), parts, origin },
    ...calls.map((call): Message => {
      const key = textOf(call["id"]);
      const shown = listOf(objectOf(results[key])["content"])
        .map((part) => textOf(part["value"]))
        .filter((part) => part !== "");
      return {
        role: "tool",
        id: messageId(`${id}-${index}-${key}`),
        callId: callId(key),
        toolName: textOf(call["name"]) || "unknown",
        failed: false,
        body: { kind: "full", content: shown.map((part) => ({ type: "text", text: part })) },
      };
    }),
  ];
}

/** Shown, but no part of what the model said. */
const SILENT: ReadonlySet<string> = new Set([
  "codeblockUri",
  "confirmation",
  "inlineReference",
  "mcpServersStarting",
  "prepareToolInvocation",
  "progressMessage",
  "progressTaskSerialized",
  "textEditGroup",
  "undoStop",
  "warning",
]);

function readResponsePart(part: UnknownObject, counts: RecordCounts): readonly AssistantPart[] {
  const kind = textOf(part["kind"]);
  const text = typeof part["value"] === "string" ? part["value"] : textOf(objectOf(part["content"])["value"]);
  if (kind === "thinking") return text === "" ? [] : [{ type: "thinking", text }];
  if (kind === "" || kind === "markdownContent") return text === "" ? [] : [{ type: "text", text }];
  if (kind === "toolInvocationSerialized") {
    const said = part["pastTenseMessage"] ?? part["invocationMessage"];
    const line = textOf(said) || textOf(objectOf(said)["value"]) || textOf(part["toolId"]);
    return [{ type: "text", text: `[${line}]` }];
  }
  if (!SILENT.has(kind)) counts.count(kind);
  return [];
}
