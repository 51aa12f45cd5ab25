import type { AssistantMessage } from "../../conversation/message";
import { mayReplay } from "../../conversation/message";
import type { ModelRequest } from "../provider";

/**
 * How much of a reply its reader may get back: everything it sealed, its own blocks without the thinking, or only
 * what any model can read.
 */
export type Replay = "sealed" | "own" | "foreign";

/** A reply that broke off lost the end of its seals, so nothing sealed of it goes back. */
export function replayOf(message: AssistantMessage, request: ModelRequest): Replay {
  if (!mayReplay(message.origin, request.model)) return "foreign";
  return request.thinking === "replay" && message.interrupted === undefined ? "sealed" : "own";
}
