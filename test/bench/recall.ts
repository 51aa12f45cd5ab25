import type { RecallRow } from "../support/recall-probes";
import { poolScores, scoreRecall } from "../support/recall-probes";
import type { Recording } from "./recordings";
import { isShort } from "./recordings";

const LONG_WINDOWS = [12_000, 32_000, 64_000] as const;
/** Smaller than any real window, in which short sessions would never be folded. */
const SHORT_WINDOW = 3_000;

/** Each long session on its own in several windows, and all short sessions together. */
export async function measureRecall(recordings: readonly Recording[]): Promise<readonly RecallRow[]> {
  const rows: RecallRow[] = [];
  for (const { name, messages } of recordings.filter((recording) => !isShort(recording))) {
    for (const window of LONG_WINDOWS)
      rows.push({ name: `${name}, ${window / 1_000}K`, ...(await scoreRecall(messages, window)) });
  }
  const short = await Promise.all(
    recordings.filter(isShort).map(({ messages }) => scoreRecall(messages, SHORT_WINDOW)),
  );
  return [
    ...rows.filter(({ hidden }) => hidden > 0),
    poolScores(`${short.length} short ones, ${SHORT_WINDOW / 1_000}K`, short),
  ];
}
