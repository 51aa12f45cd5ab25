import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A freshly booted machine may be installing updates and hold the lock of apt-get. */
const APT_LOCK_SECONDS = 300;

/** Only there may a script install packages of the system. */
export const isDebianRoot = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/**
 * The reason why apt-get failed, or undefined if it succeeded. A failed update is ignored, since the existing package
 * list may still be good enough.
 * @param {readonly string[]} packages
 */
export function installOnDebian(packages) {
  console.log(`Installing ${packages.join(", ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const patient = ["-o", `DPkg::Lock::Timeout=${APT_LOCK_SECONDS}`];
  const aptGet = (/** @type {readonly string[]} */ args) =>
    spawnSync("apt-get", [...patient, ...args], { stdio: ["ignore", "ignore", "inherit"], env });
  aptGet(["update", "-qq"]);
  const { status, error } = aptGet(["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  return error?.message ?? (status === 0 ? undefined : `it ended with ${status}`);
}
