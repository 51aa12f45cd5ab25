/** How a claim states a number: its digits, and whether it calls it approximate. */
interface StatedNumber {
  readonly value: string;
  readonly precision: "exact" | "about";
}

/** Of a number that the sentence itself calls rounded. */
const ABOUT_SHARE = 0.1;
/** 12,000 may stand for 11,960; 48,213 stands for nothing else. */
const ROUND_SHARE = 0.005;

/** Whether `claimed`, written with these digits, may stand for `recorded`. */
export function isRounded(recorded: number, claimed: number, { value, precision }: StatedNumber): boolean {
  const gap = Math.abs(recorded - claimed);
  if (gap <= 1e-9 * Math.abs(claimed)) return true;
  if (precision === "about") return gap <= ABOUT_SHARE * Math.abs(claimed);
  const decimals = /\.(\d+)$/.exec(value)?.[1]?.length;
  if (decimals !== undefined) return gap <= 0.5 * 10 ** -decimals * (Math.abs(claimed) / Math.abs(Number(value)));
  if (!Number.isInteger(recorded) && Number.isInteger(claimed) && gap <= 0.5) return true;
  return /00$/.test(value) && gap <= ROUND_SHARE * Math.abs(claimed);
}

/** A smaller number stands in every record for something, and readers count small things by themselves. */
const LEAST_TELLING = 13;

export const isSmall = (value: string): boolean => /^-?\d+$/.test(value) && Math.abs(Number(value)) < LEAST_TELLING;

/** A version may be told in part: 1.4 stands for 1.4.2, but nothing tells the rest of 1.4. */
export const isVersionPart = (recorded: string, claimed: string): boolean => recorded.startsWith(`${claimed}.`);
