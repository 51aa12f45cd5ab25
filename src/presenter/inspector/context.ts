import type { AgentEvent } from "../../core/agent/events";
import type { ContextPicture } from "../../protocol/inspector";
import type { Say } from "../words/say";
import { emptyGauge, presentGauge, presentModel } from "./gauge";

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
      return {
        ...picture,
        gauge: presentGauge(context),
        thresholdNote: context.thresholdNote === undefined ? null : say(context.thresholdNote),
        outputReserveTokens: context.outputReserveTokens,
        segments: context.segments,
        items: context.items.map((item) => ({ ...item, label: say(item.label) })),
        hiddenItems: context.hiddenItems,
        hiddenTokens: context.hiddenTokens,
        pins: context.pins.map((pin) => ({ ...pin, label: say(pin.label) })),
      };
    }
    default:
      return picture;
  }
}
