import { KnownByMessage } from "../known-by-message";
import type { Message } from "../message";

/** Gives each name a number, so that names of many messages are added up without reading their letters again. */
export class NameTable {
  private readonly numbers = new Map<string, number>();
  private readonly names: string[] = [];

  get size(): number {
    return this.names.length;
  }

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.length;
    this.numbers.set(name, number);
    this.names.push(name);
    return number;
  }

  /** The number of a name that has one. */
  find(name: string): number | undefined {
    return this.numbers.get(name);
  }

  nameOf(number: number): string {
    return this.names[number] ?? "";
  }
}

/**
 * The table of a conversation, by the message that it opens with: whatever reads the conversation gives a name the same
 * number, so that nobody has to look it up by its letters later.
 */
export function nameTableOf(opening: Message): NameTable {
  const known = tables.get(opening);
  if (known !== undefined) return known;
  const table = new NameTable();
  tables.set(opening, table);
  return table;
}

const tables = new KnownByMessage<NameTable>();
