import { l10n, window } from "vscode";
import { exportMarkdown, redactSession, sessionId } from "../../../core/host";
import type { HostContext } from "../../host/host-context";

/** A sub-agent's conversation so far, beside the chat; it may still be at work. */
export async function openDelegate({ hermes, documents }: HostContext, id: string): Promise<void> {
  const tip = await hermes.sessions.compressionTip(sessionId(id));
  const session = await hermes.sessions.read(tip);
  await documents.open("sub-agent.md", exportMarkdown(await redactSession(session)));
}

export async function steerDelegate({ hermes }: HostContext, id: string): Promise<void> {
  const text = await window.showInputBox({
    title: l10n.t("Tell the sub-agent"),
    prompt: l10n.t("It reads this before its next step."),
  });
  if (text !== undefined && text.trim() !== "") hermes.delegates.steer(sessionId(id), text.trim());
}
