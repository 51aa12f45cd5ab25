import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../../scripts/places.mjs";
import type { Rival, RivalPlace, RivalTurn } from "./table/rival";

/** A turn of a real agent takes seconds against a scripted model; one that hangs is ended. */
const TURN_LIMIT_MS = 120_000;

export interface RivalRun {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export const installedFolder = (rival: Rival): string => join(cacheFolder(), "rivals", `${rival.id}-${rival.version}`);

/** Writes the configuration that points the agent at the model server. */
function setUpRival(rival: Rival, place: RivalPlace): void {
  for (const [path, text] of Object.entries(rival.setUp(place).files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  for (const folder of [place.home, place.workspace]) if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
}

export interface RivalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Sets an agent up in its own home and says how to run one turn, with no variable of the caller's but the path. */
export function prepareTurn(rival: Rival, place: RivalPlace, turn: RivalTurn): RivalCommand {
  setUpRival(rival, place);
  const [command, ...leading] = rival.program(installedFolder(rival));
  return {
    command,
    args: [...leading, ...rival.turn(turn)],
    cwd: place.workspace,
    environment: {
      ...Object.fromEntries(["PATH", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].map((name) => [name, process.env[name]])),
      HOME: place.home,
      USERPROFILE: place.home,
      XDG_CONFIG_HOME: join(place.home, ".config"),
      XDG_DATA_HOME: join(place.home, ".local", "share"),
      XDG_STATE_HOME: join(place.home, ".local", "state"),
      XDG_CACHE_HOME: join(place.home, ".cache"),
      LANG: "C.UTF-8",
      ...rival.setUp(place).environment,
    },
  };
}

/** Runs one turn of the agent. */
export function runRival(
  rival: Rival,
  place: RivalPlace,
  turn: RivalTurn,
  more: readonly string[] = [],
): Promise<RivalRun> {
  const { command, args, cwd, environment } = prepareTurn(rival, place, turn);
  const child = spawn(command, [...args, ...more], {
    cwd,
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TURN_LIMIT_MS,
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output: output.join(""), errors: errors.join("") }));
  });
}
