import type { Message } from "../../conversation/message";
import type { ModelRequest } from "../../providers/provider";
import { redactMessage } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import type { ActiveSession } from "../session/active-session";

/** The main model's last request, while its cache is warm and nothing in it needs redaction. */
export function warmPrefix(session: ActiveSession, nowMs: number): ModelRequest | undefined {
  return session.isCacheWarm(nowMs) &&
    isCleanText(session.header.systemPrompt) &&
    session.messages.every(isCleanMessage)
    ? session.lastRequest?.request
    : undefined;
}

/** A prefix that redaction would change must not be sent to be summarized as it is. */
const isCleanMessage = (message: Message): boolean => redactMessage(message) === message;

const isCleanText = (text: string): boolean => redactSecrets(text) === text;
