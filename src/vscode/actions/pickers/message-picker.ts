import { l10n, window } from "vscode";
import type { FoldRange } from "../../../core/context/engine";
import type { MessageId } from "../../../core/conversation/ids";
import { hasVisibleText, labelMessages, messageId, redacting } from "../../../core/host";
import { estimateMessageTokens } from "../../../core/index";
import { formatCount } from "../../../format";
import { say } from "../../base/language";
import type { HostContext } from "../../host/host-context";

/** Opens the preview of a partial compression; `id` is a message, and without one the user picks it. */
export async function previewRange(host: HostContext, kind: FoldRange["kind"], id?: unknown): Promise<void> {
  if (host.hermes.agent.messages.length === 0) throw new Error(l10n.t("There is no conversation to compress yet."));
  const chosen = typeof id === "string" ? messageId(id) : await pickMessage(host, kind);
  if (chosen !== undefined) await host.preview.open({ range: { kind, messageId: chosen } });
}

/** What people wrote and what the model said to them, newest first; calls and results belong to these. */
async function pickMessage({ hermes }: HostContext, kind: FoldRange["kind"]): Promise<MessageId | undefined> {
  const { messages } = hermes.agent;
  const labelOf = labelMessages(messages, redacting);
  const items = messages
    .filter((message) => message.role === "user" || hasVisibleText(message))
    .map((message) => ({
      id: message.id,
      label: `$(${message.role === "user" ? "account" : "hubot"}) ${say(labelOf(message))}`,
      description: l10n.t("{tokens} tokens", { tokens: formatCount(estimateMessageTokens(message)) }),
    }));
  const picked = await window.showQuickPick(items.toReversed(), {
    title: kind === "up-to" ? l10n.t("Compress up to a message") : l10n.t("Compress from a message on"),
    placeHolder:
      kind === "up-to"
        ? l10n.t("Everything before this message is folded; the message and what follows stay.")
        : l10n.t("The message and what follows are folded; everything before it stays."),
  });
  return picked?.id;
}
