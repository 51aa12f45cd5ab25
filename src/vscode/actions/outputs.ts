import { commands, l10n, Position, Range, window } from "vscode";
import { counted } from "../../core/base/sentence";
import { searchOutputs as findInOutputs, sessionId, subjectOf } from "../../core/host";
import type { OutputHit } from "../../core/spill/search-output";
import type { SpillFile, SpillStore } from "../../core/spill/spill";
import { formatBytes } from "../../format";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { outputUri } from "../views/output-files";
import type { DescribeSession } from "../views/outputs-tree";
import { isOutputItem } from "../views/outputs-tree";
import { pickLive } from "./pickers/live-pick";

const BYTES_PER_MB = 1_000_000;
const SHOWN_MATCHES = 100;

/** `item` is a row of the outputs tree or the id of an output; without it, the user picks one. */
export async function openOutput(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item, l10n.t("Open a tool output"));
  if (file) await open(file);
}

/** `item` is a row of the outputs tree; without it, all outputs are searched. */
export async function searchOutputs({ hermes }: HostContext, item?: unknown): Promise<void> {
  const files = isOutputItem(item) ? [item.file] : await hermes.spills.list();
  const hit = await pickLive(
    {
      title: files.length === 1 ? l10n.t("Search in this tool output") : l10n.t("Search in all tool outputs"),
      placeholder: l10n.t("Words in a line, or a test, an error, a JSON path"),
    },
    (text) => findIn(hermes.spills, files, text),
  );
  if (hit) await open(hit.file, hit.line);
}

/** Shows an output to the model in full again, in the open session. */
export async function putBackOutput(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item, l10n.t("Put a tool output back into the context"));
  if (!file) return;
  const { agent } = host.hermes;
  const message = agent.messages.find(
    (one) => one.role === "tool" && one.body.kind !== "full" && one.body.spill === file.id,
  );
  if (!message) throw new Error(l10n.t("The open session does not refer to this output. Resume its session first."));
  await agent.putBack(message.id);
}

export async function deleteOutput(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item, l10n.t("Delete a tool output"));
  if (!file) return;
  const question = l10n.t("Delete this tool output? The model will no longer be able to read it.");
  if ((await confirm(question, l10n.t("Delete"))) === "cancel") return;
  await host.hermes.spills.remove(file.id);
  host.refreshTrees();
}

export async function cleanOutputs({ hermes, settings, refreshTrees }: HostContext): Promise<void> {
  const { retentionDays, maxDiskMb } = settings.current.toolOutput;
  const question = say(
    counted(
      retentionDays,
      "Delete tool outputs unused for 1 day, and the oldest ones beyond {size} MB?",
      "Delete tool outputs unused for {count} days, and the oldest ones beyond {size} MB?",
      { size: maxDiskMb },
    ),
  );
  if ((await confirm(question, l10n.t("Clean Up"))) === "cancel") return;
  const removed = await hermes.spills.sweep(
    { nowMs: Date.now(), retentionDays, maxBytes: maxDiskMb * BYTES_PER_MB },
    new Set(),
  );
  refreshTrees();
  void window.showInformationMessage(
    removed.length === 0
      ? l10n.t("Nothing to delete.")
      : say(counted(removed.length, "Deleted 1 tool output.", "Deleted {count} tool outputs.")),
  );
}

/** Outputs outlive their sessions; a deleted session is shown by its id. */
export async function describeSession({ hermes }: HostContext, id: string): ReturnType<DescribeSession> {
  const session = await hermes.sessions.read(sessionId(id)).catch(() => undefined);
  const parts = session?.messages.flatMap((message) => (message.role === "assistant" ? message.parts : [])) ?? [];
  const calls = parts.filter((part) => part.type === "tool-call");
  return {
    title: session?.title ?? id,
    calls: new Map(calls.map((call) => [call.callId, { tool: call.name, subject: subjectOf(call.inputJson) }])),
  };
}

async function fileOf(host: HostContext, item: unknown, title: string): Promise<SpillFile | undefined> {
  if (isOutputItem(item)) return item.file;
  if (typeof item !== "string") return pickOutput(host, title);
  const file = (await host.hermes.spills.list()).find((one) => one.id === item);
  if (!file) throw new Error(l10n.t("This output is no longer on disk."));
  return file;
}

async function pickOutput({ hermes }: HostContext, title: string): Promise<SpillFile | undefined> {
  const files = (await hermes.spills.list()).toSorted((a, b) => b.lastUsedMs - a.lastUsedMs);
  if (files.length === 0) throw new Error(l10n.t("No tool outputs are stored on disk."));
  const items = files.map((file) => ({ file, label: nameOf(file), description: formatBytes(file.bytes) }));
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.file;
}

/** Not as a document of the extension host: VS Code hides texts over 50 MB from it, but an editor still shows them. */
async function open(file: SpillFile, line = 1): Promise<void> {
  const place = new Position(line - 1, 0);
  await commands.executeCommand("vscode.open", outputUri(file), { preview: true, selection: new Range(place, place) });
}

async function findIn(spills: SpillStore, files: readonly SpillFile[], words: string) {
  return (await findInOutputs(spills, files, words, SHOWN_MATCHES)).map((hit) => ({
    file: hit.file,
    line: hit.line,
    label: `$(${iconOf(hit)}) ${hit.text}`,
    description: `${nameOf(hit.file)}:${hit.line}`,
  }));
}

function iconOf({ kind, result }: OutputHit): string {
  if (result !== undefined) return { passed: "pass", failed: "error", skipped: "circle-slash" }[result];
  switch (kind) {
    case "error":
      return "error";
    case "warning":
      return "warning";
    case "frame":
      return "debug-stackframe";
    case "heading":
      return "symbol-string";
    case "path":
      return "json";
    default:
      return "list-flat";
  }
}

const confirm = async (question: string, yes: string): Promise<"confirmed" | "cancel"> =>
  (await window.showWarningMessage(question, { modal: true }, yes)) === yes ? "confirmed" : "cancel";

const nameOf = ({ id }: SpillFile): string => id.split("/").at(-1) ?? id;
