import type { Message } from "../../conversation/message";
import type { ModelRequest } from "../provider";
import { answerOf } from "./answer";
import type { Call } from "./calls";
import { nextCall } from "./calls";
import { writeHandOff } from "./hand-off";
import { readIntent } from "./intent";
import { readStory } from "./story";
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
    return { kind: "answer", text: notesOn(request.messages, turn.ask) };
  const intent = readIntent(turn.ask);
  const call = nextCall(intent, turn.done);
  const isOffered = request.tools.some(({ name }) => name === call?.tool);
  return call !== undefined && isOffered ? call : { kind: "answer", text: answerOf(intent, turn) };
}

/** Where earlier notes are brought up to date, only what changed is wanted. */
const CHANGES_WANTED = /<changes> and <\/changes>/;

/** The offline model can summarize too, plainly; verification and the ledger add what it leaves out. */
function notesOn(messages: readonly Message[], ask: string): string {
  const notes = writeHandOff(readStory(messages));
  return CHANGES_WANTED.test(ask) ? `<changes>\n${notes}\n</changes>` : notes;
}
