import { sentence } from "../../base/sentence";
import { sentenceOf } from "../../base/sentence-error";
import type { SessionId } from "../../conversation/ids";
import { SessionError } from "./session";

export function searchFailed(cause: unknown): never {
  const why = sentence("Sessions cannot be searched right now: {reason}", { reason: sentenceOf(cause) });
  throw new SessionError(why, "storage", { cause });
}

export const nothingToUndo = () =>
  new SessionError(
    sentence("There is no compression to undo here: this session does not continue another one."),
    "unknown",
  );

/** Reading it would mislead, and writing to it could damage it. */
export const newerSession = () =>
  new SessionError(sentence("A newer version of Hermes wrote this session; update Hermes to open it."), "newer");

export const unknownSession = (id: SessionId) =>
  new SessionError(sentence('There is no session "{id}".', { id }), "unknown");
