/** One edit that a rule can justify. */
export interface Repair {
  readonly find: string;
  readonly replace: string;
  readonly why: string;
}

/**
 * Finds a share that is applied twice: `part = sum * rate` is already an amount, so `sum - sum * part` takes it of the
 * sum once more. The only defect this offline model can repair; everything else needs a real one.
 */
export function findRepair(source: string): Repair | undefined {
  for (const [, part = "", whole = ""] of source.matchAll(/\b(\w+) = [^;\n]*?\b(\w+) \* \w+/g)) {
    const find = `${whole} - ${whole} * ${part}`;
    if (!source.includes(find)) continue;
    return {
      find,
      replace: `${whole} - ${part}`,
      why: `\`${part}\` is already an amount, so the multiplication in \`${find}\` is one too many.`,
    };
  }
  return undefined;
}
