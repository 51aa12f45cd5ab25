import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "vscode";

/** VS Code ships ripgrep in a folder that has changed over the years; the fallback is the one on the PATH. */
export function findRipgrep(): string {
  const program = process.platform === "win32" ? "rg.exe" : "rg";
  const places = [
    ["node_modules", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`],
    ["node_modules", "@vscode", "ripgrep", "bin"],
    ["node_modules.asar.unpacked", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`],
    ["node_modules.asar.unpacked", "@vscode", "ripgrep", "bin"],
    ["node_modules", "vscode-ripgrep", "bin"],
  ];
  return places.map((place) => join(env.appRoot, ...place, program)).find(existsSync) ?? program;
}
