import type { ImportedSession } from "../sessions/export";
import { importSession } from "../sessions/export";
import { continueMessages } from "./continue";
import { readForeignText } from "./recognize";

/** A file that a person chose: a session of another agent as its model sees it now, our own export, or messages. */
export function importAnySession(text: string, newId: () => string): ImportedSession {
  const session = readForeignText(text);
  return session === undefined
    ? importSession(text, newId)
    : { title: session.title, messages: continueMessages(session, "context", newId) };
}
