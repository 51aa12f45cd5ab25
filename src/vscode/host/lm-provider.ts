import type { LanguageModelChat } from "vscode";
import {
  CancellationTokenSource,
  LanguageModelChatMessage,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  l10n,
  lm,
} from "vscode";
import type { Route } from "../../core/agent/world";
import { sentence } from "../../core/base/sentence";
import type { EditorModel } from "../../core/host";
import { createEditorProvider } from "../../core/host";
import type { Model } from "../../core/models/model";
import type { Provider } from "../../core/providers/provider";
import type { LmReplyPart } from "../../core/providers/vscode-lm/decode";
import type { LmMessage, LmPart, LmRequest } from "../../core/providers/vscode-lm/encode";
import { untilSilent, within } from "../terminal/silence";

/** VS Code does not state the maximum length of a reply; the input limit does not include it. */
const REPLY_TOKENS = 8_192;
/** A stream that is silent for a minute counts as disconnected. */
const SILENT_MS = 60_000;
/** A slower counter is not waited for: the reply has already arrived. */
const COUNT_MS = 5_000;

const COUNTED_BY_MODEL = sentence(
  "VS Code reports neither usage nor price for this model; tokens are counted with the model's own counter.",
);

/** Opens routes to the language models of other extensions; undefined if there is none, or none of that name. */
export function createEditorRoutes(): (model: string) => Promise<Route | undefined> {
  const providers = new Map<string, Provider>();
  return async (wanted) => {
    const offered = await lm.selectChatModels(wanted === "" ? {} : { id: wanted });
    const chosen = offered[0] ?? (wanted === "" ? undefined : (await lm.selectChatModels({ family: wanted }))[0]);
    if (chosen === undefined) return undefined;
    // Kept while the model stays the same: a provider caches its token counts.
    const key = `${chosen.vendor}/${chosen.id}`;
    const provider = providers.get(key) ?? createEditorProvider(toEditorModel(chosen));
    providers.set(key, provider);
    return { provider, model: toModel(chosen), note: COUNTED_BY_MODEL };
  };
}

/** VS Code hides the wire protocol of these models; their tokens are estimated like those of a chat server. */
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
      justification: l10n.t("Hermes uses this model to answer your messages."),
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
