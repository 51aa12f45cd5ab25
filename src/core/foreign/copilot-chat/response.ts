import type { UnknownObject } from "../../base/json";
import { isObject, listOf, objectOf, parseJson, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { AssistantPart, Message, Origin, ToolCallPart } from "../../conversation/message";
import type { RecordCounts } from "../reading/record-counts";
import { thinkingText } from "./rounds";

interface ResponseContext {
  readonly id: string;
  readonly origin: Origin;
  readonly counts: RecordCounts;
}

/** The response as it was shown: text, thinking, and calls with their results, in their order. */
export function readShownResponse(response: unknown, context: ResponseContext): readonly Message[] {
  const messages: Message[] = [];
  let parts: readonly AssistantPart[] = [];
  let results: readonly Message[] = [];
  const finish = (): void => {
    if (parts.length === 0) return;
    const id = messageId(`${context.id}-reply${messages.length === 0 ? "" : `-${messages.length}`}`);
    messages.push({ role: "assistant", id, parts, origin: context.origin }, ...results);
    parts = [];
    results = [];
  };
  for (const part of listOf(response)) {
    if (part["kind"] === "toolInvocationSerialized") {
      const call = readCall(part, `${context.id}-call-${messages.length + results.length}`);
      parts = [...parts, call];
      results = [...results, ...readResult(part, call)];
      continue;
    }
    const read = readPart(part, context.counts);
    if (read === undefined) continue;
    // What follows the results of calls is the model's next reply.
    if (results.length > 0) finish();
    parts = joined(parts, read);
  }
  finish();
  return messages;
}

/** A sentence with a reference in it is recorded in pieces. */
function joined(parts: readonly AssistantPart[], next: AssistantPart): readonly AssistantPart[] {
  const last = parts.at(-1);
  return last?.type === "text" && next.type === "text"
    ? [...parts.slice(0, -1), { type: "text", text: last.text + next.text }]
    : [...parts, next];
}

function readCall(part: UnknownObject, fallbackId: string): ToolCallPart {
  const input = objectOf(part["resultDetails"])["input"];
  const value = typeof input === "string" ? parseJson(input) : undefined;
  return {
    type: "tool-call",
    callId: callId(textOf(part["toolCallId"]) || fallbackId),
    name: textOf(part["toolId"]) || "unknown",
    inputJson: JSON.stringify(isObject(value) ? value : typeof input === "string" ? { input } : {}),
  };
}

/** Where the output itself is not recorded, the line that was shown in its place is all there is. */
function readResult(part: UnknownObject, call: ToolCallPart): readonly Message[] {
  if (part["isComplete"] === false) return [];
  const details = objectOf(part["resultDetails"]);
  const output = listOf(details["output"])
    .map((one) => (one["isText"] === false ? "" : textOf(one["value"])))
    .filter((text) => text !== "");
  const said = part["pastTenseMessage"] ?? part["invocationMessage"];
  const line = textOf(said) || textOf(objectOf(said)["value"]);
  const texts = output.length > 0 || line === "" ? output : [line];
  return [
    {
      role: "tool",
      id: messageId(`result-${call.callId}`),
      callId: call.callId,
      toolName: call.name,
      failed: details["isError"] === true,
      body: { kind: "full", content: texts.map((text) => ({ type: "text", text })) },
    },
  ];
}

/** Shown, but no part of what the model said. */
const SILENT: ReadonlySet<string> = new Set([
  "clearToPreviousToolInvocation",
  "codeblockUri",
  "command",
  "confirmation",
  "elicitationSerialized",
  "extensions",
  "hook",
  "mcpServersStarting",
  "multiDiffData",
  "notebookEditGroup",
  "prepareToolInvocation",
  "progressMessage",
  "progressTaskSerialized",
  "pullRequest",
  "questionCarousel",
  "textEditGroup",
  "treeData",
  "undoStop",
  "warning",
  "workspaceEdit",
]);

function readPart(part: UnknownObject, counts: RecordCounts): AssistantPart | undefined {
  const kind = textOf(part["kind"]);
  if (kind === "thinking") return textPart("thinking", thinkingText(part["value"]));
  if (kind === "inlineReference") return textPart("text", referenceName(part));
  if (kind === "" || kind === "markdownContent" || kind === "markdownVuln")
    return textPart("text", textOf(part["value"]) || textOf(objectOf(part["content"])["value"]));
  if (!SILENT.has(kind)) counts.count(kind);
  return undefined;
}

const textPart = (type: "text" | "thinking", text: string): AssistantPart | undefined =>
  text === "" ? undefined : { type, text };

/** A file or a place in one, by the name that was shown. */
function referenceName(part: UnknownObject): string {
  const reference = objectOf(part["inlineReference"]);
  const path = textOf(reference["path"]) || textOf(objectOf(reference["uri"])["path"]);
  return textOf(part["name"]) || textOf(reference["name"]) || (path.split("/").at(-1) ?? "");
}
