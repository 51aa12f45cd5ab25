// Starts a real VS Code with Hermes: `npm start [-- --desktop] [-- <folder>]`. Uses only Node built-ins until the
// dependencies are installed.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureCodeServer } from "./code-server.mjs";
import { ensureDependencies } from "./install.mjs";
import { packageExtension } from "./package.mjs";
import { cacheFolder, root, vsixPath } from "./places.mjs";
import { findOnPath, run, runScript } from "./process.mjs";
import { browserCommand, chooseWorkbench } from "./start-plan.mjs";
import { addSettings, createProfile, installVsix, startWorkbench } from "./workbench.mjs";

/** Fixed, because the browser stores the state of VS Code by address: a different port would open an empty VS Code. */
const DEFAULT_PORT = 8_421;
const PARENT_POLL_MS = 1_000;

/** A newcomer should not have to look for the chat. */
const OPEN_CHAT = { "hermes.chat.openOnStart": true };

await runScript(async () => {
  const args = process.argv.slice(2);
  const folder = resolve(args.find((arg) => !arg.startsWith("--")) ?? copySampleWorkspace());
  ensureDependencies();
  packageExtension();
  if (chooseWorkbench(args) === "desktop") openDesktop(folder);
  else await serve(folder);
});

/** @param {string} folder */
async function serve(folder) {
  await ensureCodeServer();
  const profile = createProfile(join(cacheFolder(), "start"));
  addSettings(profile, OPEN_CHAT);
  installVsix(profile, vsixPath);
  const workbench = await startWorkbench(profile, { port: Number(process.env["PORT"] ?? DEFAULT_PORT) });
  const address = `${workbench.url}/?folder=${encodeURIComponent(folder)}`;
  const hint = "The chat opens with it. Press Ctrl+C to stop.";
  console.log(`\n  VS Code with Hermes is ready:\n\n  ${address}\n\n  ${hint}\n`);
  openInBrowser(address);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void workbench.stop());
  // npm can be killed without forwarding the signal; then nothing else would stop the server.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void workbench.stop(), PARENT_POLL_MS).unref();
  await workbench.exited;
}

/** @param {string} folder */
function openDesktop(folder) {
  const editor = findOnPath(["code", "codium", "code-insiders"]);
  if (!editor)
    throw new Error(
      "Neither code nor codium is on the PATH. On Linux and macOS, Hermes runs in the browser without --desktop; " +
        "on Windows, it does so in WSL.",
    );
  run(editor, ["--install-extension", vsixPath, "--force"]);
  run(editor, ["--new-window", folder]);
}

/** The agent changes files, so it works on a copy, which is kept between sessions. */
function copySampleWorkspace() {
  const copy = join(cacheFolder(), "sample-workspace");
  if (!existsSync(copy)) {
    mkdirSync(cacheFolder(), { recursive: true });
    const hooks = join(".hermes", "hooks");
    // A newcomer's first click must not be met by a question about hooks.
    const filter = (/** @type {string} */ from) => !from.endsWith(hooks) && !from.endsWith(`${hooks}.json`);
    cpSync(join(root, "test", "fixtures", "sample-workspace"), copy, { recursive: true, filter });
    mkdirSync(join(copy, ".vscode"), { recursive: true });
    writeFileSync(join(copy, ".vscode", "settings.json"), `${JSON.stringify(OPEN_CHAT, null, 2)}\n`);
  }
  return copy;
}

/** @param {string} address */
function openInBrowser(address) {
  const [program, ...args] = browserCommand(address) ?? [];
  if (program)
    spawn(program, args, { stdio: "ignore", detached: true })
      .once("error", () => undefined)
      .unref();
}
