import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { ModelRequest } from "../provider";
import { answerOf } from "./answer";
import type { Call } from "./calls";
import { nextCall } from "./calls";
import { FILE_NAME, readIntent } from "./intent";
import { newestTurn } from "./turn";

/**
 * What the offline model does next: a few plain rules over the newest request, no language model.
 * It makes real calls to real tools, so that gauge, spill, cache and compression have something true to show.
 */
export type Step = Call | { readonly kind: "answer"; readonly text: string };

/**
 * On a warm prefix the request for a summary comes with the tools still there; its headings tell it from a person's
 * words.
 */
const SUMMARY_WANTED = /^## Active Task\b/m;

export function nextStep(request: ModelRequest): Step {
  const turn = newestTurn(request.messages);
  if (request.tools.length === 0 || SUMMARY_WANTED.test(turn.ask))
    return { kind: "answer", text: handOff(request.messages) };
  const intent = readIntent(turn.ask);
  const call = nextCall(intent, turn.done);
  const isOffered = request.tools.some(({ name }) => name === call?.tool);
  return call !== undefined && isOffered ? call : { kind: "answer", text: answerOf(intent, turn) };
}

/** The offline model can summarize too, plainly; verification and the ledger add what it leaves out. */
function handOff(messages: readonly Message[]): string {
  const prompt = messages.map(messageText).join("\n");
  const commands = [...prompt.matchAll(/^\s*(?:\[?tool[^\n]*|→ [^\n]*)$/gim)]
    .slice(0, 20)
    .map((match, index) => `${index + 1}. ${match[0].trim().slice(0, 160)}`);
  const files = [...new Set(prompt.match(FILE_NAME) ?? [])].slice(0, 30);
  const sections: readonly (readonly [string, string])[] = [
    ["Active Task", "None."],
    ["Goal", "See the requests kept verbatim."],
    ["Constraints & Preferences", "None stated."],
    ["Completed Actions", commands.join("\n") || "None."],
    ["Active State", "Unknown."],
    ["In Progress", "None."],
    ["Blocked", "None."],
    ["Key Decisions", "None."],
    ["Resolved Questions", "None."],
    ["Pending User Asks", "None."],
    ["Relevant Files", files.map((file) => `- ${file}`).join("\n") || "None."],
    ["Remaining Work", "None."],
    ["Critical Context", "None."],
  ];
  return sections.map(([heading, body]) => `## ${heading}\n${body}`).join("\n\n");
}
