import type { CallId } from "./ids";
import { callId } from "./ids";
import type { AssistantPart, Message } from "./message";

/** Ids get a suffix below; every provider accepts this many characters. */
const MAX_ID_CHARS = 40;

/**
 * The parts of a reply with call ids that no other call of the conversation has. Models and servers repeat ids: an
 * answer to the question about one call could then be taken for an answer about another.
 */
export function withOwnCallIds(parts: readonly AssistantPart[], earlier: readonly Message[]): readonly AssistantPart[] {
  if (!parts.some((part) => part.type === "tool-call")) return parts;
  const taken = new Set<string>(
    earlier.flatMap((message) => (message.role === "assistant" ? idsIn(message.parts) : [])),
  );
  return parts.map((part) => {
    if (part.type !== "tool-call") return part;
    const own = freeId(part.callId, taken);
    taken.add(own);
    return own === part.callId ? part : { ...part, callId: own };
  });
}

const idsIn = (parts: readonly AssistantPart[]): readonly CallId[] =>
  parts.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []));

function freeId(wanted: CallId, taken: ReadonlySet<string>): CallId {
  if (wanted !== "" && !taken.has(wanted)) return wanted;
  const base = wanted === "" ? "call" : wanted.slice(0, MAX_ID_CHARS);
  let count = 2;
  while (taken.has(`${base}-${count}`)) count++;
  return callId(`${base}-${count}`);
}
