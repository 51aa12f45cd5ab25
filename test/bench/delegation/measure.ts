import { baseCondition, WINDOWS } from "../conditions";
import { fullHistory } from "../peers";
import type { Recording } from "../recordings";
import { isShort } from "../recordings";
import type { Ground } from "../replay";
import { groundOf } from "../replay";
import { ADAPTIVE, mainStrategies } from "../strategies";
import type { Strategy } from "../strategy";
import type { IsShared, Play } from "./play";
import { play } from "./play";
import { isWithin } from "./runs";
import type { Delegation, Variant } from "./variants";
import { delegationsOf, VARIANTS } from "./variants";

/** The same replies of the same sessions, with and without delegation. */
export interface Comparison {
  readonly strategy: string;
  readonly windowTokens: number;
  readonly variant: Variant;
  readonly plain: readonly Play[];
  readonly delegated: readonly Play[];
}

/** The smallest window in which the delegating parent sees as much as the plain one does in the whole. */
interface EqualAvailability {
  readonly comparison: Comparison;
  readonly windowTokens: number;
}

export interface DelegationResults {
  readonly recordings: readonly Recording[];
  readonly fullHistory: readonly Comparison[];
  readonly windows: readonly Comparison[];
  readonly equal: readonly EqualAvailability[];
}

/** Longer than any recording, so that nothing is compressed; reports are bounded as for a 200K window. */
const NO_WINDOW = 200_000;
const SMALLER = [0.9, 0.8, 0.7, 0.6, 0.5] as const;

export async function measureDelegation(recordings: readonly Recording[]): Promise<DelegationResults> {
  const long = recordings.filter((recording) => !isShort(recording));
  const grounds = long.map(groundOf);
  const full = await compare(grounds, fullHistory, { windowTokens: NO_WINDOW, variants: VARIANTS });
  const windows: Comparison[] = [];
  const equal: EqualAvailability[] = [];
  for (const windowTokens of WINDOWS)
    for (const strategy of mainStrategies.filter(({ group }) => group === "ours")) {
      const found = await compare(grounds, strategy, { windowTokens, variants: ["oracle", "code"] });
      windows.push(...found);
      if (strategy.name === ADAPTIVE) for (const one of found) equal.push(await findEqual(grounds, strategy, one));
    }
  return { recordings: long, fullHistory: full, windows, equal };
}

interface Compared {
  readonly windowTokens: number;
  readonly variants: readonly Variant[];
}

async function compare(
  grounds: readonly Ground[],
  strategy: Strategy,
  { windowTokens, variants }: Compared,
): Promise<readonly Comparison[]> {
  const sums = variants.map((variant) => ({ variant, plain: [] as Play[], delegated: [] as Play[] }));
  const condition = baseCondition(windowTokens);
  for (const ground of grounds) {
    const cuts = variants.map((variant) => delegationsOf(ground, variant, windowTokens));
    const plain = await play(ground, { strategy, condition, delegations: [] }, cuts.map(sharedBy));
    for (const [index, delegations] of cuts.entries()) {
      sums[index]?.plain.push(plain[index]!);
      sums[index]?.delegated.push(
        ...(await play(ground, { strategy, condition, delegations }, [sharedBy(delegations)])),
      );
    }
  }
  return sums.map((sum) => ({ ...sum, strategy: strategy.name, windowTokens }));
}

const sharedBy =
  (delegations: readonly Delegation[]): IsShared =>
  (reply) =>
    !delegations.some((run) => isWithin(run, reply));

/** The runs are those of the whole window; only the window becomes smaller. */
async function findEqual(
  grounds: readonly Ground[],
  strategy: Strategy,
  comparison: Comparison,
): Promise<EqualAvailability> {
  let found: EqualAvailability = { comparison, windowTokens: comparison.windowTokens };
  if (lineShare(comparison.delegated) < lineShare(comparison.plain)) return found;
  for (const share of SMALLER) {
    const windowTokens = Math.round(comparison.windowTokens * share);
    const delegated: Play[] = [];
    for (const ground of grounds) {
      const delegations = delegationsOf(ground, comparison.variant, comparison.windowTokens);
      const condition = baseCondition(windowTokens);
      delegated.push(...(await play(ground, { strategy, condition, delegations }, [sharedBy(delegations)])));
    }
    if (lineShare(delegated) < lineShare(comparison.plain)) break;
    found = { comparison: { ...comparison, delegated }, windowTokens };
  }
  return found;
}

export const total = (plays: readonly Play[], of: (play: Play) => number): number =>
  plays.reduce((sum, one) => sum + of(one), 0);

export const lineShare = (plays: readonly Play[]): number =>
  total(plays, ({ linesShown }) => linesShown) /
  Math.max(
    1,
    total(plays, ({ lines }) => lines),
  );
