import type { AgentEvent } from "../../core/agent/events";
import { HYGIENE_RATIO } from "../../core/context/policy";
import { sessionId } from "../../core/conversation/ids";
import type { Message } from "../../core/conversation/message";
import { checkCompaction } from "../../core/foreign/check-compaction";
import { foreignModel } from "../../core/foreign/model";
import { readForeignText } from "../../core/foreign/recognize";
import type { ReadSessionFile } from "../../core/sessions/export";
import { readSessionFile } from "../../core/sessions/export";
import { foreignEvents } from "./events";
import { measureReadContext } from "./measure";

/** A session file as the events that the pages draw, and its messages. */
export interface ShownFile {
  readonly title: string;
  readonly events: readonly AgentEvent[];
  readonly messages: readonly Message[];
}

/**
 * Reads a file that is only looked at: our own export, a session of another agent, or a list of messages. Needs no
 * host, so that it also works in a browser. Throws one clear error.
 */
export function showSessionFile(text: string): ShownFile {
  const foreign = readForeignText(text);
  if (foreign === undefined) return ownFile(readSessionFile(text));
  const checks = foreign.compactions.map((compaction) => checkCompaction(foreign, compaction));
  const events = foreignEvents({ session: foreign, modelOf: foreignModel, checks });
  return { title: foreign.title, events, messages: foreign.messages };
}

function ownFile({ title, messages, requests }: ReadSessionFile): ShownFile {
  const session = sessionId("exported");
  const newest = requests.findLast(({ purpose }) => purpose === "agent");
  const model = foreignModel(newest?.model ?? "unknown");
  return {
    title,
    messages,
    events: [
      {
        type: "session-opened",
        session,
        title,
        parentId: null,
        reason: "resume",
        messages,
        model,
        past: { requests, compressions: [], checkpoints: [] },
      },
      {
        type: "context-measured",
        session,
        context: measureReadContext({
          messages,
          newest: newest?.usage,
          windowTokens: model.windowTokens,
          windowOrigin: model.windowOrigin,
          thresholdTokens: Math.round(model.windowTokens * HYGIENE_RATIO),
        }),
      },
    ],
  };
}
