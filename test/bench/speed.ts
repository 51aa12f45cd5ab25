/** One line of the speed table: what was measured and how it compares with a baseline of the same run. */
export interface SpeedLine {
  readonly what: string;
  readonly value: string;
  readonly ratio: string;
}

export async function measureSpeed(_root: string): Promise<readonly SpeedLine[]> {
  return [];
}
