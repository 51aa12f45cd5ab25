import {
  CancellationTokenSource,
  LanguageModelChatMessage,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  l10n,
  lm,
} from "vscode";
import type { LanguageModelChat } from "vscode";
import type { Route } from "../core/agent/world";
import { createEditorProvider } from "../core/index";
import type { EditorModel } from "../core/index";
import type { Model } from "../core/models/model";
import type { Provider } from "../core/providers/provider";
import type { LmReplyPart } from "../core/providers/vscode-lm/decode";
import type { LmMessage, LmPart, LmRequest } from "../core/providers/vscode-lm/encode";
import { untilSilent, within } from "./patience";

/** VS Code does not say how long a reply may be; what is said of input does not include it. */
const REPLY_TOKENS = 8_192;
/** A stream silent for a minute counts as broken off. */
const SILENT_MS = 60_000;
/** A counter that takes longer is not waited for: the reply is there already. */
const COUNT_MS = 5_000;

const sayCounted = () =>
  l10n.t(
    "Asked through VS Code, which reports neither usage nor price: tokens are counted with the model's own counter.",
  );

/** Opens routes to the language models other extensions bring to VS Code; undefined where there is none, or none of that name. */
export function createEditorRoutes(): (model: string) => Promise<Route | undefined> {
  const providers = new Map<string, Provider>();
  return async (wanted) => {
    const offered = await lm.selectChatModels(wanted === "" ? {} : { id: wanted });
    const chosen = offered[0] ?? (wanted === "" ? undefined : (await lm.selectChatModels({ family: wanted }))[0]);
    if (chosen === undefined) return undefined;
    // Kept as long as the model is the same: a provider remembers what it has counted.
    const key = `${chosen.vendor}/${chosen.id}`;
    const provider = providers.get(key) ?? createEditorProvider(toEditorModel(chosen));
    providers.set(key, provider);
    return { provider, model: toModel(chosen), note: sayCounted() };
  };
}

/** On the wire these models speak whatever their vendor speaks; their tokens are estimated like those of a chat server. */
const toModel = ({ id, name, vendor, maxInputTokens }: LanguageModelChat): Model => ({
  protocol: "openai-chat",
  provider: "vscode-lm",
  model: id,
  label: `${name} (${vendor})`,
  windowTokens: maxInputTokens,
  windowOrigin: "provider",
  maxOutputTokens: REPLY_TOKENS,
  sees: "text",
  thinking: "none",
  cache: { kind: "none" },
});

const toEditorModel = (model: LanguageModelChat): EditorModel => ({
  open: (request, signal) => open(model, request, signal),
  async countTokens(text) {
    const source = new CancellationTokenSource();
    return within(
      COUNT_MS,
      async () => model.countTokens(text, source.token),
      () => source.cancel(),
    );
  },
});

async function open(
  model: LanguageModelChat,
  request: LmRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<LmReplyPart>> {
  const source = cancelledBy(signal);
  const { stream } = await model.sendRequest(
    request.messages.map(toMessage),
    {
      justification: l10n.t("Hermes answers your messages with this model."),
      tools: request.tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
    },
    source.token,
  );
  return readParts(untilSilent(stream, SILENT_MS, () => source.cancel()));
}

async function* readParts(stream: AsyncIterable<unknown>): AsyncGenerator<LmReplyPart> {
  for await (const value of stream) {
    if (value instanceof LanguageModelTextPart) yield { type: "text", text: value.value };
    else if (value instanceof LanguageModelToolCallPart)
      yield { type: "call", callId: value.callId, name: value.name, input: value.input };
  }
}

const toMessage = ({ role, parts }: LmMessage): LanguageModelChatMessage =>
  role === "user"
    ? LanguageModelChatMessage.User(parts.flatMap(toUserPart))
    : LanguageModelChatMessage.Assistant(parts.flatMap(toAssistantPart));

function toUserPart(part: LmPart): readonly (LanguageModelTextPart | LanguageModelToolResultPart)[] {
  if (part.type === "text") return [new LanguageModelTextPart(part.text)];
  return part.type === "result"
    ? [new LanguageModelToolResultPart(part.callId, [new LanguageModelTextPart(part.text)])]
    : [];
}

function toAssistantPart(part: LmPart): readonly (LanguageModelTextPart | LanguageModelToolCallPart)[] {
  if (part.type === "text") return [new LanguageModelTextPart(part.text)];
  return part.type === "call" ? [new LanguageModelToolCallPart(part.callId, part.name, part.input)] : [];
}

function cancelledBy(signal: AbortSignal): CancellationTokenSource {
  const source = new CancellationTokenSource();
  if (signal.aborted) source.cancel();
  signal.addEventListener("abort", () => source.cancel(), { once: true });
  return source;
}
