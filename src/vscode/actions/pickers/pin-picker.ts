import type { TextDocument, TextEditor } from "vscode";
import { FileType, l10n, Uri, window, workspace } from "vscode";
import type { Agent } from "../../../core/agent/agent";
import type { MessageId } from "../../../core/conversation/ids";
import type { LineRange } from "../../../core/ledger/ledger";
import { formatCount } from "../../../format";
import { sayError } from "../../../presenter/words/say";
import { say } from "../../base/language";
import { pathOf } from "../../editing/workspace-files";
import type { HostContext } from "../../host/host-context";

/** Pins words of the user, which every summary must keep. */
export async function pinText(host: HostContext, text: string): Promise<void> {
  if (text.trim() === "") throw new Error(l10n.t("Add the text to pin: /pin <text that every summary must keep>."));
  await pinInstruction(host, text.trim());
}

/** Pins a message. One that is too large for the room of pins is offered in part or as a reference. */
export async function pinMessage(host: HostContext, id: MessageId): Promise<void> {
  const choice = await tryPin(() => host.hermes.agent.pin(id));
  if (choice === "reference") await host.hermes.agent.pin({ kind: "reference", messageId: id });
  if (choice === "range") return pinLines(host, id);
  if (choice === "pinned") await sayPinned(host, id);
  if (choice === "reference") await sayNewestPinned(host);
}

/** Pins some lines of a message. */
export async function pinLines(host: HostContext, id: MessageId): Promise<void> {
  const lines = await askLines();
  if (lines === undefined) return;
  await host.hermes.agent.pin({ kind: "range", messageId: id, lines });
  await sayNewestPinned(host);
}

/** Pins the selected lines of the editor as they are, or whole files with whatever they contain at any time. */
export async function pinFromEditor(host: HostContext, target?: unknown, targets?: unknown): Promise<void> {
  const clicked = (Array.isArray(targets) && targets.length > 0 ? targets : [target]).filter(
    (one) => one instanceof Uri,
  );
  const editor = window.activeTextEditor;
  const isEditor =
    editor !== undefined &&
    (clicked.length === 0 || (clicked.length === 1 && clicked[0]?.toString() === editor.document.uri.toString()));
  if (isEditor && !editor.selection.isEmpty) return pinSelection(host, editor);
  const files = isEditor ? [editor.document.uri] : clicked;
  if (files.length === 0) throw new Error(l10n.t("Open a file or select some text first."));
  const pinned: string[] = [];
  for (const file of files) pinned.push(...(await pinFile(host, file)));
  // Only now: a message that nobody closes must not keep the next file from being pinned.
  await Promise.all(pinned.map((name) => sayPinned(host, name)));
}

async function pinSelection(host: HostContext, { document, selection }: TextEditor): Promise<void> {
  const lines = `${selection.start.line + 1}-${selection.end.line + 1}`;
  await pinInstruction(host, `${pathOf(document.uri)}:${lines}\n${document.getText(selection)}`);
}

async function pinInstruction(host: HostContext, text: string): Promise<void> {
  await host.hermes.agent.pin({ kind: "instruction", text });
  await sayPinned(host, text);
}

/** Resolves with the name of the pin; with none if the user leaves it. */
async function pinFile({ hermes: { agent } }: HostContext, uri: Uri): Promise<readonly string[]> {
  const path = pathOf(uri);
  if ((await workspace.fs.stat(uri)).type === FileType.Directory)
    throw new Error(l10n.t("A folder cannot be pinned. Select its files."));
  const choice = await tryPin(() => agent.pin({ kind: "file", path }));
  if (choice === "pinned") return [path];
  if (choice === "left") return [];
  if (choice === "reference") await agent.pin({ kind: "file-reference", path });
  else if (!(await pinLinesOf(agent, path, await workspace.openTextDocument(uri)))) return [];
  return agent.listedPins.slice(-1).map(({ name }) => name);
}

/** False if the user names no lines. */
async function pinLinesOf(agent: Agent, path: string, document: TextDocument): Promise<boolean> {
  const lines = await askLines(document.lineCount);
  if (lines === undefined) return false;
  const text = document
    .getText()
    .split("\n")
    .slice(lines.from - 1, lines.to)
    .join("\n");
  await agent.pin({ kind: "instruction", text: `${path}:${lines.from}-${lines.to}\n${text}` });
  return true;
}

/** A pin that does not fit is refused with the choices that remain. */
async function tryPin(pin: () => Promise<void>): Promise<"pinned" | "range" | "reference" | "left"> {
  try {
    await pin();
    return "pinned";
  } catch (error) {
    if (!(error instanceof Error) || !("choices" in error)) throw error;
    const [range, reference] = [l10n.t("Pin Some Lines…"), l10n.t("Keep a Reference")];
    const chosen = await window.showWarningMessage(sayError(error, say), { modal: true }, range, reference);
    if (chosen === range) return "range";
    return chosen === reference ? "reference" : "left";
  }
}

async function sayNewestPinned(host: HostContext): Promise<void> {
  const newest = host.hermes.agent.listedPins.at(-1);
  if (newest !== undefined) await sayPinned(host, newest.name);
}

/** Every later request carries the pin, so its size is said at once. */
async function sayPinned({ hermes }: HostContext, name: string): Promise<void> {
  const pinned = hermes.agent.listedPins.find((one) => one.name === name);
  if (pinned === undefined) return;
  const unpin = l10n.t("Unpin");
  const chosen = await window.showInformationMessage(
    l10n.t("Pinned {label}: {tokens} tokens of every request.", {
      label: say(pinned.label),
      tokens: formatCount(pinned.tokens),
    }),
    unpin,
  );
  if (chosen === unpin) await hermes.agent.unpin({ kind: "named", name });
}

async function askLines(most = Number.POSITIVE_INFINITY): Promise<LineRange | undefined> {
  const text = await window.showInputBox({
    title: l10n.t("Lines to pin"),
    prompt: l10n.t("The first and the last line, for example 10-40"),
    validateInput(value) {
      const lines = readLineRange(value);
      if (lines === undefined) return l10n.t("Enter two line numbers, for example 10-40.");
      return lines.from > most ? l10n.t("The file has only {count} lines.", { count: most }) : undefined;
    },
  });
  return text === undefined ? undefined : readLineRange(text);
}

function readLineRange(text: string): LineRange | undefined {
  const [, from = 0, to = 0] = (/^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(text) ?? []).map(Number);
  return from >= 1 && to >= from ? { from, to } : undefined;
}
