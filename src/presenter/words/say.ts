import type { SentenceValue, Translate } from "../../core/base/sentence";
import { renderSentence } from "../../core/base/sentence";
import { sentenceOf } from "../../core/base/sentence-error";

/** A sentence in the language of the reader. */
export type Say = (said: SentenceValue) => string;

export const createSay =
  (translate: Translate): Say =>
  (said) =>
    renderSentence(said, translate);

export const sayInEnglish: Say = createSay((text) => text);

export const sayError = (error: unknown, say: Say): string => say(sentenceOf(error));
