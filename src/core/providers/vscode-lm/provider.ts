import { objectOf, textOf } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { Provider } from "../provider";
import { streamReply } from "../wire/reply-stream";
import type { LmReplyPart } from "./decode";
import { lmDecoder } from "./decode";
import type { LmRequest } from "./encode";
import { encodeRequest } from "./encode";
import type { CountText } from "./usage";
import { createUsageCounter } from "./usage";

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
const REFUSALS: Readonly<Record<string, { readonly status: number; readonly why: Sentence }>> = {
  NoPermissions: {
    status: 403,
    why: sentence([
      "Hermes may not use this language model.",
      "Send the message again and choose Allow when VS Code asks, or select another model.",
    ]),
  },
  Blocked: {
    status: 402,
    why: sentence("VS Code is blocking this language model, most likely because its quota is used up."),
  },
  NotFound: { status: 404, why: sentence("VS Code no longer offers this language model. Select another one.") },
};

function rethrow(error: unknown): never {
  const refusal = REFUSALS[textOf(objectOf(error instanceof Error ? { ...error } : error)["code"])];
  if (refusal === undefined) throw error;
  const detail = error instanceof Error ? error.message : "";
  const why = detail === "" ? refusal.why : sentence("{problem} ({detail})", { problem: refusal.why, detail });
  throw Object.assign(new SentenceError(why, { cause: error }), { status: refusal.status });
}
