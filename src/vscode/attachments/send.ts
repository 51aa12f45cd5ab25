import type { TurnEnd } from "../../core/agent/events";
import type { UserInput } from "../../core/agent/world";
import type { MessageId } from "../../core/conversation/ids";
import type { ImagePart, UserMessage } from "../../core/conversation/message";
import { attachmentsOf, estimatePartTokens, ownWords } from "../../core/host";
import type { ViewMessage } from "../../protocol/messages";
import type { HostContext } from "../host/host-context";

/** Sends what the composer holds: words, images, and what was attached. */
export async function sendMessage(
  { hermes, attachments, chatPage }: HostContext,
  { text, images, attached, when }: Extract<ViewMessage, { type: "send" }>,
): Promise<void> {
  const taken = await attachments.take(attached);
  const { outcome } = await hermes.agent.send({ text, images, attachments: taken }, when);
  // Nothing of it was stored, so it goes back to where it was written.
  if (outcome === "blocked") backToComposer({ chatPage, attachments }, { text, images, attachments: taken });
}

/** Takes a waiting message out of the queue, for good or back into the composer with everything it carries. */
export function takeFromQueue(host: HostContext, id: string, purpose: "drop" | "edit"): void {
  const input = host.hermes.agent.schedule.queue.remove(id);
  if (input !== undefined && purpose === "edit") backToComposer(host, input);
}

function backToComposer(
  { chatPage, attachments }: Pick<HostContext, "chatPage" | "attachments">,
  { text, images, attachments: carried = [] }: UserInput,
): void {
  chatPage.post({ type: "compose", text, images, how: "append" });
  for (const one of carried) chatPage.post({ type: "chip", chip: attachments.putBack(one) });
}

/** A message that was taken back can be sent again, changed or not, with everything it carried. */
export async function composeAgain(host: HostContext, message: UserMessage): Promise<void> {
  const whole = message.spill === undefined ? undefined : await host.hermes.spills.read(message.spill);
  backToComposer(host, { ...carriedBy(message), text: whole ?? ownWords(message) });
}

/** Sends other words with the same images and attachments. */
export function resendMessage({ hermes }: HostContext, id: MessageId, text: string): Promise<TurnEnd> {
  const original = findRequest(hermes, id);
  return hermes.agent.resend(id, { text, ...(original === undefined ? { images: [] } : carriedBy(original)) });
}

export function findRequest({ agent }: HostContext["hermes"], id: MessageId): UserMessage | undefined {
  const found = agent.messages.find((message) => message.id === id);
  return found?.role === "user" ? found : undefined;
}

const carriedBy = (message: UserMessage): Pick<UserInput, "images" | "attachments"> => ({
  images: message.content.filter((part) => part.type === "image"),
  attachments: attachmentsOf(message),
});

/** Every image costs the same: vendors scale large ones down first. */
export const imageTokens = (): number => estimatePartTokens(ANY_IMAGE);

const ANY_IMAGE: ImagePart = { type: "image", mediaType: "image/png", base64: "" };
