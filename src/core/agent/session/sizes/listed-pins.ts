import type { Sentence } from "../../../base/sentence";
import { sentence, verbatim } from "../../../base/sentence";
import type { MessageId } from "../../../conversation/ids";
import type { Message } from "../../../conversation/message";
import { messageText } from "../../../conversation/render";
import { labelMessages, shortenLine } from "../../../conversation/text/label-messages";
import { pinnedText } from "../../../ledger/carry-pins";
import type { Pin } from "../../../ledger/ledger";
import { pinName } from "../../../ledger/pins";
import { redacting } from "../../../redact/redacted-message";
import { redactSecrets } from "../../../redact/secrets";
import { estimateMessageTokens, estimateTextTokens } from "../../../tokens/estimate";

/** A pin as lists show it. */
export interface ListedPin {
  /** What it is about; it is removed by this name. */
  readonly name: string;
  readonly label: Sentence;
  readonly tokens: number;
}

/** A message has the label of the context list while it is in the context, and later the beginning of its text. */
export function listPins(pins: readonly Pin[], messages: readonly Message[]): readonly ListedPin[] {
  const labelOf = labelMessages(messages, redacting);
  const known = new Map<MessageId, Message>(messages.map((message) => [message.id, message]));
  const label = (pinned: Pin): Sentence => {
    if (pinned.kind === "file") return verbatim(pinned.path);
    if (pinned.kind === "message" && pinned.skill !== undefined)
      return sentence("Skill {name}", { name: pinned.skill });
    const message = pinned.kind === "message" ? known.get(pinned.messageId) : undefined;
    return message === undefined ? verbatim(shortenLine(redactSecrets(pinned.text))) : labelOf(message);
  };
  return pins.map((pinned) => ({
    name: pinName(pinned),
    label: label(pinned),
    tokens: pinTokens(pinned, messages),
  }));
}

/** The size of a pin is that of its row in the context list: of its message while that is there, else of its text. */
export function pinTokens(pinned: Pin, messages: readonly Message[]): number {
  const message =
    pinned.kind === "message" && pinned.lines === undefined
      ? messages.find(({ id }) => id === pinned.messageId)
      : undefined;
  return message !== undefined && messageText(message) === pinned.text
    ? estimateMessageTokens(message)
    : pinnedText(pinned).reduce((sum, { text }) => sum + estimateTextTokens(text), 0);
}
