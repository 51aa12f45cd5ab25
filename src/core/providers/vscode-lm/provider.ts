import type { Provider } from "../provider";
import { streamReply } from "../reply-stream";
import { objectOf, textOf } from "../wire-value";
import { lmDecoder } from "./decode";
import type { LmReplyPart } from "./decode";
import { encodeRequest } from "./encode";
import type { LmRequest } from "./encode";
import { createUsageCounter } from "./usage";
import type { CountText } from "./usage";

/** A language model of the editor, as the host offers it. */
export interface EditorModel {
  /** Resolves when the model begins to answer. */
  open(request: LmRequest, signal: AbortSignal): Promise<AsyncIterable<LmReplyPart>>;
  readonly countTokens: CountText;
}

export function createEditorProvider(model: EditorModel): Provider {
  const countUsage = createUsageCounter(model.countTokens);
  return {
    async *stream(request, signal) {
      const open = async (stop: AbortSignal) =>
        inOurWords(await model.open(encodeRequest(request), stop).catch(rethrow));
      for await (const event of streamReply(request, lmDecoder, open, signal)) {
        yield event.type === "done" ? { ...event, usage: await countUsage(request, event.message) } : event;
      }
    },
  };
}

async function* inOurWords(reply: AsyncIterable<LmReplyPart>): AsyncGenerator<LmReplyPart> {
  try {
    yield* reply;
  } catch (error) {
    rethrow(error);
  }
}

/** The codes of `LanguageModelError`, with the status another provider would have sent. */
const REFUSALS: Readonly<Record<string, { readonly status: number; readonly words: string }>> = {
  NoPermissions: {
    status: 403,
    words:
      "Hermes may not use this language model. Send the message again and choose Allow when VS Code asks, or select another model",
  },
  Blocked: {
    status: 402,
    words: "VS Code blocks this language model at the moment, most likely because its quota is used up",
  },
  NotFound: { status: 404, words: "VS Code no longer offers this language model. Select another one" },
};

function rethrow(error: unknown): never {
  const refusal = REFUSALS[textOf(objectOf(error instanceof Error ? { ...error } : error)["code"])];
  if (refusal === undefined) throw error;
  const detail = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  throw Object.assign(new Error(`${refusal.words}${detail}.`, { cause: error }), { status: refusal.status });
}
