import { SentenceError } from "../../base/sentence-error";

/**
 * A reply broke off on our side of the wire. The code tells the classifier so, whatever the sentence says. Not an abort
 * error by name: the SDKs end a stream quietly on those, as if the reply were complete.
 */
export class BrokenStreamError extends SentenceError {
  override readonly name = "BrokenStreamError";
  readonly code = "ECONNRESET";
}
