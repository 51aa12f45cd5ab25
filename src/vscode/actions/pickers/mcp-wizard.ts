import { ConfigurationTarget, commands, l10n, window, workspace } from "vscode";
import { readServerFile, splitCommandLine } from "../../../core/host";
import type { McpServerSetting } from "../../../core/tools/mcp/server-setting";
import { say } from "../../base/language";

type Servers = Readonly<Record<string, McpServerSetting>>;

/** Adds MCP servers to the user's settings: a program, an address, or whatever another program's JSON describes. */
export async function addMcpServer(): Promise<void> {
  const ways = [
    {
      way: askForCommand,
      label: `$(terminal) ${l10n.t("Command")}`,
      detail: l10n.t("A program on this machine (stdio)"),
    },
    { way: askForAddress, label: `$(globe) ${l10n.t("Address")}`, detail: l10n.t("A server that speaks HTTP") },
    { way: askForJson, label: `$(json) ${l10n.t("JSON")}`, detail: l10n.t("Copied from a README or another program") },
  ];
  const chosen = await window.showQuickPick(ways, { title: l10n.t("Add an MCP server") });
  const added = await chosen?.way();
  if (added === undefined) return;
  const configuration = workspace.getConfiguration("hermes");
  const known = configuration.inspect<Servers>("mcpServers")?.globalValue ?? {};
  await configuration.update("mcpServers", { ...known, ...added }, ConfigurationTarget.Global);
  const begin = l10n.t("New Session");
  const text = l10n.t("Added to your settings: {names}. Its tools are there in a new session.", {
    names: Object.keys(added).join(", "),
  });
  if ((await window.showInformationMessage(text, begin)) === begin) await commands.executeCommand("hermes.newSession");
}

async function askForCommand(): Promise<Servers | undefined> {
  const line = await window.showInputBox({
    title: l10n.t("Command that starts the server"),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? l10n.t("Enter a command.") : undefined),
  });
  const [command, ...args] = splitCommandLine(line ?? "");
  const name = command === undefined ? undefined : await askForName(namedBy(command, args) ?? command);
  return command === undefined || name === undefined ? undefined : { [name]: { command, args } };
}

/** What a server is called by: a package runner names it first, other programs last. */
const namedBy = (command: string, args: readonly string[]): string | undefined =>
  PACKAGE_RUNNERS.test(command) ? args.find(isName) : args.findLast(isName);

const PACKAGE_RUNNERS = /^(?:npx|bunx|uvx|pipx)(?:\.cmd|\.exe)?$/;
const isName = (word: string): boolean => !word.startsWith("-") && word !== "run";

async function askForAddress(): Promise<Servers | undefined> {
  const url = await window.showInputBox({
    title: l10n.t("Address of the server"),
    ignoreFocusOut: true,
    validateInput: (value) => (isWebAddress(value) ? undefined : l10n.t("Enter an address that begins with https://.")),
  });
  const name = url === undefined ? undefined : await askForName(new URL(url).hostname);
  return url === undefined || name === undefined ? undefined : { [name]: { url } };
}

/** Plain http only to this machine: everyone on the way could read and change what a tool returns. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

async function askForJson(): Promise<Servers | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const text = await window.showInputBox({
    title: l10n.t("JSON of the server"),
    ignoreFocusOut: true,
    validateInput(value) {
      const { servers, problems } = readServerFile(value, folder);
      if (problems[0] !== undefined) return say(problems[0]);
      return Object.keys(servers).length === 0 ? l10n.t("It names no server.") : undefined;
    },
  });
  return text === undefined ? undefined : readServerFile(text, folder).servers;
}

/** Short names without blanks: they become part of the names of tools. */
function askForName(suggested: string): Thenable<string | undefined> {
  const known = workspace.getConfiguration("hermes").inspect<Servers>("mcpServers")?.globalValue ?? {};
  const value = (suggested.split(/[/@]/).at(-1) ?? suggested).replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "");
  return window.showInputBox({
    title: l10n.t("Name of the server"),
    value,
    ignoreFocusOut: true,
    validateInput(name) {
      if (!/^[\w-]{1,40}$/.test(name)) return l10n.t("Use letters, digits, - and _ only.");
      return name in known ? l10n.t("A server of this name exists already.") : undefined;
    },
  });
}
