import { readdir, stat } from "node:fs/promises";
import { arch, homedir, release, type } from "node:os";
import { join } from "node:path";
import { env, l10n, UIKind, version, window, workspace } from "vscode";
import { listSettings } from "../../core/agent/settings/settings";
import { redactSecrets } from "../../core/host";
import { formatBytes, formatCount } from "../../format";
import type { ReportFacts } from "../../presenter/diagnostics/problem-report";
import { hideFolders, presentReport } from "../../presenter/diagnostics/problem-report";
import { sayInEnglish } from "../../presenter/words/say";
import { say } from "../base/language";
import type { LogLine } from "../base/log";
import { messageOf } from "../base/log";
import type { HostContext } from "../host/host-context";
import { storageOf } from "../host/storage-folder";

/** Opens the report as a document of the user's own: it is read, edited, and copied by hand, and sent by nobody. */
export async function reportProblem(host: HostContext): Promise<void> {
  const folders = { workspace: host.workspaceFolder, home: homedir() };
  const clean = (text: string) => redactSecrets(hideFolders(text, folders));
  const document = await workspace.openTextDocument({
    language: "markdown",
    content: presentReport(await collectFacts(host), clean, say),
  });
  await window.showTextDocument(document, { preview: false });
  const copy = l10n.t("Copy Report");
  const answer = await window.showInformationMessage(
    l10n.t("Nothing has been sent. Edit the report, then copy it into an issue."),
    copy,
  );
  if (answer === copy) await env.clipboard.writeText(document.getText());
}

async function collectFacts(host: HostContext): Promise<ReportFacts> {
  const lines = host.log.recent();
  const failure = lines.findLast(({ level }) => level === "error");
  return {
    versions: {
      hermes: String(host.context.extension.packageJSON.version),
      vscode: `${version} (${env.appName})`,
      system: `${type()} ${release()} ${arch()}`,
      node: process.versions.node,
    },
    window: {
      kind: env.uiKind === UIKind.Web ? "web" : "desktop",
      remote: remoteKind(),
      language: env.language,
      trusted: String(workspace.isTrusted),
      folders: workspace.workspaceFolders?.length ?? 0,
      ...(await describeModel(host)),
    },
    sizes: await measure(host),
    changedSettings: changedSettings(),
    lastFailure: failure && describeLine(failure),
    log: lines.map(describeLine),
  };
}

/** "ssh-remote", "wsl", "dev-container"; where VS Code is a server, its name would be an address. */
function remoteKind(): string {
  const { remoteName = "none" } = env;
  return /^[a-z-]+$/.test(remoteName) ? remoteName : "server";
}

const describeLine = ({ at, level, text }: LogLine): string => `${new Date(at).toISOString()} [${level}] ${text}`;

async function describeModel({ hermes, settings }: HostContext): Promise<Readonly<Record<string, string | number>>> {
  const engine = settings.current.context.engine;
  try {
    const { model, note } = await hermes.route();
    return {
      model: `${model.provider}/${model.model}`,
      "window-tokens": model.windowTokens,
      engine,
      ...(note === undefined ? {} : { note: sayInEnglish(note) }),
    };
  } catch (error) {
    return { model: "none", problem: messageOf(error), engine };
  }
}

async function measure({ hermes, context }: HostContext): Promise<Readonly<Record<string, string | number>>> {
  const folder = storageOf(context).fsPath;
  const bytes = await Promise.all(
    ["sessions", "tool-results", "checkpoints"].map(async (name) => [name, await bytesIn(join(folder, name))] as const),
  );
  const sessions = await hermes.sessions.list().catch(() => []);
  return {
    "session-count": sessions.length,
    "largest-session-messages": formatCount(Math.max(0, ...sessions.map(({ messageCount }) => messageCount))),
    "open-session-messages": hermes.agent.messages.length,
    ...Object.fromEntries(bytes.map(([name, size]) => [name, formatBytes(size)])),
  };
}

/** A file that vanishes while it is measured counts as nothing. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function changedSettings(): readonly string[] {
  const configuration = workspace.getConfiguration();
  return listSettings()
    .map(({ id }) => id)
    .filter((id) => {
      const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect(id) ?? {};
      return [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
    });
}
