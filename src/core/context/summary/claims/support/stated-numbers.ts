import { rememberByText } from "../../../../base/text";
import { simplified, withDigits } from "../language/plain-words";
import { isRounded, isVersionPart } from "../language/rounding";
import type { ToldNumber } from "./told-tokens";

/** Not the number of a line, nor part of a name. */
const AMOUNT = /(?<![\w.:])\d+(?:[,_]\d{3})*(?:\.\d+)*(?!\t|:|\|)/gm;

const amountsIn = rememberByText((text: string): readonly string[] => [
  ...new Set(
    [text, withDigits(simplified(text))].flatMap((one) =>
      [...one.matchAll(AMOUNT)].map(([value]) => value.replaceAll(/[,_]/g, "")),
    ),
  ),
]);

/** Whether a text states each of the numbers, in whatever unit. */
export const statesAll = (text: string, numbers: readonly ToldNumber[]): boolean =>
  numbers.every((number) => amountsIn(text).some((stated) => isMeant(stated, number)));

function isMeant(stated: string, { value, factors, precision }: ToldNumber): boolean {
  if (stated === value || isVersionPart(stated, value)) return true;
  const [recorded, claimed] = [Number(stated), Number(value)];
  if (Number.isNaN(recorded) || Number.isNaN(claimed)) return false;
  return factors.some((factor) => isRounded(recorded, claimed * factor, { value, precision }));
}
