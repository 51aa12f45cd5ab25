import type { AgentEvent, ContextItem } from "../../core/agent/events";
import type { ContextPicture } from "../../protocol/inspector";
import type { Say } from "../words/say";
import { emptyGauge, presentGauge, presentModel } from "./gauge";

/** Enough to find the large ones; a list of thousands is expensive to send and hard to read. */
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

/** Returns the same picture if the event does not concern it. */
export function foldContext(picture: ContextPicture, event: AgentEvent, say: Say): ContextPicture {
  switch (event.type) {
    case "session-opened":
      return event.reason === "continuation"
        ? { ...picture, model: presentModel(event.model) }
        : { ...emptyContext, gauge: emptyGauge(event.model), model: presentModel(event.model) };
    case "model-changed":
      return {
        ...picture,
        model: presentModel(event.model, event.routeNote && say(event.routeNote)),
        ...(picture.segments.length === 0 ? { gauge: emptyGauge(event.model) } : {}),
      };
    case "context-measured": {
      const { context } = event;
      const sorted = context.items.toSorted((a, b) => b.tokens - a.tokens);
      const hidden = sorted.slice(SHOWN_ITEMS);
      return {
        ...picture,
        gauge: presentGauge(context),
        thresholdNote: context.thresholdNote === undefined ? null : say(context.thresholdNote),
        outputReserveTokens: context.outputReserveTokens,
        segments: context.segments,
        items: sorted.slice(0, SHOWN_ITEMS).map((item) => ({ ...item, label: say(item.label) })),
        hiddenItems: hidden.length,
        hiddenTokens: sumTokens(hidden),
        pins: context.pins.map((pin) => ({ ...pin, label: say(pin.label) })),
      };
    }
    default:
      return picture;
  }
}

const sumTokens = (items: readonly ContextItem[]) => items.reduce((sum, item) => sum + item.tokens, 0);
