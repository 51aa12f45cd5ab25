/** When a message reaches the model: between two steps of the running turn, or as a turn of its own afterwards. */
export type Delivery = "after-step" | "after-turn";

/** A message that waits, as views show it. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly delivery: Delivery;
}
