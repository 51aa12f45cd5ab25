import type { AgentEvent } from "../core/agent/events";
import type { Change } from "../protocol";
import type { Interpret } from "./interpreter";

/** The same event with whatever core says to people in their language. What models and tools said is theirs. */
export function interpretEvent(event: AgentEvent, interpret: Interpret): AgentEvent {
  switch (event.type) {
    case "notice":
      return { ...event, text: interpret(event.text) };
    case "nothing-to-compress":
    case "compression-failed":
    case "compression-paused":
    case "engine-fallback":
    case "retrying":
    case "truncated":
      return { ...event, reason: interpret(event.reason) };
    case "recalled":
      return { ...event, snippets: event.snippets.map((snippet) => ({ ...snippet, why: interpret(snippet.why) })) };
    case "turn-ended":
      return event.reason === undefined ? event : { ...event, reason: interpret(event.reason) };
    case "recovering":
      return { ...event, action: interpret(event.action) };
    case "model-changed":
      return event.routeNote === undefined ? event : { ...event, routeNote: interpret(event.routeNote) };
    case "usage-reported":
      return event.missCause === undefined ? event : { ...event, missCause: interpret(event.missCause) };
    case "request-started":
      return {
        ...event,
        request: { ...event.request, caching: { ...event.request.caching, why: interpret(event.request.caching.why) } },
      };
    case "context-measured":
      return event.context.thresholdNote === undefined
        ? event
        : { ...event, context: { ...event.context, thresholdNote: interpret(event.context.thresholdNote) } };
    case "approval-asked":
      return {
        ...event,
        request: {
          ...event.request,
          title: interpret(event.request.title),
          ...(event.request.warning !== undefined && { warning: interpret(event.request.warning) }),
        },
      };
    default:
      return event;
  }
}

type PreviewChange = Extract<Change, { readonly kind: "preview" }>;

export const interpretPreview = (change: PreviewChange, interpret: Interpret): PreviewChange =>
  change.preview === null || change.preview.reason === null
    ? change
    : { ...change, preview: { ...change.preview, reason: interpret(change.preview.reason) } };
