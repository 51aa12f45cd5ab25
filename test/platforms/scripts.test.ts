import { describe, expect, it } from "vitest";
import { commandFor } from "../../scripts/process.mjs";
import { browserCommand, chooseWorkbench } from "../../scripts/start-plan.mjs";

describe("a script of the project starts a program", () => {
  it.each(["linux", "darwin"] as const)("directly on %s, whatever its arguments contain", (platform) => {
    expect(commandFor("/usr/local/bin/code", ["--new-window", "/my folder/$x"], platform)).toEqual({
      file: "/usr/local/bin/code",
      rest: ["--new-window", "/my folder/$x"],
      shell: false,
    });
  });

  it("through a shell on Windows, with every part quoted that the shell would split", () => {
    const editor = "C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd";
    expect(commandFor(editor, ["--install-extension", "C:\\my folder\\hermes.vsix", "--force"], "win32")).toEqual({
      file: `"${editor}" --install-extension "C:\\my folder\\hermes.vsix" --force`,
      rest: [],
      shell: true,
    });
    expect(commandFor("npm", ["ci", 'a "quoted" & more'], "win32").file).toBe('npm ci "a \\"quoted\\" & more"');
  });

  it("directly on Windows if it is no script", () => {
    expect(commandFor("C:\\Program Files\\node\\node.exe", ["a b"], "win32").shell).toBe(false);
  });
});

describe("npm start", () => {
  it.each([
    ["linux", [], "browser"],
    ["darwin", [], "browser"],
    ["darwin", ["--desktop"], "desktop"],
    ["win32", [], "desktop"],
  ] as const)("opens on %s with %j in the %s", (platform, args, workbench) => {
    expect(chooseWorkbench(args, platform)).toBe(workbench);
  });

  it("opens the address with what the platform has", () => {
    const address = "http://127.0.0.1:8421/?folder=%2Fhome";
    expect(browserCommand(address, { platform: "darwin", env: {} })).toEqual(["open", address]);
    expect(browserCommand(address, { platform: "win32", env: {} })).toEqual(["cmd", "/c", "start", "", address]);
    expect(browserCommand(address, { platform: "linux", env: {} })).toBeUndefined();
    expect(browserCommand(address, { platform: "darwin", env: { HERMES_NO_OPEN: "1" } })).toBeUndefined();
  });
});
