import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeServerEntry } from "./code-server.mjs";
import { findNode24 } from "./node24.mjs";
import { run } from "./process.mjs";

const POLL_MS = 100;
/** A busy two-core machine needs up to 20 s. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/** Suppresses everything that could pop up over the views under test or the first impression. */
const QUIET_SETTINGS = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.enabled": false,
  "git.openRepositoryInParentFolders": "never",
  "chat.disableAIFeatures": true,
};

/**
 * Creates a folder with everything that belongs to one VS Code: settings, extensions, state.
 * @param {string} folder
 * @param {Readonly<Record<string, unknown>>} [settings]
 */
export function createProfile(folder, settings = {}) {
  mkdirSync(join(folder, "data", "User"), { recursive: true });
  writeFileSync(join(folder, "config.yaml"), "auth: none\ncert: false\n");
  const file = join(folder, "data", "User", "settings.json");
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
  return folder;
}

/**
 * Adds settings that the user has not set. A file that is not plain JSON is the user's work and stays as it is.
 * @param {string} profile
 * @param {Readonly<Record<string, unknown>>} settings
 */
export function addSettings(profile, settings) {
  const file = join(profile, "data", "User", "settings.json");
  try {
    writeFileSync(file, JSON.stringify({ ...settings, ...JSON.parse(readFileSync(file, "utf8")) }, null, 2));
  } catch {
    // Comments or a typo: VS Code reads it, this script does not need to.
  }
}

/**
 * @param {string} profile
 * @param {string} vsix
 */
export function installVsix(profile, vsix) {
  run(findNode24(), [codeServerEntry(), ...profileArguments(profile), "--install-extension", vsix, "--force"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/**
 * Adds an unpacked extension, such as the helper extensions of the tests.
 * @param {string} profile
 * @param {string} folder
 */
export function linkExtension(profile, folder) {
  const { publisher, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const extensions = join(profile, "ext");
  const relativeLocation = `${publisher}.${name}-${version}`;
  const list = join(extensions, "extensions.json");
  mkdirSync(extensions, { recursive: true });
  symlinkSync(folder, join(extensions, relativeLocation), "dir");
  const known = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  const location = { $mid: 1, path: join(extensions, relativeLocation), scheme: "file" };
  writeFileSync(
    list,
    JSON.stringify([...known, { identifier: { id: `${publisher}.${name}` }, version, location, relativeLocation }]),
  );
}

/**
 * @param {string} profile
 * @param {{
 *   readonly port?: number;
 *   readonly env?: NodeJS.ProcessEnv;
 *   readonly trust?: "everything" | "asked";
 * }} [options]
 */
export async function startWorkbench(profile, { port, env = {}, trust = "everything" } = {}) {
  const chosenPort = await findFreePort(port);
  const logPath = join(profile, "server.log");
  const log = openSync(logPath, "w");
  const trusting = trust === "everything" ? ["--disable-workspace-trust"] : [];
  const server = [codeServerEntry(), ...profileArguments(profile), ...serverArguments(chosenPort), ...trusting];
  const child = spawn(findNode24(), server, { stdio: ["ignore", log, log], env: { ...process.env, ...env } });
  /** @type {Promise<number | null>} */
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    const inTime = await Promise.race([exited.then(() => true), sleep(STOP_TIMEOUT_MS, false, { ref: false })]);
    if (!inTime) child.kill("SIGKILL");
  };
  const url = `http://127.0.0.1:${chosenPort}`;
  await waitUntilHealthy(url, () => child.exitCode !== null, logPath).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, port: chosenPort, exited, stop };
}

/**
 * The requested port, or any free one. Checked before the server starts, because another server on the same port would
 * answer in its place.
 * @param {number} [wanted]
 * @returns {Promise<number>}
 */
export function findFreePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(
        new Error(
          `Port ${wanted} is taken, perhaps by another \`npm start\`. ` +
            `Stop that one, or choose another port: PORT=${wanted + 1} npm start`,
        ),
      );
    const server = createServer()
      .once("error", refuse)
      .listen(wanted, "127.0.0.1", () => {
        const address = server.address();
        server.close(() =>
          typeof address === "object" && address ? resolve(address.port) : reject(new Error("No free port.")),
        );
      });
  });
}

/** @param {string} profile */
const profileArguments = (profile) => [
  "--user-data-dir",
  join(profile, "data"),
  "--extensions-dir",
  join(profile, "ext"),
  "--config",
  join(profile, "config.yaml"),
];

/** @param {number} port */
const serverArguments = (port) => [
  "--auth",
  "none",
  "--bind-addr",
  `127.0.0.1:${port}`,
  "--disable-telemetry",
  "--disable-update-check",
  "--disable-getting-started-override",
  "--ignore-last-opened",
  "--reconnection-grace-time",
  "10",
];

/**
 * @param {string} url
 * @param {() => boolean} isDead
 * @param {string} logPath
 */
async function waitUntilHealthy(url, isDead, logPath) {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !isDead(); await sleep(POLL_MS)) {
    const healthy = await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
  }
  throw new Error(`VS Code did not start. Its log: ${logPath}\n${readFileSync(logPath, "utf8").slice(-2_000)}`);
}
