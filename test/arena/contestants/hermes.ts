import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifest, root } from "../../../scripts/places.mjs";
import type { Contestant, ContestPlace } from "./contestant";
import { failureReason } from "./failure-reason";
import { runMeasured, steadyIds } from "./measured-process";

const MODEL = "claude-sonnet-4-5";
/** A key that opens nothing. */
const FAKE_KEY = "sk-ant-fake-000000000000000000000000";
const TURN_LIMIT_MS = 600_000;

const CONFIGURATIONS = {
  "hermes-default": { "hermes.compression.policy": "hermes" },
  "hermes-adaptive": { "hermes.compression.policy": "adaptive" },
  "hermes-background": { "hermes.compression.policy": "adaptive", "hermes.compression.background": true },
  "hermes-lcm": { "hermes.context.engine": "lcm" },
} as const;

const HEADLESS = join(root, "scripts", "headless.mjs");

/** Otherwise contests that begin together in a fresh clone would build the host at the same time, over each other. */
function buildOnce(): void {
  const { status } = spawnSync(process.execPath, [HEADLESS, "--build"], { stdio: "inherit" });
  if (status !== 0) throw new Error("The headless host could not be built.");
}

/** Our own headless host, once per configuration worth comparing. */
export const hermesContestants: readonly Contestant[] = Object.entries(CONFIGURATIONS).map(([id, settings]) => ({
  id,
  name: id.replace("hermes-", "Hermes, "),
  version: manifest.version,
  settings: Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}`)
    .join(", "),
  takesMinutes: false,
  prepare: buildOnce,
  async sendPrompt(place, { index, text }) {
    const { status, output, errors, wallMs, cpuMs, peakMb } = await runMeasured({
      command: process.execPath,
      args: [
        HEADLESS,
        ...["turn", "--workspace", place.workspace, "--storage", join(place.home, "storage")],
        ...["--settings", settingsFile(place, settings), "--prompt", text],
        ...(index === 0 ? [] : ["--session", "latest"]),
      ],
      cwd: place.workspace,
      environment: { ...process.env, HOME: place.home, ANTHROPIC_API_KEY: FAKE_KEY, ...steadyIds(index) },
      limitMs: TURN_LIMIT_MS,
      watch: place.watch,
    });
    const end = { wallMs, cpuMs, peakMb };
    return status === 0 ? end : { ...end, failure: reasonIn(output) ?? failureReason({ status, output, errors }) };
  },
}));

/** Why the turn ended, from the last line that the headless host prints. */
function reasonIn(output: string): string | undefined {
  const last = output.split("\n").findLast((line) => line.includes('"type":"turn-ended"'));
  const reason = /"reason":("(?:[^"\\]|\\.)*")/.exec(last ?? "")?.[1];
  return reason === undefined ? undefined : `it said ${reason}`;
}

function settingsFile(place: ContestPlace, settings: Readonly<Record<string, string | boolean>>): string {
  mkdirSync(place.home, { recursive: true });
  const path = join(place.home, "settings.json");
  const common = { "hermes.provider": "anthropic", "hermes.model": MODEL, "hermes.baseUrl": place.modelUrl };
  writeFileSync(path, JSON.stringify({ ...common, "hermes.contextLength": place.windowTokens, ...settings }));
  return path;
}
