import { basename } from "node:path";
import { ensureRival } from "../../rivals/install";
import { installedFolder, prepareTurn } from "../../rivals/run";
import { RIVALS } from "../../rivals/table/all";
import type { Rival } from "../../rivals/table/rival";
import type { Contestant } from "./contestant";
import { failureReason } from "./failure-reason";
import { runMeasured, steadyIds } from "./measured-process";

/** A prompt of a hundred steps takes a slow agent minutes; one that hangs is ended and reported. */
const PROMPT_LIMIT_MS = 900_000;
const TAKE_MINUTES: readonly string[] = ["opencode", "kilo"];

/** The real agents of others, with their documented defaults. */
export const rivalContestants: readonly Contestant[] = RIVALS.map((rival) => ({
  id: rival.id === "claude-code" ? "claude" : rival.id,
  name: rival.name,
  version: rival.version,
  settings: ["defaults; the window as its own setting", ...(rival.remark === undefined ? [] : [rival.remark])].join(
    "; ",
  ),
  takesMinutes: TAKE_MINUTES.includes(rival.id),
  install: installOf(rival),
  async sendPrompt(place, { index, text }) {
    const turn = { kind: index === 0 ? "new" : "continue", prompt: text } as const;
    const order = prepareTurn(rival, place, turn);
    const { status, output, errors, wallMs, cpuMs, peakMb } = await runMeasured({
      ...order,
      environment: { ...order.environment, ...(isNode(order.command) && steadyIds(index)) },
      limitMs: PROMPT_LIMIT_MS,
      watch: place.watch,
    });
    const end = { wallMs, cpuMs, peakMb };
    return status === 0 ? end : { ...end, failure: failureReason({ status, output, errors }) };
  },
}));

const isNode = (command: string): boolean => /^node(?:\.exe)?$/.test(basename(command));

function installOf(rival: Rival): NonNullable<Contestant["install"]> {
  return { megabytes: rival.megabytes, folder: installedFolder(rival), run: () => ensureRival(rival) };
}
