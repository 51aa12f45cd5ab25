import type { Sentence } from "../../core/base/sentence";
import { counted, sentence } from "../../core/base/sentence";
import type { McpServerStatus } from "../../core/tools/mcp/server-setting";
import { formatBytes, formatCount } from "../../format";
import { describeMcpServer } from "../words/mcp-words";
import type { Say } from "../words/say";

/** What the self-check found out, before anything is concluded from it. */
export interface SelfCheckFacts {
  readonly storage:
    | { readonly kind: "writable"; readonly folder: string; readonly freeBytes: number }
    | { readonly kind: "refused"; readonly folder: string; readonly reason: Sentence };
  readonly index:
    | { readonly kind: "answers"; readonly sessions: number }
    | { readonly kind: "broken"; readonly reason: Sentence };
  readonly model: ModelFacts;
  readonly terminal: { readonly kind: "visible" | "unseen" } | { readonly kind: "broken"; readonly reason: Sentence };
  readonly servers: readonly McpServerStatus[];
}

export type ModelFacts =
  | {
      readonly kind: "chosen";
      readonly label: string;
      readonly windowTokens: number;
      /** Undefined for models without a server of their own: the rehearsal and those of VS Code. */
      readonly server?: string;
      readonly key: "found" | "missing" | "unneeded";
      /** "unchecked": the server did not answer, or was not asked. */
      readonly answer: "accepted" | "refused" | "unchecked";
      /** Why this model was chosen, where that may surprise. */
      readonly note?: Sentence;
    }
  | { readonly kind: "none"; readonly reason: Sentence };

export interface Finding {
  readonly name: Sentence;
  readonly state: "works" | "attention" | "broken";
  readonly text: Sentence;
  readonly advice?: Sentence;
}

/** Sessions of a month fit into this; below it, a conversation soon continues in memory only. */
const LITTLE_SPACE_BYTES = 200_000_000;

export const concludeSelfCheck = (facts: SelfCheckFacts, say: Say): readonly Finding[] => [
  concludeStorage(facts.storage),
  concludeIndex(facts.index),
  concludeKey(facts.model),
  concludeRoute(facts.model),
  concludeTerminal(facts.terminal),
  ...concludeServers(facts.servers, say),
];

function concludeStorage(storage: SelfCheckFacts["storage"]): Finding {
  const name = sentence("Storage");
  if (storage.kind === "refused")
    return {
      name,
      state: "broken",
      text: sentence("{folder} cannot be written: {reason}.", { folder: storage.folder, reason: storage.reason }),
      advice: sentence("Free space on this disk, or correct the access rights of this folder."),
    };
  const free = formatBytes(storage.freeBytes);
  const text = sentence("{folder} can be written; {free} are free.", { folder: storage.folder, free });
  return storage.freeBytes >= LITTLE_SPACE_BYTES
    ? { name, state: "works", text }
    : { name, state: "attention", text, advice: sentence("Free space on this disk, or empty the trash of sessions.") };
}

function concludeIndex(index: SelfCheckFacts["index"]): Finding {
  const name = sentence("Search");
  if (index.kind === "answers")
    return {
      name,
      state: "works",
      text: counted(index.sessions, "1 session can be searched.", "{count} sessions can be searched."),
    };
  return {
    name,
    state: "broken",
    text: index.reason,
    advice: sentence(
      "Reload the window: the index is built again from the sessions. If that does not help, report the problem.",
    ),
  };
}

function concludeKey(model: ModelFacts): Finding {
  const name = sentence("API key");
  const enter = sentence("Run _Hermes: Set API Key…_ and enter the key of this server.");
  if (model.kind === "none" || model.key === "unneeded")
    return { name, state: "works", text: sentence("The model in use needs no key.") };
  const server = model.server ?? "";
  if (model.key === "missing")
    return { name, state: "broken", text: sentence("There is no key for {server}.", { server }), advice: enter };
  if (model.answer === "refused")
    return { name, state: "broken", text: sentence("{server} refuses the key.", { server }), advice: enter };
  if (model.answer === "accepted")
    return { name, state: "works", text: sentence("{server} accepts the key.", { server }) };
  return { name, state: "attention", text: sentence("{server} did not say whether the key works.", { server }) };
}

function concludeRoute(model: ModelFacts): Finding {
  const name = sentence("Model");
  if (model.kind === "none")
    return {
      name,
      state: "broken",
      text: model.reason,
      advice: sentence("Check the setting `hermes.provider`, or run _Hermes: Select Model…_."),
    };
  const text = sentence("{model} with a window of {tokens} tokens answers.", {
    model: model.label,
    tokens: formatCount(model.windowTokens),
  });
  if (model.note !== undefined)
    return {
      name,
      state: "attention",
      text: model.note,
      advice: sentence("Run _Hermes: Set API Key…_ or _Hermes: Select Model…_ to use another model."),
    };
  if (model.server === undefined || model.answer !== "unchecked") return { name, state: "works", text };
  return {
    name,
    state: "broken",
    text: sentence("{server} does not answer.", { server: model.server }),
    advice: sentence("Check your network and proxy, and the setting `hermes.baseUrl`; start a local server."),
  };
}

function concludeTerminal(terminal: SelfCheckFacts["terminal"]): Finding {
  const name = sentence("Terminal");
  switch (terminal.kind) {
    case "visible":
      return { name, state: "works", text: sentence("Commands run in a visible terminal.") };
    case "unseen":
      return {
        name,
        state: "attention",
        text: sentence("Commands run, but without a visible terminal; their output is shown in the chat."),
        advice: sentence(
          "A visible terminal needs bash and the setting `terminal.integrated.shellIntegration.enabled`.",
        ),
      };
    case "broken":
      return {
        name,
        state: "broken",
        text: sentence("Commands cannot be run: {reason}", { reason: terminal.reason }),
        advice: sentence("Make sure that the shell of your system can be started."),
      };
  }
}

function concludeServers(servers: readonly McpServerStatus[], say: Say): readonly Finding[] {
  const name = sentence("MCP servers");
  if (servers.length === 0) return [{ name, state: "works", text: sentence("No MCP server is configured.") }];
  return servers.map((server) => {
    const text = sentence("{server}: {state}", { server: server.name, state: describeMcpServer(server, say) });
    if (server.state !== "failed") return { name, state: "works", text };
    return {
      name,
      state: "broken",
      text,
      advice: sentence("Check its entry in `hermes.mcpServers`, or turn it off with _Hermes: Manage MCP Servers…_."),
    };
  });
}

/** The result in one sentence. */
export function summarizeFindings(findings: readonly Finding[]): Sentence {
  const wrong = findings.filter(({ state }) => state !== "works").length;
  return wrong === 0
    ? sentence("Self-check: everything works.")
    : counted(wrong, "Self-check: 1 point needs attention.", "Self-check: {count} points need attention.");
}

/** The findings as a document: headings to jump between, and words instead of symbols, for screen readers. */
export function presentFindings(findings: readonly Finding[], say: Say): string {
  const states: Readonly<Record<Finding["state"], Sentence>> = {
    works: sentence("works"),
    attention: sentence("needs attention"),
    broken: sentence("broken"),
  };
  const blocks = findings.flatMap(({ name, state, text, advice }) => [
    `## ${say(name)}: ${say(states[state])}`,
    say(text),
    ...(advice === undefined ? [] : [say(sentence("What to do: {advice}", { advice }))]),
  ]);
  return `${[`# ${say(sentence("Self-Check"))}`, say(summarizeFindings(findings)), ...blocks].join("\n\n")}\n`;
}
