import type { Locator } from "playwright-core";

interface Within {
  readonly timeout: number;
}

const CLICK: Within = { timeout: 2_000 };
/** Long enough for an effect on a busy machine: a click that was not swallowed must not be made twice. */
const EFFECT: Within = { timeout: 8_000 };
const IN_ALL: Within = { timeout: 60_000 };

/** Acts again until it succeeds; also outside of tests, where pictures are taken. */
export async function retried(act: (within: Within) => Promise<unknown>): Promise<void> {
  const end = Date.now() + IN_ALL.timeout;
  for (;;)
    try {
      await act(EFFECT);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

/** Acts again while the effect stays away: the workbench swallows a click on a list that it is filling or redrawing. */
export const actUntil = (
  act: (within: Within) => Promise<unknown>,
  effect: (within: Within) => Promise<unknown>,
): Promise<void> =>
  retried(async (within) => {
    await act(CLICK).catch(() => undefined);
    await effect(within);
  });

/** Picks a row of a list that closes with the choice. */
export async function pickRow(row: Locator): Promise<void> {
  await row.waitFor(IN_ALL);
  await actUntil(
    (within) => row.click(within),
    (within) => row.waitFor({ state: "hidden", ...within }),
  );
}
