/** Checks the numbers of host messages. After a gap the view must request a complete picture. */
export interface Numbering {
  /** A complete picture starts a new count. */
  restart(sequence: number): void;
  /** "gap" is reported once; until the next restart everything else is "stale". */
  check(sequence: number): "next" | "gap" | "stale";
}

export function createNumbering(): Numbering {
  let last = -1;
  let broken = true;
  return {
    restart(sequence) {
      last = sequence;
      broken = false;
    },
    check(sequence) {
      if (broken || sequence <= last) return "stale";
      if (sequence === last + 1) {
        last = sequence;
        return "next";
      }
      broken = true;
      return "gap";
    },
  };
}
