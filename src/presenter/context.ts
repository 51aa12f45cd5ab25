import type { AgentEvent, ContextItem } from "../core/agent/events";
import type { ContextPicture } from "../protocol";
import { emptyGauge, presentGauge, presentModel } from "./gauge";

/** Enough to find what is large; a list of thousands would cost more to send than it tells. */
const SHOWN_ITEMS = 200;

export const emptyContext: ContextPicture = {
  gauge: emptyGauge(null),
  model: presentModel(null),
  thresholdNote: null,
  outputReserveTokens: 0,
  segments: [],
  items: [],
  hiddenItems: 0,
  hiddenTokens: 0,
  pins: [],
};

/** Returns the very same picture where the event does not concern it. */
export function foldContext(picture: ContextPicture, event: AgentEvent): ContextPicture {
  switch (event.type) {
    case "session-opened":
      return event.reason === "continuation"
        ? { ...picture, model: presentModel(event.model) }
        : { ...emptyContext, gauge: emptyGauge(event.model), model: presentModel(event.model) };
    case "model-changed":
      return {
        ...picture,
        model: presentModel(event.model, event.routeNote),
        ...(picture.segments.length === 0 ? { gauge: emptyGauge(event.model) } : {}),
      };
    case "pins-changed":
      return { ...picture, pins: event.pins };
    case "context-measured": {
      const { context } = event;
      const sorted = context.items.toSorted((a, b) => b.tokens - a.tokens);
      const hidden = sorted.slice(SHOWN_ITEMS);
      return {
        ...picture,
        gauge: presentGauge(context),
        thresholdNote: context.thresholdNote ?? null,
        outputReserveTokens: context.outputReserveTokens,
        segments: context.segments,
        items: sorted.slice(0, SHOWN_ITEMS),
        hiddenItems: hidden.length,
        hiddenTokens: sumTokens(hidden),
      };
    }
    default:
      return picture;
  }
}

const sumTokens = (items: readonly ContextItem[]) => items.reduce((sum, item) => sum + item.tokens, 0);
