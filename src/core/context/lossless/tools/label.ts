import type { Message } from "../../../conversation/message";

/** Who speaks, with the id that can be asked for. */
export function labelOf(message: Message): string {
  if (message.role !== "tool") return `${message.role} ${message.id}`;
  return `${message.failed ? "failed result" : "result"} of ${message.toolName} ${message.id}`;
}
