import type { TurnEnd } from "../../core/agent/events";
import type { MessageId } from "../../core/conversation/ids";
import type { ImagePart } from "../../core/conversation/message";
import { attachmentsOf, estimatePartTokens } from "../../core/host";
import type { ViewMessage } from "../../protocol/messages";
import type { HostContext } from "../host/host-context";

/** Sends what the composer holds: words, images, and what was attached. */
export async function sendMessage(
  { hermes, attachments, chatPage }: HostContext,
  { text, images, attached }: Extract<ViewMessage, { type: "send" }>,
): Promise<void> {
  const taken = await attachments.take(attached);
  const { outcome } = await hermes.agent.send({ text, images, attachments: taken });
  if (outcome !== "blocked") return;
  // Nothing of it was stored, so it goes back to where it was written.
  chatPage.post({ type: "compose", text, how: "append" });
  for (const one of taken) chatPage.post({ type: "chip", chip: attachments.putBack(one) });
}

/** Sends other words with the same images and attachments. */
export function resendMessage({ hermes }: HostContext, id: MessageId, text: string): Promise<TurnEnd> {
  const original = hermes.agent.messages.find((message) => message.role === "user" && message.id === id);
  const content = original?.role === "user" ? original.content : [];
  return hermes.agent.resend(id, {
    text,
    images: content.filter((part) => part.type === "image"),
    attachments: original?.role === "user" ? attachmentsOf(original) : [],
  });
}

/** Every image costs the same: vendors scale large ones down first. */
export const imageTokens = (): number => estimatePartTokens(ANY_IMAGE);

const ANY_IMAGE: ImagePart = { type: "image", mediaType: "image/png", base64: "" };
