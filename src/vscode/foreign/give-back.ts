import { env, FileType, l10n, Uri, window, workspace } from "vscode";
import type { Message } from "../../core/conversation/message";
import type { ForeignFile, ForeignSession } from "../../core/foreign/session";
import { exportMessages, giveBack, givenMessages } from "../../core/host";
import { createCompressor } from "../../core/index";
import { agentName } from "../../presenter/foreign/agent-names";
import type { HostContext } from "../host/host-context";
import { fileOf, readWithProgress } from "./foreign-actions";

type Choice = "whole" | "uncompacted" | "compressed";

/** The beginning of the original, whose version and settings the new file repeats. */
const HEAD_LINES = 20;
/** The result is for a model that Hermes does not know: as large as the summary of a common window. */
const COMPRESSED_WINDOW_TOKENS = 60_000;

/** Writes a new session in the agent's own format, next to the original, and shows how to resume it. */
export async function giveBackSession(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file === undefined) return;
  const session = await readWithProgress(host, file);
  const choice = await pickChoice(session);
  if (choice === undefined) return;
  const messages = await messagesFor(session, choice);
  const given = giveBack(session.agent, {
    messages,
    workspace: session.workspace,
    newId: () => crypto.randomUUID(),
    now: Date.now(),
    original: { path: session.path, head: await headOf(file) },
  });
  if (given === undefined) return offerMarkdown(host, session, messages);
  const target = Uri.file(given.path);
  if (await exists(target)) throw new Error(l10n.t("A file of this name already exists. Nothing was written."));
  await workspace.fs.writeFile(target, Buffer.from(given.text));
  const copy = l10n.t("Copy Command");
  const answer = await window.showInformationMessage(
    l10n.t("{agent} can resume the new session in {folder} with: {command}", {
      agent: agentName(session.agent),
      folder: session.workspace,
      command: given.command,
    }),
    copy,
  );
  if (answer === copy) await env.clipboard.writeText(given.command);
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
  ];
  return (
    await window.showQuickPick(choices, { title: l10n.t("Give back to {agent}", { agent: agentName(session.agent) }) })
  )?.choice;
}

async function messagesFor(session: ForeignSession, choice: Choice): Promise<readonly Message[]> {
  if (choice !== "compressed") return givenMessages(session, choice);
  const engine = createCompressor({
    contextLength: COMPRESSED_WINDOW_TOKENS,
    policy: { threshold: 0.5, protectLastN: 4 },
    // A deterministic summary asks no model.
    summarize: () => Promise.resolve(""),
  });
  const { signal } = new AbortController();
  const everything = givenMessages(session, "uncompacted");
  const compressed = await engine.compress(everything, { trigger: "manual", summary: "deterministic", signal });
  if (!compressed.some(({ role }) => role === "summary"))
    throw new Error(l10n.t("This session is too short to be compressed. Give it back whole."));
  return compressed;
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

const headOf = async ({ path }: ForeignFile): Promise<readonly string[]> =>
  Buffer.from(await workspace.fs.readFile(Uri.file(path)))
    .toString("utf8")
    .split("\n", HEAD_LINES);

const exists = async (file: Uri): Promise<boolean> =>
  workspace.fs.stat(file).then(
    ({ type }) => type !== FileType.Unknown,
    () => false,
  );
