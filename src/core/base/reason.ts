import type { Sentence } from "./sentence";
import { renderSentence, verbatim } from "./sentence";

/** Why a context engine did something, in English; `sentence` is the same as a value, for people of other languages. */
export interface Reason {
  readonly reason: string;
  readonly sentence?: Sentence;
}

export const because = (sentence: Sentence): Required<Reason> => ({ reason: renderSentence(sentence), sentence });

/** Engines written by others give no sentence; people read their reason as they wrote it. */
export const sentenceFor = ({ reason, sentence }: Reason): Sentence => sentence ?? verbatim(reason);
