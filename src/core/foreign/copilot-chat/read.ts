import type { UnknownObject } from "../../base/json";
import { countOf, isObject, listOf, objectOf, textOf } from "../../base/json";
import { messageId } from "../../conversation/ids";
import type { Origin } from "../../conversation/message";
import { ConversationBuilder } from "../reading/conversation-builder";
import { timeOf, versionOf } from "../reading/line-fold";
import { RecordCounts } from "../reading/record-counts";
import { titleFor } from "../reading/title";
import type { ForeignFile, ForeignRequest, ForeignSession } from "../session";
import { readShownResponse } from "./response";
import { readRound, roundsOf } from "./rounds";
import type { RecordedSummary } from "./summaries";
import { addSummary, summariesIn } from "./summaries";

/**
 * VS Code's own chat sessions, version 3. Copilot's agent keeps its rounds with calls and results as metadata of a
 * request's result; other participants leave only the response that was shown, with their calls in it.
 */
export function readCopilotChat(value: unknown, file: ForeignFile): ForeignSession {
  const root = objectOf(value);
  const counts = new RecordCounts();
  const builder = new ConversationBuilder();
  const requests = listOf(root["requests"]);
  const summaries = summariesIn(requests);
  requests.forEach((request, index) => addRequest(builder, request, { index, counts, summaries }));
  const times = requests.map((request) => timeOf(request["timestamp"])).filter((at) => at > 0);
  const windowTokens = windowIn(root);
  return {
    agent: "copilot-chat",
    id: file.id,
    path: file.path,
    title: textOf(root["customTitle"]) || titleFor(builder.messages),
    workspace: file.workspace ?? "",
    version: versionOf(root["version"]),
    startedAt: timeOf(root["creationDate"]) || (times.at(0) ?? file.modifiedAt),
    endedAt: timeOf(root["lastMessageDate"]) || (times.at(-1) ?? file.modifiedAt),
    messages: builder.messages,
    context: builder.context,
    compactions: builder.compactions,
    requests: requests.flatMap((request, index) => usageOf(request, idOf(request, index))),
    sidechains: [],
    ...(windowTokens > 0 && { windowTokens }),
    unknown: counts.unknown,
    unreadable: isObject(value) ? 0 : 1,
  };
}

interface RequestContext {
  readonly index: number;
  readonly counts: RecordCounts;
  readonly summaries: ReadonlyMap<string, RecordedSummary>;
}

function addRequest(builder: ConversationBuilder, request: UnknownObject, context: RequestContext): void {
  const id = idOf(request, context.index);
  const text = textOf(objectOf(request["message"])["text"]) || textOf(request["message"]);
  if (text !== "") builder.add({ role: "user", id: messageId(id), content: [{ type: "text", text }] });
  const origin: Origin = { protocol: "openai-chat", provider: "copilot", model: modelOf(request) };
  const rounds = roundsOf(request);
  const metadata = objectOf(objectOf(request["result"])["metadata"]);
  rounds.forEach((round, index) => {
    for (const message of readRound(round, { id: `${id}-${index}`, origin, metadata })) builder.add(message);
    const summary = context.summaries.get(textOf(round["id"]));
    if (summary !== undefined) addSummary(builder, summary);
  });
  if (rounds.length > 0) return;
  for (const message of readShownResponse(request["response"], { id, origin, counts: context.counts }))
    builder.add(message);
}

const idOf = (request: UnknownObject, index: number): string => textOf(request["requestId"]) || `r${index}`;
const modelOf = (request: UnknownObject): string => textOf(request["modelId"]) || "unknown";

/** The tokens of the newest model call of a turn; earlier calls of the same turn are not recorded one by one. */
function usageOf(request: UnknownObject, id: string): readonly ForeignRequest[] {
  const input = countOf(request["promptTokens"]);
  const output = countOf(request["completionTokens"]);
  if (input + output === 0) return [];
  const usage = { input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 };
  return [{ id, at: timeOf(request["timestamp"]), model: modelOf(request), usage }];
}

/** The window of the selected model, as VS Code computes it for its own gauge. */
function windowIn(root: UnknownObject): number {
  const model = objectOf(objectOf(objectOf(root["inputState"])["selectedModel"])["metadata"]);
  return (
    countOf(model["maxContextWindowTokens"]) || countOf(model["maxInputTokens"]) + countOf(model["maxOutputTokens"])
  );
}
