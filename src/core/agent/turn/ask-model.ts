import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { withOwnCallIds } from "../../conversation/call-ids";
import type { RequestId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { AssistantMessage, AssistantPart, Origin } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { costOf } from "../../models/cost";
import { routeOf } from "../../models/model";
import type { ModelRequest, Provider, ProviderFailure, StopReason } from "../../providers/provider";
import { ProviderError } from "../../providers/provider";
import type { SessionWriter } from "../../sessions/lineage/session";
import type { RequestPicture } from "../events";
import type { AgentWorld } from "../world";
import { pictureOf } from "./request";

/** How one request ended. A stop and a refusal keep the text that had arrived. */
export type Asked =
  | {
      readonly kind: "replied";
      readonly message: AssistantMessage;
      readonly stop: StopReason;
      readonly usage: Usage | undefined;
      /** Null where the price or the usage is unknown. */
      readonly costUsd: number | null;
    }
  | { readonly kind: "stopped"; readonly partial: AssistantMessage | undefined }
  | {
      readonly kind: "refused";
      readonly failure: ProviderFailure;
      readonly reason: Sentence;
      readonly partial: AssistantMessage | undefined;
    };

export interface Question {
  readonly id: RequestId;
  readonly provider: Provider;
  readonly request: ModelRequest;
  readonly estimatedTokens: number;
  readonly caching: RequestPicture["caching"];
  readonly missCause: (usage: Usage) => Sentence | undefined;
}

/** Sends one request and emits the reply as it arrives. Usage is stored before anything else can fail. */
export async function ask(
  world: AgentWorld,
  writer: SessionWriter,
  question: Question,
  signal: AbortSignal,
): Promise<Asked> {
  const { request, id } = question;
  const at = world.now();
  const growing = new GrowingReply(world, request);
  world.emit({
    type: "request-started",
    session: writer.header.id,
    request: pictureOf(request, id, at, { estimatedTokens: question.estimatedTokens, caching: question.caching }),
  });
  try {
    for await (const event of question.provider.stream(request, signal)) {
      if (event.type === "delta") {
        growing.grow(event.part, event.text);
        world.emit({ type: "reply-grew", requestId: id, part: event.part, text: event.text });
      }
      if (event.type === "part") growing.complete(event.part);
      if (event.type !== "done") continue;
      const parts = withOwnCallIds(event.message.parts, request.messages);
      const message: AssistantMessage = { ...event.message, parts, id: messageId(world.newId()) };
      if (event.usage)
        await reportUsage(world, writer, {
          id,
          at,
          request,
          usage: event.usage,
          missCause: question.missCause(event.usage),
        });
      world.emit({ type: "reply-ended", requestId: id, message });
      const costUsd = event.usage === undefined ? null : costOf(event.usage, request.model, request.cacheTtl);
      return { kind: "replied", message, stop: event.stop, usage: event.usage, costUsd };
    }
    return refused(growing, id, { kind: "disconnected" }, CUT_SHORT);
  } catch (error) {
    if (error instanceof ProviderError && error.usage)
      await reportUsage(world, writer, {
        id,
        at,
        request,
        usage: error.usage,
        missCause: question.missCause(error.usage),
      });
    if (signal.aborted) return { kind: "stopped", partial: growing.interrupted(id, "stopped") };
    if (error instanceof ProviderError) return refused(growing, id, error.failure, error.sentence);
    throw error;
  }
}

const CUT_SHORT = sentence("the answer ended before it was complete");

const refused = (growing: GrowingReply, id: RequestId, failure: ProviderFailure, reason: Sentence): Asked => ({
  kind: "refused",
  failure,
  reason,
  partial: growing.interrupted(id, "disconnected"),
});

interface Reported {
  readonly id: RequestId;
  readonly at: number;
  readonly request: ModelRequest;
  readonly usage: Usage;
  readonly missCause: Sentence | undefined;
}

async function reportUsage(world: AgentWorld, writer: SessionWriter, reported: Reported): Promise<void> {
  const { id, at, request, usage, missCause } = reported;
  const costUsd = costOf(usage, request.model, request.cacheTtl);
  const durationMs = world.now() - at;
  await writer.recordRequest({ id, at, purpose: "agent", ...routeOf(request.model), usage, costUsd, durationMs });
  world.emit({
    type: "usage-reported",
    session: writer.header.id,
    requestId: id,
    purpose: "agent",
    usage,
    costUsd,
    durationMs,
    ...(missCause !== undefined && { missCause }),
  });
}

/** Collects a reply while it streams, so that a stop or a broken connection loses no text the user has seen. */
class GrowingReply {
  private readonly world: AgentWorld;
  private readonly origin: Origin;
  private readonly parts: AssistantPart[] = [];
  private text = "";

  constructor(world: AgentWorld, request: ModelRequest) {
    this.world = world;
    const { protocol, provider, model } = request.model;
    this.origin = { protocol, provider, model };
  }

  grow(part: "text" | "thinking" | "tool-input", text: string): void {
    if (part === "text") this.text += text;
  }

  complete(part: AssistantPart): void {
    this.parts.push(part);
    if (part.type === "text") this.text = "";
  }

  /** Keeps text only: a call without its result and thinking without its signature could not be sent again. */
  interrupted(id: RequestId, how: "stopped" | "disconnected"): AssistantMessage | undefined {
    const parts = this.parts
      .filter((part) => part.type === "text" && part.text !== "")
      .map((part): AssistantPart => ({ type: "text", text: part.type === "text" ? part.text : "" }));
    if (this.text !== "") parts.push({ type: "text", text: this.text });
    if (parts.length === 0) return undefined;
    const message: AssistantMessage = {
      role: "assistant",
      id: messageId(this.world.newId()),
      parts,
      origin: this.origin,
      interrupted: how,
    };
    this.world.emit({ type: "reply-ended", requestId: id, message });
    return message;
  }
}
