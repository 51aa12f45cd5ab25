import { join } from "node:path";
import { installOnDebian, isDebianRoot } from "./debian.mjs";
import { findOnPath, firstExecutable } from "./process.mjs";

/** Without the second font, screenshots would show empty boxes for Chinese, Japanese, and Korean text. */
const DEBIAN_PACKAGES = ["chromium", "fonts-dejavu-core", "fonts-noto-cjk"];

const CONSEQUENCE =
  "so Hermes cannot be tested in a real VS Code.\n" +
  "Install a browser, or set its path: HERMES_BROWSER=/path/to/chrome npm run e2e";

/**
 * Path of a Chromium-based browser. On Debian, as root, a missing browser is installed; elsewhere it is required.
 * @param {"may-install" | "may-not"} [system]
 */
export function ensureBrowser(system = isDebianRoot() ? "may-install" : "may-not") {
  const found = findBrowser();
  if (found) return found;
  const named = process.env["HERMES_BROWSER"];
  if (named) throw new Error(`HERMES_BROWSER names ${named}, which is no program that can be run.`);
  if (system === "may-not") throw new Error(`No Chrome, Chromium or Edge was found, ${CONSEQUENCE}`);
  const refusal = installOnDebian(DEBIAN_PACKAGES);
  const installed = findBrowser();
  if (installed) return installed;
  const reason = refusal ? ` (${refusal})` : "";
  throw new Error(`No browser was found and apt-get could not install one${reason}, ${CONSEQUENCE}`);
}

export function findBrowser() {
  const named = process.env["HERMES_BROWSER"];
  if (named) return firstExecutable([named]);
  return (
    findOnPath([
      "chromium",
      "chromium-browser",
      "google-chrome-stable",
      "google-chrome",
      "microsoft-edge",
      "msedge",
      "chrome",
    ]) ?? firstExecutable(usualPlaces())
  );
}

function usualPlaces() {
  const programs = [process.env["PROGRAMFILES"], process.env["PROGRAMFILES(X86)"], process.env["LOCALAPPDATA"]].filter(
    (folder) => folder !== undefined,
  );
  return [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ...programs.flatMap((folder) => [
      join(folder, "Google", "Chrome", "Application", "chrome.exe"),
      join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
    ]),
  ];
}
