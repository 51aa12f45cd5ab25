import type { AssistantMessage, AssistantPart, Message } from "../conversation/message";
import type { Breakpoint } from "../caching/breakpoints";
import { placeBreakpoints } from "../caching/breakpoints";
import type { RequestId } from "../conversation/ids";
import type { ModelRequest, ToolSchema } from "../providers/provider";
import { estimateMessageTokens, estimateTextTokens, estimateToolsTokens } from "../tokens/estimate";
import type { RequestPicture } from "./events";
import { leaveOutImages } from "./image-limit";
import type { ImageLimit } from "./image-limit";
import type { LiveSession } from "./live-session";
import type { HermesSettings } from "./settings";
import type { Route } from "./world";

/** What differs between two attempts at the same request. */
export interface RequestVariant {
  readonly outputTokens?: number;
  readonly thinking: "replay" | "leave-out";
}

export const plainVariant: RequestVariant = { thinking: "replay" };

/** The room a reply gets where nobody set one: generous for code, small against any window worth using. */
const DEFAULT_OUTPUT_TOKENS = 8_192;
/** On small windows the reply may not take the room the conversation needs. */
const OUTPUT_SHARE_OF_WINDOW = 0.25;

/** Tells the model, outside the cached block, that a hand-off stands in for earlier turns. */
const COMPACTION_NOTE =
  "Earlier turns of this session were condensed into a hand-off that stands in the conversation. The workspace may already reflect the work it describes. Memory and rules above stay authoritative.";

export interface RequestParts {
  readonly live: LiveSession;
  readonly route: Route;
  readonly settings: HermesSettings;
  readonly variant: RequestVariant;
  readonly imageLimit: ImageLimit;
  /** Marks of the last request of this conversation, so that the chain of cache reads does not break. */
  readonly previousBreakpoints: readonly Breakpoint[];
}

export function buildRequest({
  live,
  route,
  settings,
  variant,
  imageLimit,
  previousBreakpoints,
}: RequestParts): ModelRequest {
  const messages = leaveOutImages(unsealedMessages(live), imageLimit);
  return {
    model: route.model,
    system: live.header.systemPrompt,
    ...(live.compressions > 0 && { systemNote: COMPACTION_NOTE }),
    tools: live.box.tools.map(schemaOf),
    messages,
    breakpoints: placeBreakpoints(messages, route.model.cache, previousBreakpoints),
    cacheTtl: settings.promptCaching.cacheTtl,
    outputTokens: variant.outputTokens ?? outputTokensFor(route, settings),
    thinking: variant.thinking,
    conversationKey: live.header.id,
  };
}

export function outputTokensFor(route: Route, settings: HermesSettings): number {
  const { model } = route;
  const wanted = settings.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS;
  return Math.max(1, Math.min(wanted, model.maxOutputTokens, Math.floor(model.windowTokens * OUTPUT_SHARE_OF_WINDOW)));
}

export function pictureOf(
  request: ModelRequest,
  id: RequestId,
  at: number,
  facts: { readonly estimatedTokens: number; readonly caching: RequestPicture["caching"] },
): RequestPicture {
  return {
    id,
    at,
    model: request.model.label,
    breakpoints: request.breakpoints,
    breakpointTokens: tokensUpTo(request, facts.estimatedTokens),
    ...facts,
  };
}

/** Where each breakpoint lies, scaled so that the end of the request is what the gauge shows. */
function tokensUpTo(request: ModelRequest, estimatedTokens: number): readonly number[] {
  const fixed = estimateTextTokens(request.system) + estimateToolsTokens(request.tools);
  const ends = new Map<string, number>();
  let total = fixed;
  for (const message of request.messages) ends.set(message.id, (total += estimateMessageTokens(message)));
  const scale = total === 0 ? 0 : estimatedTokens / total;
  return request.breakpoints.map((breakpoint) =>
    Math.round((breakpoint.after === "system" ? fixed : (ends.get(breakpoint.messageId) ?? total)) * scale),
  );
}

const schemaOf = (tool: ToolSchema): ToolSchema => ({
  name: tool.name,
  description: tool.description,
  parameters: tool.parameters,
});

/** Seals of messages that were there before history was edited are left out: the provider answers a stale one with 400. */
const unsealedMessages = (live: LiveSession): readonly Message[] =>
  live.messages.map((message, index) =>
    index < live.sealedFrom && message.role === "assistant" ? withoutSeals(message) : message,
  );

const unsealedCopies = new WeakMap<AssistantMessage, AssistantMessage>();

/** One copy per message, so that token counts cached by identity stay warm. */
function withoutSeals(message: AssistantMessage): AssistantMessage {
  const known = unsealedCopies.get(message);
  if (known) return known;
  const copy = message.parts.every(
    (part) => part.type !== "thinking" && part.type !== "opaque" && part.seal === undefined,
  )
    ? message
    : { ...message, parts: message.parts.flatMap(withoutSeal) };
  unsealedCopies.set(message, copy);
  return copy;
}

function withoutSeal(part: AssistantPart): readonly AssistantPart[] {
  switch (part.type) {
    case "thinking":
      return [];
    case "opaque":
      return [{ type: "text", text: part.gist }];
    case "text":
      return [{ type: "text", text: part.text }];
    case "tool-call":
      return [{ type: "tool-call", callId: part.callId, name: part.name, inputJson: part.inputJson }];
  }
}
