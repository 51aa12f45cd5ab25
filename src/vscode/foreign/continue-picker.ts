import { l10n, window } from "vscode";
import type { Message } from "../../core/conversation/message";
import type { ContinuedPart } from "../../core/foreign/continue";
import type { ForeignSession } from "../../core/foreign/session";
import { continueMessages, estimateMessagesTokens } from "../../core/host";
import { formatCount } from "../../format";

export const continuedMessages = (session: ForeignSession, part: ContinuedPart): readonly Message[] =>
  continueMessages(session, part, () => crypto.randomUUID());

/** Without a compaction there is nothing to choose. */
export async function pickContinuedPart(session: ForeignSession): Promise<ContinuedPart | undefined> {
  if (session.compactions.length === 0) return "context";
  const sizeOf = (part: ContinuedPart): string =>
    l10n.t("about {tokens} tokens", { tokens: formatCount(estimateMessagesTokens(continuedMessages(session, part))) });
  const choices: readonly { readonly label: string; readonly description: string; readonly part: ContinuedPart }[] = [
    { label: l10n.t("As its model sees it now"), description: sizeOf("context"), part: "context" },
    { label: l10n.t("With everything its compactions dropped"), description: sizeOf("everything"), part: "everything" },
  ];
  return (await window.showQuickPick(choices, { title: l10n.t("Continue in Hermes") }))?.part;
}
