import type { Sentence, SentenceValue } from "../base/sentence";
import { redactSecrets } from "./secrets";

/** A reason that is stored and shown: providers quote the key they refuse. */
export const redactSentence = (said: Sentence): Sentence => ({
  ...said,
  values: Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, redactSaid(value)])),
});

function redactSaid(value: SentenceValue): SentenceValue {
  if (typeof value === "string") return redactSecrets(value);
  if (typeof value === "number") return value;
  return "text" in value ? redactSentence(value) : value.map(redactSaid);
}
