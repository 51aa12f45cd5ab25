import { findOnPath } from "./process.mjs";

/**
 * code-server does not exist for Windows, so there the installed VS Code opens; in WSL, the browser does.
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} [platform]
 * @returns {"desktop" | "browser"}
 */
export const chooseWorkbench = (args, platform = process.platform) =>
  args.includes("--desktop") || platform === "win32" ? "desktop" : "browser";

/**
 * The command that opens an address in the user's browser; undefined where there is none to open.
 * @param {string} address
 * @param {{ readonly platform?: NodeJS.Platform; readonly env?: NodeJS.ProcessEnv }} [machine]
 * @returns {readonly string[] | undefined}
 */
export function browserCommand(address, { platform = process.platform, env = process.env } = {}) {
  if (env["HERMES_NO_OPEN"]) return undefined;
  // `start` is built into the shell, and takes its first quoted argument for a title.
  if (platform === "win32") return ["cmd", "/c", "start", "", address];
  if (platform === "darwin") return ["open", address];
  const opener = env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? findOnPath(["xdg-open"]) : undefined;
  return opener ? [opener, address] : undefined;
}
