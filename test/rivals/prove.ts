import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "../../src/core/conversation/message";
import { discoverSessions } from "../../src/core/foreign/discover";
import { compressGiven } from "../../src/core/foreign/giving/compress-given";
import { giveBack, givenMessages } from "../../src/core/foreign/giving/give-back";
import type { ForeignWorld } from "../../src/core/foreign/places";
import { readForeignSession } from "../../src/core/foreign/read-session";
import type { ForeignAgent, ForeignFile, ForeignSession } from "../../src/core/foreign/session";
import type { RecordedRequest } from "../support/model-server/server";
import type { Recording } from "./record";
import { withRecording } from "./record";
import { runRival } from "./run";
import type { Scenario } from "./scenario";
import { smallScenario } from "./scenario";
import type { Rival } from "./table/rival";

/** Said in the part that the agent's own compaction dropped, and nowhere else. */
const DROPPED_FACT = "Staging port: 8123";
const QUESTION = "Say it again: the port of staging?";
const DOOR_PROMPT = "Ask Hermes for the port of staging.";
const never = new AbortController().signal;

/**
 * Proves with the real agent that sessions written by Hermes are resumed: whole, un-compacted, and compressed by us.
 * The fact that only the restored part holds has to arrive at the model server, and the agent's own files must not
 * change.
 */
export async function proveRoundTrip(rival: Rival, root: string): Promise<readonly string[]> {
  const agent = PROVEN.find((one) => one === rival.id);
  if (agent === undefined) return [];
  return withRecording(
    rival,
    async (recording) => {
      const { home } = recording.place;
      const world: ForeignWorld = { home, platform: process.platform, variables: {} };
      const [file] = await discoverSessions(world, agent, never);
      if (file === undefined) throw new Error(`${rival.name} left no session`);
      const session = await readForeignSession(file, never);
      const lines = agent === "claude-code" ? [await proveDoor(rival, recording, root)] : [];
      const before = hashOf(file.path);
      const parts: Readonly<Record<string, readonly Message[]>> = {
        whole: givenMessages(session, "whole"),
        "un-compacted": givenMessages(session, "uncompacted"),
        compressed: await compressed(session),
      };
      for (const [name, messages] of Object.entries(parts)) {
        const hasFact = await resume(rival, recording, {
          agent,
          file,
          messages,
          summaryBy: name === "whole" ? "its-agent" : "hermes",
        });
        const expected = name !== "whole";
        if (hasFact !== expected)
          throw new Error(`${rival.name}, ${name}: the fact ${hasFact ? "is" : "is not"} there`);
        lines.push(`${rival.name} resumes a session of ours: ${name}${hasFact ? ", with the dropped fact" : ""}.`);
      }
      if (hashOf(file.path) !== before) throw new Error(`${rival.name}: its own session file has changed`);
      return [...lines, `${rival.name}: its own session file is unchanged.`];
    },
    provingScenario,
  );
}

/** The recorded session, with an output that is worth compressing, and questions about what was dropped. */
function provingScenario(workspace: string): Scenario {
  const scenario = smallScenario(workspace);
  const [first, ...others] = scenario.script;
  const bulky = { kind: "run", command: "seq -s ' ' -f 'line-%g' 1 900" } as const;
  const search = { kind: "call", name: "mcp__hermes__session_search", input: { query: "staging port" } } as const;
  return {
    ...scenario,
    script: [
      ...(first === undefined ? [] : [{ ...first, actions: [...first.actions.slice(0, 2), bulky] }]),
      ...others,
      { when: DOOR_PROMPT, actions: [search], answer: "Staging uses the port that the record names." },
      { when: QUESTION, actions: [], answer: "I look at what I see." },
    ],
  };
}

const PROVEN: readonly ForeignAgent[] = ["claude-code", "codex"];

interface Given {
  readonly summaryBy: "hermes" | "its-agent";
  readonly agent: ForeignAgent;
  readonly file: ForeignFile;
  readonly messages: readonly Message[];
}

/** Whether the request that the agent sends after resuming holds the fact. */
async function resume(
  rival: Rival,
  recording: Recording,
  { agent, file, messages, summaryBy }: Given,
): Promise<boolean> {
  const { place, requests } = recording;
  const given = giveBack(agent, {
    messages,
    summaryBy,
    workspace: place.workspace,
    newId: randomUUID,
    now: Date.now(),
    original: { path: file.path, head: readFileSync(file.path, "utf8").split("\n").slice(0, 20) },
  });
  if (given === undefined || existsSync(given.path)) throw new Error(`${rival.name}: nothing to write`);
  writeFileSync(given.path, given.text);
  const sent = requests.length;
  const run = await runRival(rival, place, { kind: "resume", sessionId: given.id, prompt: QUESTION });
  const request = requests.slice(sent).find(({ text }) => text.includes(QUESTION));
  if (run.status !== 0 || request === undefined)
    throw new Error(`${rival.name} does not resume: ${run.output.slice(-1_500)} ${run.errors}`);
  return conversationOf(request).includes(DROPPED_FACT);
}

const conversationOf = ({ body }: RecordedRequest): string => JSON.stringify(body["messages"] ?? body["input"]);

/** As the command of the extension does it. */
async function compressed(session: ForeignSession): Promise<readonly Message[]> {
  const messages = await compressGiven(session, [], never);
  if (messages === undefined) throw new Error("our engine did not compress the session");
  return messages;
}

/** The real Claude Code, connected to our server, finds what its own compaction dropped. */
async function proveDoor(rival: Rival, { place, requests }: Recording, root: string): Promise<string> {
  const server = {
    type: "stdio",
    command: process.execPath,
    args: [join(root, "dist", "workers", "context-server.js"), "--workspace", place.workspace],
  };
  const settings = JSON.stringify({ mcpServers: { hermes: server } });
  const sent = requests.length;
  await runRival(rival, place, { kind: "continue", prompt: DOOR_PROMPT }, [
    "--mcp-config",
    settings,
    "--strict-mcp-config",
  ]);
  const [asked, answered] = requests
    .slice(sent)
    .map(conversationOf)
    .filter((text) => text.includes(DOOR_PROMPT));
  if (asked?.includes(DROPPED_FACT) !== false || answered?.includes(DROPPED_FACT) !== true)
    throw new Error(`${rival.name} did not find the fact: ${answered?.slice(-800)}`);
  return `${rival.name}, connected to our server, finds a fact that its own compaction dropped.`;
}

const hashOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
