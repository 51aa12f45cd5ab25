import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findOnPath, firstExecutable } from "./process.mjs";

/** The second font is for Chinese, Japanese and Korean: screenshots would show empty boxes otherwise. */
const DEBIAN_PACKAGES = ["chromium", "fonts-dejavu-core", "fonts-noto-cjk"];

/** Path of a Chromium-like browser. On Debian as root it is installed when missing; elsewhere one must be there. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) installOnDebian();
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error("No Chrome, Chromium or Edge was found, so Hermes cannot be tested in a real VS Code.\nInstall one, or name it: HERMES_BROWSER=/path/to/chrome npm run e2e");
}

export function findBrowser() {
  const named = process.env["HERMES_BROWSER"];
  if (named) return firstExecutable([named]);
  return findOnPath(["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge", "msedge", "chrome"]) ?? firstExecutable(usualPlaces());
}

function installOnDebian() {
  console.log(`Installing ${DEBIAN_PACKAGES.join(", ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const steps = [["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", ...DEBIAN_PACKAGES]];
  for (const step of steps) spawnSync("apt-get", step, { stdio: ["ignore", "ignore", "inherit"], env });
}

function usualPlaces() {
  const programs = [process.env["PROGRAMFILES"], process.env["PROGRAMFILES(X86)"], process.env["LOCALAPPDATA"]].filter((folder) => folder !== undefined);
  return [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ...programs.flatMap((folder) => [join(folder, "Google", "Chrome", "Application", "chrome.exe"), join(folder, "Microsoft", "Edge", "Application", "msedge.exe")]),
  ];
}
