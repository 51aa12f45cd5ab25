import { redactSecrets } from "../../redact/secrets";
import { REDACTED } from "../../redact/words/placeholder";

const BEFORE_CHARS = 80;

/**
 * One line around a place in a text, at most `chars` long, secrets taken out before anything is cut so that none is cut
 * in half. `whole` is the text with the secrets out that only more than its words can tell, as keys of arguments do.
 */
export function snippetAround(text: string, at: number, chars: number, whole = text): string {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const lineEnd = text.indexOf("\n", at);
  const start = at - lineStart <= chars - BEFORE_CHARS ? lineStart : wordStart(text, at - BEFORE_CHARS);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, at + 2 * chars);
  const piece = redactSecrets(text.slice(start, end));
  // A line of a private key looks harmless by itself; in the whole text it is known for what it is.
  const line = (redactSecrets(whole).includes(piece) ? piece : REDACTED).replace(/\s+/g, " ").trim();
  const shown = line.length <= chars ? line : `${line.slice(0, chars - 1)}…`;
  return start > lineStart ? `…${shown.slice(0, chars - 1)}` : shown;
}

/**
 * Several lines from a place on, run together into one; what stands before the place on its line may tell that a secret
 * follows.
 */
export function passageFrom(text: string, at: number, chars: number): string {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const start = at - lineStart <= BEFORE_CHARS ? lineStart : wordStart(text, at - BEFORE_CHARS);
  const passage = redactSecrets(text.slice(start)).replace(/\s+/g, " ").trim();
  return passage.length <= chars ? passage : `${passage.slice(0, chars - 1)}…`;
}

/** A cut inside a word could leave half a secret that no rule recognizes. */
function wordStart(text: string, from: number): number {
  const space = text.slice(from, from + BEFORE_CHARS).search(/\s/);
  return space < 0 ? from : from + space + 1;
}
