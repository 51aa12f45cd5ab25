import type { AssistantPart, ImagePart, Message, TextPart } from "../../conversation/message";
import { unreachable } from "../../conversation/message";
import { redactSecrets } from "../../redact/secrets";

/** The same messages with credentials taken out of every text and argument; untouched ones stay the same objects. */
export const redactMessages = (messages: readonly Message[]): readonly Message[] => messages.map(redactMessage);

function redactMessage(message: Message): Message {
  switch (message.role) {
    case "user":
      return { ...message, content: message.content.map(redactContent) };
    case "assistant":
      return { ...message, parts: message.parts.map(redactPart) };
    case "summary":
      return { ...message, text: redactSecrets(message.text) };
    case "tool":
      return { ...message, body: redactBody(message.body) };
    default:
      return unreachable(message);
  }
}

function redactBody(body: Extract<Message, { role: "tool" }>["body"]): typeof body {
  switch (body.kind) {
    case "full":
      return { ...body, content: body.content.map(redactContent) };
    case "spilled":
      return { ...body, preview: redactSecrets(body.preview) };
    case "pruned":
      return { ...body, gist: redactSecrets(body.gist) };
    default:
      return unreachable(body);
  }
}

const redactContent = (part: TextPart | ImagePart): TextPart | ImagePart =>
  part.type === "text" ? { ...part, text: redactSecrets(part.text) } : part;

function redactPart(part: AssistantPart): AssistantPart {
  switch (part.type) {
    case "text":
    case "thinking":
      return { ...part, text: redactSecrets(part.text) };
    case "tool-call":
      return { ...part, inputJson: redactSecrets(part.inputJson) };
    case "opaque":
      return { ...part, gist: redactSecrets(part.gist) };
    default:
      return unreachable(part);
  }
}
