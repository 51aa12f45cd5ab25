import { parseJsonObject } from "../../base/json";
import { callsByResult } from "../../conversation/exchanges";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { Done } from "./turn";

/** What the turns to be summarized tell. */
export interface Story {
  /** Requests of the user, oldest first. */
  readonly asks: readonly string[];
  readonly done: readonly Done[];
  /** Replies that ended a turn, one for each request but perhaps the last. */
  readonly answers: readonly string[];
  /** What was said with an edit that was made. */
  readonly reasons: readonly string[];
  /** Text in which no turns were recognized. */
  readonly rest: string;
}

/** One thing that happened, whichever form it is told in. */
type Told =
  | { readonly kind: "asked"; readonly text: string }
  | { readonly kind: "said"; readonly text: string; readonly calls: readonly string[] }
  | { readonly kind: "done"; readonly done: Done };

const ASK_CHARS = 400;

/** Turns come as the conversation itself, followed by the request for notes, or as labeled text within that request. */
export function readStory(messages: readonly Message[]): Story {
  const request = messages.at(-1);
  const text = request === undefined ? "" : messageText(request);
  const turns = TURNS.exec(text)?.[1];
  if (turns !== undefined) return tell(labeledTurns(turns), "");
  return messages.length > 1 ? tell(messages.slice(0, -1).flatMap(toldBy(messages)), "") : tell([], text);
}

const TURNS = /<turns>\n([\s\S]*)\n<\/turns>/;

function tell(all: readonly Told[], rest: string): Story {
  const asks: string[] = [];
  const done: Done[] = [];
  const answers: string[] = [];
  const reasons: string[] = [];
  let reason = "";
  for (const one of all) {
    if (one.kind === "asked") asks.push(one.text.trim().slice(0, ASK_CHARS));
    if (one.kind === "done") {
      done.push(one.done);
      if (one.done.tool === "patch" && !one.done.failed && reason !== "") reasons.push(reason);
    }
    if (one.kind !== "said") continue;
    reason = one.calls.includes("patch") ? one.text.trim() : "";
    if (one.calls.length === 0 && answers.length < asks.length) answers.push(one.text);
  }
  return { asks, done, answers, reasons, rest };
}

function toldBy(messages: readonly Message[]): (message: Message) => readonly Told[] {
  const callOf = callsByResult(messages);
  return (message) => {
    if (message.role === "user") return [{ kind: "asked", text: messageText(message) }];
    if (message.role === "tool") {
      const args = parseJsonObject(callOf.get(message)?.inputJson ?? "") ?? {};
      const done = { tool: message.toolName, args, text: messageText(message), failed: message.failed };
      return [{ kind: "done", done }];
    }
    if (message.role !== "assistant") return [];
    const calls = message.parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
    return [{ kind: "said", text: messageText(message), calls }];
  };
}

/** Results follow their calls in order, tool by tool. */
function labeledTurns(turns: string): readonly Told[] {
  const open = new Map<string, string[]>();
  return turns.split(/\n\n(?=\[(?:USER|ASSISTANT|RESULT of [^\]\n]+)\]\n)/).flatMap((turn): readonly Told[] => {
    const [, label = "", body = ""] = /^\[([^\]\n]+)\]\n([\s\S]*)$/.exec(turn) ?? [];
    if (label === "USER") return [{ kind: "asked", text: body }];
    if (label === "ASSISTANT") {
      const calls = [...body.matchAll(/^\[CALL ([^\]\n]+)\] (.*)$/gm)];
      for (const [, name = "", input = ""] of calls) open.set(name, [...(open.get(name) ?? []), input]);
      const text = body.replace(/^\[CALL [\s\S]*$/m, "");
      return [{ kind: "said", text, calls: calls.map(([, name = ""]) => name) }];
    }
    const [, tool, failed] = /^RESULT of (.+?)( \(failed\))?$/.exec(label) ?? [];
    if (tool === undefined) return [];
    const args = parseJsonObject(open.get(tool)?.shift() ?? "") ?? {};
    return [{ kind: "done", done: { tool, args, text: body, failed: failed !== undefined } }];
  });
}
