import { LanguageModelChatMessage, LanguageModelError, LanguageModelTextPart, LanguageModelToolCallPart, LanguageModelToolResultPart, CancellationTokenSource, lm } from "vscode";
import type { LanguageModelChat, LanguageModelChatRequestOptions } from "vscode";
import type { Route } from "../core/agent/world";
import type { AssistantPart, Message } from "../core/conversation/message";
import { ProviderError, callId, messageText, wireTurns } from "../core/index";
import type { Model } from "../core/models/model";
import type { ModelEvent, ModelRequest, Provider } from "../core/providers/provider";

/** Nobody states how long a reply may be; this leaves most of any window to the conversation. */
const OUTPUT_TOKENS = 4_096;

/** The editor's own language models, where somebody brought one. `wanted` is an id or a family; empty takes the first. */
export async function findLanguageModel(wanted: string): Promise<Route | undefined> {
  const models = await lm.selectChatModels();
  const chat = wanted === "" ? models[0] : models.find(({ id, family }) => id === wanted || family === wanted);
  return chat && { provider: createLanguageModelProvider(chat), model: describeModel(chat) };
}

const describeModel = (chat: LanguageModelChat): Model => ({
  protocol: "openai-chat", provider: "vscode-lm", model: chat.id, label: chat.name, windowTokens: chat.maxInputTokens, windowOrigin: "provider",
  maxOutputTokens: OUTPUT_TOKENS, sees: "text", thinking: "none", cache: { kind: "none" },
});

function createLanguageModelProvider(chat: LanguageModelChat): Provider {
  return {
    async *stream(request, signal) {
      const stop = new CancellationTokenSource();
      const onAbort = () => stop.cancel();
      signal.addEventListener("abort", onAbort, { once: true });
      const parts: AssistantPart[] = [];
      try {
        const reply = await chat.sendRequest(encodeMessages(request), encodeOptions(request), stop.token);
        for await (const piece of reply.stream) yield* takePiece(piece, parts);
        signal.throwIfAborted();
        const { protocol, provider, model } = request.model;
        yield { type: "done", usage: undefined, stop: parts.some(({ type }) => type === "tool-call") ? "tools" : "end", message: { role: "assistant", parts, origin: { protocol, provider, model } } };
      } catch (error) {
        signal.throwIfAborted();
        throw toProviderError(error, parts);
      } finally {
        signal.removeEventListener("abort", onAbort);
        stop.dispose();
      }
    },
  };
}

function* takePiece(piece: unknown, parts: AssistantPart[]): Generator<ModelEvent> {
  if (piece instanceof LanguageModelTextPart) {
    const last = parts.at(-1);
    if (last?.type === "text") parts[parts.length - 1] = { type: "text", text: last.text + piece.value };
    else parts.push({ type: "text", text: piece.value });
    yield { type: "delta", part: "text", text: piece.value };
  } else if (piece instanceof LanguageModelToolCallPart) {
    const part: AssistantPart = { type: "tool-call", callId: callId(piece.callId), name: piece.name, inputJson: JSON.stringify(piece.input) };
    parts.push(part);
    yield { type: "part", part };
  }
}

/** These models have no system role: the instructions open the conversation. */
function encodeMessages({ system, systemNote, messages }: ModelRequest): LanguageModelChatMessage[] {
  const opening = LanguageModelChatMessage.User(systemNote === undefined ? system : `${system}\n\n${systemNote}`);
  const turns = wireTurns(messages).map(({ role, messages: said }) =>
    role === "user" ? LanguageModelChatMessage.User(said.flatMap(encodeUser)) : LanguageModelChatMessage.Assistant(said.flatMap(encodeAssistant)));
  return [opening, ...turns];
}

const encodeUser = (message: Message): (LanguageModelTextPart | LanguageModelToolResultPart)[] => {
  if (message.role === "tool") return [new LanguageModelToolResultPart(message.callId, [new LanguageModelTextPart(message.failed ? `Failed: ${messageText(message)}` : messageText(message))])];
  const attachment = message.role === "user" && message.attachment !== undefined ? `\n${message.attachment}` : "";
  return [new LanguageModelTextPart(`${messageText(message)}${attachment}`)];
};

function encodeAssistant(message: Message): (LanguageModelTextPart | LanguageModelToolCallPart)[] {
  if (message.role !== "assistant") return [new LanguageModelTextPart(messageText(message))];
  return message.parts.flatMap((part): (LanguageModelTextPart | LanguageModelToolCallPart)[] => {
    if (part.type === "tool-call") return [new LanguageModelToolCallPart(part.callId, part.name, parseInput(part.inputJson))];
    const text = part.type === "text" ? part.text : part.type === "opaque" ? part.gist : "";
    return text === "" ? [] : [new LanguageModelTextPart(text)];
  });
}

function parseInput(json: string): object {
  try {
    const input: unknown = JSON.parse(json);
    return typeof input === "object" && input !== null ? input : {};
  } catch {
    return {}; // A call that was never valid keeps its place; its error result says what was wrong.
  }
}

const encodeOptions = ({ tools }: ModelRequest): LanguageModelChatRequestOptions => ({
  justification: "Hermes answers you in its chat.",
  tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
});

function toProviderError(error: unknown, partial: readonly AssistantPart[]): ProviderError {
  const message = error instanceof Error ? error.message : String(error);
  const refused = error instanceof LanguageModelError && (error.code === LanguageModelError.NoPermissions.name || error.code === LanguageModelError.NotFound.name);
  return new ProviderError(message, refused ? { kind: "unauthorized" } : { kind: "disconnected" }, partial, { cause: error });
}
