import type { Disposable } from "vscode";
import {
  env,
  LanguageModelTextPart,
  LanguageModelToolResult,
  l10n,
  lm,
  McpStdioServerDefinition,
  window,
} from "vscode";
import { DOOR_TOOLS, quoteForTerminal } from "../../core/host";
import { Lifetime } from "../base/lifetime";
import type { HostContext } from "../host/host-context";
import { findForeignSessions } from "./foreign-actions";

/** The server that other agents may ask: offered to VS Code's agent as a server and as tools. */
export function registerDoor(host: HostContext): Disposable {
  const life = new Lifetime();
  life.own(
    lm.registerMcpServerDefinitionProvider("hermes.context", {
      onDidChangeMcpServerDefinitions: host.foreign.sessions.onDidChange,
      provideMcpServerDefinitions: () =>
        host.foreign.sessions.consent === "given"
          ? [
              new McpStdioServerDefinition("Hermes", process.execPath, [...argumentsFor(host)], {
                ELECTRON_RUN_AS_NODE: "1",
              }),
            ]
          : [],
    }),
  );
  for (const tool of DOOR_TOOLS)
    life.own(
      lm.registerTool(`hermes_${tool.name}`, {
        invoke: async ({ input }, token) => {
          const stopped = new AbortController();
          token.onCancellationRequested(() => stopped.abort());
          const { world, agents } = host.foreign.sessions;
          const text = await tool.run({ ...world, agents }, JSON.parse(JSON.stringify(input ?? {})), stopped.signal);
          return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
        },
      }),
    );
  return life;
}

/** The server reads what this window may read: agents that are turned off stay off. */
const argumentsFor = ({ context, foreign }: HostContext): readonly string[] => {
  const { world, agents } = foreign.sessions;
  return [
    context.asAbsolutePath("dist/workers/context-server.js"),
    ...["--workspace", world.workspace],
    ...["--agents", agents.join(",")],
    ...(world.userFolder === undefined ? [] : ["--user", world.userFolder]),
    ...(world.ownStorage === undefined ? [] : ["--storage", world.ownStorage.storage]),
  ];
};

/** One command per agent that connects it to the server. */
export async function copyServerCommand(host: HostContext): Promise<void> {
  const { sessions } = host.foreign;
  if (sessions.consent !== "given") await findForeignSessions(host);
  if (sessions.consent !== "given") return;
  const server = ["node", ...argumentsFor(host)].map((part) => quoteForTerminal(part, process.platform)).join(" ");
  const choices = [
    { label: "Claude Code", command: `claude mcp add hermes -- ${server}` },
    { label: "Codex", command: `codex mcp add hermes -- ${server}` },
  ];
  const chosen = await window.showQuickPick(
    choices.map((choice) => ({ ...choice, detail: choice.command })),
    { title: l10n.t("Let another agent search these sessions") },
  );
  if (chosen === undefined) return;
  await env.clipboard.writeText(chosen.command);
  void window.showInformationMessage(l10n.t("The command is on the clipboard. Run it in a terminal."));
}
