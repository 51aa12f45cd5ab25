import { l10n } from "vscode";
import type { Hermes } from "../../core/agent/compose";
import type { Attachment } from "../../core/conversation/attached";
import { attachmentTexts, exportMarkdown, redactSession, sessionId, spillId } from "../../core/host";

/** An earlier session as a document, without its secrets. */
export async function readSession({ sessions }: Hermes, target: string): Promise<Attachment> {
  const session = await sessions.read(await sessions.compressionTip(sessionId(target)));
  const text = attachmentTexts.session(exportMarkdown(await redactSession(session)));
  return { kind: "session", name: session.title, text };
}

/** The beginning of a persisted output, and where the rest is. */
export async function readOutput({ spills }: Hermes, target: string, name: string): Promise<Attachment> {
  const id = spillId(target);
  const [text, file] = [await spills.read(id), (await spills.list()).find((one) => one.id === id)];
  if (text === undefined || file === undefined) throw new Error(l10n.t("This output has been deleted."));
  return { kind: "output", name, text: attachmentTexts.output(text, file.path) };
}
