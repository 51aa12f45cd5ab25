import { execFile } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sentence } from "../../../base/sentence";
import { sentence } from "../../../base/sentence";
import type { Sandbox } from "./sandbox";
import { HELD_PATHS, PROTECTED_PATHS, sandboxArguments } from "./sandbox";

/** `hermes.sandbox.*` at the moment of the call. */
export interface SandboxSettings {
  readonly commands: boolean;
  readonly network: "allow" | "deny";
}

export type FoundSandbox =
  | { readonly kind: "off" }
  | { readonly kind: "found"; readonly sandbox: Sandbox }
  /** Turned on, but impossible here; the reason is a clause. */
  | { readonly kind: "missing"; readonly reason: Sentence };

export interface SandboxFinder {
  find(): Promise<FoundSandbox>;
  /** Removes the temporary files of the commands. */
  dispose(): Promise<void>;
}

interface SandboxWorld {
  settings(): SandboxSettings;
  roots(): readonly string[];
  /** Absolute paths where bubblewrap may be. */
  readonly places?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/** Where distributions put it. A folder of the workspace on the `PATH` must not provide it. */
const PLACES = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap", "/run/current-system/sw/bin/bwrap"];
/** Sockets of container engines that live in the home folder. */
const ENGINE_FOLDERS = [".docker/run", ".docker/desktop", ".colima", ".rd", ".orbstack/run"];
const PROBE_MS = 5_000;

export function createSandboxFinder(world: SandboxWorld): SandboxFinder {
  let made: Promise<string> | undefined;
  const temporaryFolder = (): Promise<string> => {
    made ??= mkdtemp(join(tmpdir(), "hermes-sandbox-"));
    return made;
  };
  let working: string | undefined;
  const inRoots = (paths: readonly string[]): readonly string[] =>
    world.roots().flatMap((root) => paths.map((path) => join(root, path)).filter(existsSync));
  const sandboxOf = async (program: string): Promise<Sandbox> => ({
    program,
    network: world.settings().network,
    writable: inRoots(["", ...HELD_PATHS]),
    readOnly: inRoots(PROTECTED_PATHS),
    hidden: ENGINE_FOLDERS.map((name) => join(homedir(), name)).filter(existsSync),
    temporaryFolder: await temporaryFolder(),
    user: process.getuid?.() === 0 ? "root" : "other",
  });

  return {
    async find() {
      if (!world.settings().commands) return { kind: "off" };
      if ((world.platform ?? process.platform) !== "linux")
        return { kind: "missing", reason: sentence("sandboxes exist on Linux only") };
      const program = (world.places ?? PLACES).find(isExecutable);
      if (program === undefined)
        return { kind: "missing", reason: sentence("bubblewrap is not installed (the program `bwrap`)") };
      const sandbox = await sandboxOf(program);
      if (working !== program && !(await works(sandbox)))
        return { kind: "missing", reason: sentence("this system does not let bubblewrap create one") };
      working = program;
      return { kind: "found", sandbox };
    },
    async dispose() {
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Not there, or not for this user.
  }
}

/** Containers and hardened systems may have the program and forbid what it does. */
const works = (sandbox: Sandbox): Promise<boolean> =>
  promisify(execFile)(sandbox.program, [...sandboxArguments(sandbox, "/", ["/bin/bash", "-c", ":"])], {
    timeout: PROBE_MS,
  }).then(
    () => true,
    () => false,
  );
