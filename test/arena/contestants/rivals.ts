import { ensureRival } from "../../rivals/install";
import { installedFolder, prepareTurn } from "../../rivals/run";
import { RIVALS } from "../../rivals/table/all";
import type { Rival } from "../../rivals/table/rival";
import type { Contestant } from "./contestant";
import { runMeasured } from "./measured-process";

/** A prompt of a hundred steps takes a slow agent minutes; one that hangs is ended and reported. */
const PROMPT_LIMIT_MS = 300_000;

/** The real agents of others, with their documented defaults. */
export const rivalContestants: readonly Contestant[] = RIVALS.map((rival) => ({
  id: rival.id === "claude-code" ? "claude" : rival.id,
  name: rival.name,
  version: rival.version,
  settings: "defaults; the window as its own setting",
  install: installOf(rival),
  async sendPrompt(place, { index, text }) {
    const turn = { kind: index === 0 ? "new" : "continue", prompt: text } as const;
    const { status, output, errors, wallMs, cpuMs, peakMb } = await runMeasured({
      ...prepareTurn(rival, place, turn),
      limitMs: PROMPT_LIMIT_MS,
    });
    const end = { wallMs, cpuMs, peakMb };
    return status === 0 ? end : { ...end, failure: `ended with ${status}: ${(errors || output).trim().slice(-200)}` };
  },
}));

function installOf(rival: Rival): NonNullable<Contestant["install"]> {
  return { megabytes: rival.megabytes, folder: installedFolder(rival), run: () => ensureRival(rival) };
}
