import { identifiersIn } from "../../../conversation/text/identifiers";
import { estimateTextTokens } from "../../../tokens/estimate";

/** A telling line of a message. Its size and names are read once: every compression weighs the same lines again. */
export class EvidenceLine {
  readonly text: string;
  private knownTokens: number | undefined;
  private knownNames: readonly string[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get tokens(): number {
    this.knownTokens ??= estimateTextTokens(this.text);
    return this.knownTokens;
  }

  get names(): readonly string[] {
    this.knownNames ??= identifiersIn(this.text);
    return this.knownNames;
  }

  /** Reads ahead what a summary will ask for. */
  read(): void {
    void this.tokens;
    void this.names;
  }
}
