import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "../../src/core/conversation/message";
import { importTranscript } from "../../src/core/conversation/transcript/transcript";
import { estimateMessagesTokens } from "../../src/core/tokens/estimate";
import { recordingsIn } from "../support/trajectories";

/** One recorded session, ready to be replayed. */
export interface Recording {
  readonly name: string;
  readonly messages: readonly Message[];
  /** When each message arrived, in milliseconds since the first; at a fixed pace if the recording has no times. */
  readonly timesMs: readonly number[];
  /** The agent that was recorded, by the name of the file. */
  readonly agent: string;
  readonly totalTokens: number;
  /** What sub-agents read before a message: it is on the disk, but not in the conversation. */
  readonly readByOthers?: ReadonlyMap<Message, readonly Message[]>;
}

const AGENTS: Readonly<Record<string, string>> = {
  cc: "Claude Code",
  codex: "Codex",
  copilotcli: "Copilot CLI",
  pi: "pi",
  sweagent: "SWE-agent",
  openhands: "OpenHands",
  cline: "Cline",
  tau: "tau-bench",
};
/** Duration of a step without recorded times: well within the lifetime of a cache entry. */
const PACE_MS = 10_000;
/** No strategy should touch sessions that never approach the smallest trigger; they are reported separately. */
export const SHORT_TOKENS = 12_000;

export function readRecordings(folder: string): readonly Recording[] {
  const names = recordingsIn(folder);
  if (names.length === 0) throw new Error(`No recorded sessions (*.json) in ${folder}.`);
  return names.map((name) => toRecording(name, JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))));
}

export const isShort = (recording: Recording): boolean => recording.totalTokens < SHORT_TOKENS;

interface Entry {
  readonly role: string;
  readonly content?: unknown;
  readonly t?: string | number;
}

function toRecording(name: string, file: { readonly messages: readonly Entry[] }): Recording {
  const messages = importTranscript(file.messages);
  return {
    name,
    agent: AGENTS[name.split("-")[0] ?? ""] ?? "other",
    messages,
    timesMs: timesOf(file.messages, messages),
    totalTokens: estimateMessagesTokens(messages),
  };
}

/**
 * The ids of imported messages give their position in the file and therefore their time. If recorded times run
 * backwards, the previous time is used instead.
 */
function timesOf(entries: readonly Entry[], messages: readonly Message[]): readonly number[] {
  const stamps = messages.map(({ id }) => Date.parse(String(entries[Number(id.slice(1))]?.t ?? "")));
  const first = stamps.find((stamp) => !Number.isNaN(stamp));
  let latest = 0;
  return messages.map((_, index) => {
    const stamp = stamps[index];
    latest =
      first === undefined || stamp === undefined || Number.isNaN(stamp)
        ? latest + (first === undefined ? PACE_MS : 0)
        : Math.max(latest, stamp - first);
    return latest;
  });
}
