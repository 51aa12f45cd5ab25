import type { Sentence } from "./sentence";
import { renderSentence, verbatim } from "./sentence";

/** An error that people read: views show its sentence in their language; logs have the message, in English. */
export class SentenceError extends Error {
  override readonly name: string = "SentenceError";
  readonly sentence: Sentence;

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(renderSentence(sentence), options);
    this.sentence = sentence;
  }
}

/** What an error says to people; errors of others say it in their own words. */
export const sentenceOf = (error: unknown): Sentence =>
  error instanceof SentenceError ? error.sentence : verbatim(error instanceof Error ? error.message : String(error));
