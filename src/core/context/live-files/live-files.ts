import { stopIfAborted } from "../../base/abort";
import type { LiveFile, Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { argumentText } from "../../conversation/text/arguments";
import { redactSecrets } from "../../redact/secrets";
import { bareLine, fileActivity } from "./file-activity";
import type { CurrentFile } from "./regions";
import { selectRegions } from "./regions";

/** Reads a file of the workspace as it is now; undefined where it cannot be read or must not be. */
export type ReadLiveFile = (path: string, signal: AbortSignal) => Promise<LiveText | undefined>;

export interface LiveText {
  /** The path as the workspace names it, so that an absolute and a relative name are one file. */
  readonly path: string;
  readonly text: string;
}

export interface LiveFileInputs {
  /** Everything the session has seen, oldest first. */
  readonly messages: readonly Message[];
  /** Messages that stay, with what they show. */
  readonly kept: readonly Message[];
  /** Paths that people pinned: these are there anyway. */
  readonly pinned: readonly string[];
  readonly roomTokens: number;
}

/** Files that are looked at; the budget rarely holds a part of more. */
const MOST_FILES = 24;

/** The current text of what is being worked on, chosen by code from what the session has done. */
export async function findLiveFiles(
  inputs: LiveFileInputs,
  readFile: ReadLiveFile,
  signal: AbortSignal,
): Promise<readonly LiveFile[]> {
  if (inputs.roomTokens <= 0) return [];
  const current = new Map<string, CurrentFile>();
  for (const activity of fileActivity(inputs.messages).slice(0, MOST_FILES)) {
    stopIfAborted(signal);
    const live = await readFile(activity.path, signal);
    if (live === undefined || inputs.pinned.includes(live.path)) continue;
    const known = current.get(live.path)?.activity;
    const lines = known === undefined ? activity.lines : new Map([...activity.lines, ...known.lines]);
    const score = activity.score + (known?.score ?? 0);
    current.set(live.path, { activity: { path: live.path, score, lines }, text: redactSecrets(live.text) });
  }
  return selectRegions([...current.values()], linesShown(inputs.kept), inputs.roomTokens);
}

function linesShown(messages: readonly Message[]): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const message of messages) for (const raw of shownText(message).split("\n")) lines.add(bareLine(raw));
  return lines;
}

const shownText = (message: Message): string =>
  message.role === "assistant"
    ? [
        messageText(message),
        ...message.parts.flatMap((part) => (part.type === "tool-call" ? [argumentText(part.inputJson)] : [])),
      ].join("\n")
    : messageText(message);
