import { identifiersIn } from "../../../conversation/text/identifiers";
import type { NameTable } from "../../../conversation/text/name-table";
import { estimateTextTokens } from "../../../tokens/estimate";

/** A telling line of a message. Its size and names are read once: every compression weighs the same lines again. */
export class EvidenceLine {
  readonly text: string;
  private knownTokens: number | undefined;
  private knownNumbers: readonly number[] | undefined;
  private knownTable: NameTable | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get tokens(): number {
    this.knownTokens ??= estimateTextTokens(this.text);
    return this.knownTokens;
  }

  /** The numbers of its names, in the table of the conversation that asks. */
  numbersIn(table: NameTable): readonly number[] {
    if (this.knownNumbers !== undefined && this.knownTable === table) return this.knownNumbers;
    const numbers = identifiersIn(this.text).map((name) => table.numberOf(name));
    this.knownNumbers = numbers;
    this.knownTable = table;
    return numbers;
  }

  /** Reads ahead what a summary will ask for. */
  read(table: NameTable): void {
    void this.tokens;
    this.numbersIn(table);
  }
}
