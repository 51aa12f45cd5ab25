import type { NameTable } from "../../../conversation/text/name-table";
import { estimateTextTokens } from "../../../tokens/estimate";

/**
 * The tokens of names by their numbers in a table. A summary takes hundreds of names from those of a session, and each
 * is shorter than a text that is worth remembering by its letters.
 */
export function nameSizesOf(table: NameTable): readonly number[] {
  const sizes = sizesByTable.get(table) ?? [];
  for (let number = sizes.length; number < table.size; number++) sizes.push(estimateTextTokens(table.nameOf(number)));
  sizesByTable.set(table, sizes);
  return sizes;
}

const sizesByTable = new WeakMap<NameTable, number[]>();
