import { env, l10n, window } from "vscode";
import type { MessageId } from "../../core/conversation/ids";
import type { Message } from "../../core/conversation/message";
import type { ForeignSession } from "../../core/foreign/session";
import {
  commandInFolder,
  compressGiven,
  estimateMessageTokens,
  exportMessages,
  giveBack,
  givenMessages,
  headOfOriginal,
  writeGiven,
} from "../../core/host";
import { messageText } from "../../core/index";
import { formatCount } from "../../format";
import { agentName } from "../../presenter/foreign/agent-names";
import { headingOf } from "../../presenter/words/conversation-text";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { fileOf, readWithProgress } from "./foreign-actions";

type Choice = "whole" | "uncompacted" | "compressed" | "pinned";

/** More than anyone looks through; the newest are offered. */
const MOST_OFFERED = 500;
const LABEL_CHARS = 100;

/** Writes a new session in the agent's own format, next to the original, and shows how to resume it. */
export async function giveBackSession(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file === undefined) return;
  const session = await readWithProgress(host, file);
  const choice = await pickChoice(session);
  if (choice === undefined) return;
  const messages = await messagesFor(session, choice);
  if (messages === undefined) return;
  const given = giveBack(session.agent, {
    messages,
    summaryBy: choice === "whole" ? "its-agent" : "hermes",
    workspace: session.workspace,
    newId: () => crypto.randomUUID(),
    now: Date.now(),
    original: { path: session.path, head: await headOfOriginal(file.path, new AbortController().signal) },
  });
  if (given === undefined) return offerMarkdown(host, session, messages);
  if ((await writeGiven(given)) === "exists")
    throw new Error(l10n.t("A file of this name already exists. Nothing was written."));
  const copy = l10n.t("Copy Command");
  const answer = await window.showInformationMessage(
    l10n.t("{agent} can resume the new session in {folder} with: {command}", {
      agent: agentName(session.agent),
      folder: session.workspace,
      command: given.command,
    }),
    copy,
  );
  if (answer === copy)
    await env.clipboard.writeText(commandInFolder(given.command, session.workspace, process.platform));
}

async function pickChoice(session: ForeignSession): Promise<Choice | undefined> {
  const choices: readonly { readonly label: string; readonly detail: string; readonly choice: Choice }[] = [
    { label: l10n.t("Whole"), detail: l10n.t("The conversation as its model sees it now."), choice: "whole" },
    ...(session.compactions.length === 0
      ? []
      : [
          {
            label: l10n.t("Un-compacted"),
            detail: l10n.t("Everything that its compactions dropped, instead of its summaries."),
            choice: "uncompacted" as const,
          },
        ]),
    {
      label: l10n.t("Compressed by Hermes"),
      detail: l10n.t("Folded into one summary that is checked against the record. No model is asked."),
      choice: "compressed",
    },
    {
      label: l10n.t("Compressed by Hermes, with Pinned Messages"),
      detail: l10n.t("The same, and the messages you choose are kept word for word."),
      choice: "pinned",
    },
  ];
  return (
    await window.showQuickPick(choices, { title: l10n.t("Give back to {agent}", { agent: agentName(session.agent) }) })
  )?.choice;
}

/** Undefined if the user cancels the choice of messages. */
async function messagesFor(session: ForeignSession, choice: Choice): Promise<readonly Message[] | undefined> {
  if (choice === "whole" || choice === "uncompacted") return givenMessages(session, choice);
  const pinned = choice === "pinned" ? await pickPinned(session) : [];
  if (pinned === undefined) return undefined;
  const compressed = await compressGiven(session, pinned, new AbortController().signal);
  if (compressed === undefined)
    throw new Error(l10n.t("This session is too short to be compressed. Give it back whole."));
  return compressed;
}

async function pickPinned(session: ForeignSession): Promise<readonly MessageId[] | undefined> {
  const items = givenMessages(session, "uncompacted")
    .toReversed()
    .flatMap((message) => {
      const text = messageText(message).replace(/\s+/g, " ").trim();
      const tokens = formatCount(estimateMessageTokens(message));
      return text === ""
        ? []
        : [
            {
              label: text.slice(0, LABEL_CHARS),
              description: l10n.t("{heading} · {tokens} tokens", { heading: headingOf(message, say), tokens }),
              id: message.id,
            },
          ];
    })
    .slice(0, MOST_OFFERED);
  const picked = await window.showQuickPick(items, {
    title: l10n.t("Messages to keep word for word"),
    canPickMany: true,
    matchOnDescription: true,
  });
  return picked?.map(({ id }) => id);
}

/** A database, or a file that an extension keeps in memory, cannot be written safely from outside. */
async function offerMarkdown(
  { documents }: HostContext,
  { agent, title }: ForeignSession,
  messages: readonly Message[],
): Promise<void> {
  const open = l10n.t("Open as Markdown");
  const answer = await window.showInformationMessage(
    l10n.t("Sessions of {agent} cannot be written safely from outside. The text can be used instead.", {
      agent: agentName(agent),
    }),
    open,
  );
  if (answer === open) await documents.open(`${title}.md`, exportMessages(title, messages));
}
