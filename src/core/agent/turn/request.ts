import { placeBreakpoints } from "../../caching/breakpoints";
import type { RequestId } from "../../conversation/ids";
import type { Effort } from "../../models/model";
import type { ModelRequest, ToolSchema } from "../../providers/provider";
import { estimateMessageTokens, estimateTextTokens, estimateToolsTokens } from "../../tokens/estimate";
import type { RequestPicture } from "../events";
import type { ActiveSession } from "../session/active-session";
import { outputTokensFor } from "../settings/output-tokens";
import type { HermesSettings } from "../settings/settings";

/** The differences between two attempts at the same request. */
export interface RequestVariant {
  readonly outputTokens?: number;
  readonly thinking: "replay" | "leave-out";
}

export const plainVariant: RequestVariant = { thinking: "replay" };

/** Informs the model, outside the cached block, that a hand-off replaces earlier turns. */
const COMPACTION_NOTE =
  "Earlier turns of this session were condensed into a hand-off that stands in the conversation. " +
  "The workspace may already reflect the work it describes. Memory and rules above stay authoritative.";

export function buildRequest(
  session: ActiveSession,
  settings: HermesSettings,
  variant: RequestVariant,
  effort?: Effort,
): ModelRequest {
  const { model } = session.route;
  const { messages } = session.outline();
  // Repeating the last request's breakpoints keeps the chain of cache reads intact.
  const previousBreakpoints = session.lastRequest?.request.breakpoints ?? [];
  return {
    model,
    system: session.header.systemPrompt,
    ...(session.compressions > 0 && { systemNote: COMPACTION_NOTE }),
    tools: session.toolBox.tools.map(schemaOf),
    messages,
    breakpoints: placeBreakpoints(messages, model.cache, previousBreakpoints),
    cacheTtl: settings.promptCaching.cacheTtl,
    outputTokens: variant.outputTokens ?? outputTokensFor(model, settings),
    thinking: variant.thinking,
    ...(effort !== undefined && { effort }),
    conversationKey: session.id,
  };
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

/** Tokens before each breakpoint, scaled so that the end of the request is the figure the gauge shows. */
function tokensUpTo(request: ModelRequest, estimatedTokens: number): readonly number[] {
  const fixed = estimateTextTokens(request.system) + estimateToolsTokens(request.tools);
  const ends = new Map<string, number>();
  let total = fixed;
  for (const message of request.messages) {
    total += estimateMessageTokens(message);
    ends.set(message.id, total);
  }
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
