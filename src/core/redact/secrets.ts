import { redactAssignments } from "./assignments";
import { redactPhrases } from "./phrases";
import { secretShapes } from "./shapes";

/**
 * Takes credentials out of text that leaves the user's hands. Rules in order: things that are secret by their
 * shape, then values named as secret by code or configuration, then values named as secret in a sentence.
 * Every quantifier is bounded or cannot overlap its neighbor, so time grows with the length of the text.
 * A password that looks like an ordinary word and is not named as one will be missed.
 */
export function redactSecrets(text: string): string {
  if (text.length < SHORTEST_SECRET_CHARS) return text;
  const shaped = secretShapes.reduce((rest, shape) => rest.replace(shape.pattern, shape.replacement), text);
  return redactPhrases(redactAssignments(shaped));
}

/** Nothing shorter can name a secret and hold it. */
const SHORTEST_SECRET_CHARS = 8;
