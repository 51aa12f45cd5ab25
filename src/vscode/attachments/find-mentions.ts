import type { SymbolInformation } from "vscode";
import { commands, l10n } from "vscode";
import { subjectOf } from "../../core/host";
import type { SpillFile } from "../../core/spill/spill";
import { formatBytes } from "../../format";
import { ageOf } from "../../presenter/words/age";
import type { Mention } from "../../protocol/attachments";
import { say } from "../base/language";
import { pathOf } from "../editing/workspace-files";
import type { HostContext } from "../host/host-context";
import { arrangeMentions, isAbout, mention } from "./arrange-mentions";

type Sources = Pick<HostContext, "hermes" | "fileFinder">;

/** Everything that an `@` with these letters may mean. */
export const findMentions = ({ hermes, fileFinder }: Sources, query: string): Promise<readonly Mention[]> =>
  arrangeMentions(query, {
    places: (text) =>
      places().filter(({ kind, name }) => [kind, name].some((one) => one.startsWith(text.toLowerCase()))),
    files: async (text) =>
      (await fileFinder.find(text)).map((path) => mention(path.endsWith("/") ? "folder" : "file", path, path)),
    symbols: findSymbols,
    sessions: (text) => findSessions(hermes, text),
    outputs: (text) => findOutputs(hermes, text),
  });

const places = (): readonly Mention[] => [
  mention("problems", "problems", "problems", l10n.t("Errors and warnings of the workspace")),
  mention("terminal", "terminal", "terminal", l10n.t("The newest command and its output")),
  mention("changes", "changes", "changes", l10n.t("What differs from the last commit")),
  mention("web", "https://", null, l10n.t("A web page, as text")),
  mention("symbol", "symbol:", null, l10n.t("Functions, classes, and other symbols")),
  mention("session", "session:", null, l10n.t("Earlier sessions")),
  mention("output", "output:", null, l10n.t("Tool outputs on disk")),
];

/** A language server that is still starting must not hold up the list. */
const SYMBOLS_MS = 500;

async function findSymbols(text: string): Promise<readonly Mention[]> {
  const asked = commands.executeCommand<readonly SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    text,
  );
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SYMBOLS_MS));
  const found = (await Promise.race([Promise.resolve(asked).catch(() => undefined), late])) ?? [];
  return found
    .filter(({ location }) => location.uri.scheme === "file")
    .map(({ name, location: { uri, range } }) => {
      const path = pathOf(uri);
      return mention("symbol", name, `${path}#${range.start.line + 1}-${range.end.line + 1}`, path);
    });
}

async function findSessions({ sessions }: HostContext["hermes"], text: string): Promise<readonly Mention[]> {
  const tips = (await sessions.list()).filter(({ tip, messageCount }) => tip && messageCount > 0);
  return tips
    .filter(({ title }) => isAbout(title, text))
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
    .map(({ id, title, lastUsedAt }) => mention("session", title, id, ageOf(lastUsedAt, Date.now(), say)));
}

async function findOutputs({ agent, spills }: HostContext["hermes"], text: string): Promise<readonly Mention[]> {
  const subjects = subjectsOf(agent.messages);
  const nameOf = ({ id }: SpillFile) => subjects.get(id) ?? id.split("/").at(-1) ?? id;
  return (await spills.list())
    .filter((file) => isAbout(nameOf(file), text))
    .toSorted((a, b) => b.lastUsedMs - a.lastUsedMs)
    .map((file) =>
      mention(
        "output",
        nameOf(file),
        file.id,
        `${formatBytes(file.bytes)} · ${ageOf(file.lastUsedMs, Date.now(), say)}`,
      ),
    );
}

/** What the calls behind the outputs of this conversation were about, by output. */
function subjectsOf(messages: HostContext["hermes"]["agent"]["messages"]): ReadonlyMap<string, string> {
  const calls = new Map(
    messages
      .flatMap((message) => (message.role === "assistant" ? message.parts : []))
      .flatMap((part) => (part.type === "tool-call" ? [[part.callId, part.inputJson] as const] : [])),
  );
  return new Map(
    messages.flatMap((message) => {
      if (message.role !== "tool" || message.body.kind === "full" || message.body.spill === undefined) return [];
      return [[message.body.spill, subjectOf(calls.get(message.callId) ?? "") || message.toolName] as const];
    }),
  );
}
