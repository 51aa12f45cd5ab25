import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { quoteForTerminal } from "../../src/core/tools/shell/quote-for-shell";
import { commandShell, findBash, treeKiller } from "../../src/core/tools/shell/shell-process";

describe("a command of the model", () => {
  it("runs in cmd on Windows, and the model knows it", () => {
    expect(findBash("win32")).toBeUndefined();
    expect(commandShell("win32", { ComSpec: "C:\\Windows\\system32\\cmd.exe" })).toBe("C:\\Windows\\system32\\cmd.exe");
    expect(commandShell("win32", {})).toBe("cmd.exe");
  });

  it.each(["linux", "darwin"] as const)(
    "runs in bash on %s where there is one, whatever shell the user has",
    (platform) => {
      expect(commandShell(platform, { SHELL: "/bin/zsh" })).toBe(existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh");
    },
  );

  it("is ended with its descendants: by taskkill on Windows, by its process group elsewhere", () => {
    expect(treeKiller(4_711, "win32")).toEqual(["taskkill", "/pid", "4711", "/T", "/F"]);
    expect(treeKiller(4_711, "darwin")).toBeUndefined();
    expect(treeKiller(4_711, "linux")).toBeUndefined();
  });
});

describe("a command for the user's terminal", () => {
  it.each([
    ["linux", "/home/ada/my $project", "'/home/ada/my $project'"],
    ["darwin", "/Users/ada/it's", "$'/Users/ada/it\\'s'"],
    ["linux", "/home/ada/project", "/home/ada/project"],
    ["win32", "C:\\Users\\Ada Lovelace\\x.js", '"C:\\Users\\Ada Lovelace\\x.js"'],
  ] as const)("is quoted on %s: %s", (platform, text, quoted) => {
    expect(quoteForTerminal(text, platform)).toBe(quoted);
  });
});
