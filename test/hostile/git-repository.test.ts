import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { judgeRun } from "../../src/core/tools/shell/run-approval";
import { allowAll } from "../support/tools";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const READING = [
  "git status",
  "git diff",
  "git log -p",
  "git show",
  "git blame a.txt",
  "git grep x",
  "git ls-files -m",
];

const ENVIRONMENT = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_PAGER: "cat" };

/** A repository with one commit and a changed file; `trap` is a program that leaves a file where it ran. */
function repository(plant: (place: { readonly folder: string; readonly trap: string }) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-git-"));
  folders.push(folder);
  const git = (...args: string[]): unknown =>
    execFileSync("git", args, { cwd: folder, env: ENVIRONMENT, stdio: "pipe" });
  git("init", "-q");
  writeFileSync(join(folder, "a.txt"), "x\n");
  writeFileSync(join(folder, ".gitattributes"), "*.txt diff=evil filter=evil\n");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
  writeFileSync(join(folder, "a.txt"), "x\ny\n");
  const trap = join(folder, ".git", "trap.sh");
  writeFileSync(trap, `#!/bin/sh\ntouch "${join(folder, "SPRUNG")}"\ncat 2>/dev/null\n`);
  chmodSync(trap, 0o755);
  plant({ folder, trap });
  return folder;
}

const configure = (folder: string, name: string, value: string): unknown =>
  execFileSync("git", ["config", name, value], { cwd: folder, env: ENVIRONMENT });

const verdict = async (text: string, cwd: string) =>
  (await judgeRun({ text, cwd }, { ...allowAll, run: "ask", allowedCommands: ["git", "cd", "ls"] })).kind;

const TRAPS: readonly (readonly [name: string, plant: Parameters<typeof repository>[0]])[] = [
  ...["core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command", "filter.evil.clean"].map(
    (name) => [name, ({ folder, trap }: { folder: string; trap: string }) => configure(folder, name, trap)] as const,
  ),
  [
    "include.path",
    ({ folder, trap }) => {
      writeFileSync(join(folder, ".git", "more"), `[core]\n\tfsmonitor = ${trap}\n`);
      configure(folder, "include.path", "more");
    },
  ],
  ["a hook", ({ folder, trap }) => writeHook(join(folder, ".git", "hooks"), trap)],
  [
    "core.hooksPath",
    ({ folder, trap }) => {
      writeHook(join(folder, "hooks"), trap);
      configure(folder, "core.hooksPath", "hooks");
    },
  ],
  [
    "odd spelling",
    ({ folder, trap }) => writeFileSync(join(folder, ".git", "config"), `[CORE] FsMonitor = ${trap}\n`, { flag: "a" }),
  ],
  [
    "a continued line",
    ({ folder, trap }) =>
      writeFileSync(join(folder, ".git", "config"), `[core]\n\tfsmonitor \\\n = ${trap}\n`, { flag: "a" }),
  ],
];

/** Only the text of these is looked at: what they start is not installed here, or is started by git-lfs. */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["filter.lfs.clean", "git-lfs clean -- %f; touch X"],
  ["filter.lfs.process", "git-lfs filter-process && touch X"],
  ["filter.lfs.smudge", "git-lfs smudge -- %f $(touch X)"],
  ["lfs.extension.evil.clean", "./x"],
  ["lfs.customtransfer.evil.path", "./x"],
  ["lfs.standalonetransferagent", "evil"],
  ["gpg.program", "./x"],
  ["gpg.ssh.program", "./x"],
];

function writeHook(folder: string, trap: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "post-index-change"), `#!/bin/sh\n${trap} </dev/null\n`);
  chmodSync(join(folder, "post-index-change"), 0o755);
}

describe("a repository whose settings run programs", () => {
  it.each(TRAPS)("asks: %s", async (_, plant) => {
    const folder = repository(plant);
    expect(await Promise.all(READING.map((text) => verdict(text, folder)))).toEqual(READING.map(() => "ask"));
    mkdirSync(join(folder, "sub"));
    expect(await verdict("git status", join(folder, "sub"))).toBe("ask");
    expect(await verdict(`cd ${folder} && git status`, tmpdir())).toBe("ask");
    expect(await verdict("ls", folder)).toBe("allowed");
  });

  it.each(TRAPS.slice(0, 5))("would have run one: %s", (_, plant) => {
    const folder = repository(plant);
    for (const text of READING) runBash(text, folder);
    expect(existsSync(join(folder, "SPRUNG"))).toBe(true);
  });

  it("asks for a bare one inside the workspace", async () => {
    const folder = repository(({ folder: place, trap }) => {
      execFileSync("git", ["init", "-q", "--bare", "inner"], { cwd: place, env: ENVIRONMENT });
      configure(join(place, "inner"), "core.fsmonitor", trap);
    });
    expect(await verdict("cd inner && git log", folder)).toBe("ask");
  });

  it.each(SETTINGS)("asks: %s = %s", async (name, value) => {
    expect(
      await verdict(
        "git status",
        repository(({ folder }) => configure(folder, name, value)),
      ),
    ).toBe("ask");
  });

  it("asks for a bare one that a link leads into", async () => {
    const folder = repository(({ folder: place, trap }) => {
      execFileSync("git", ["init", "-q", "--bare", "deep/inner"], { cwd: place, env: ENVIRONMENT });
      configure(join(place, "deep/inner"), "core.fsmonitor", trap);
      mkdirSync(join(place, "deep/inner/docs"));
      symlinkSync("deep/inner/docs", join(place, "docs"));
    });
    expect(await verdict("cd docs && git status", folder)).toBe("ask");
  });

  it("asks for one around a `.git` folder that is none", async () => {
    const folder = repository(({ folder: place, trap }) => {
      configure(place, "core.fsmonitor", trap);
      mkdirSync(join(place, "sub/.git"), { recursive: true });
    });
    expect(await verdict("cd sub && git status", folder)).toBe("ask");
  });

  it("asks where what it shares with others is no file", async () => {
    const folder = repository(({ folder: place }) => mkdirSync(join(place, ".git/commondir")));
    expect(await verdict("git status", folder)).toBe("ask");
  });

  it("asks for one that lies in the working tree as a submodule, and git would have obeyed it", async () => {
    const folder = repository(({ folder: place, trap }) => {
      const inner = join(place, "inner");
      mkdirSync(inner);
      const git = (...args: string[]): unknown =>
        execFileSync("git", args, { cwd: inner, env: ENVIRONMENT, stdio: "pipe" });
      git("init", "-q");
      git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "first");
      execFileSync("git", ["add", "inner"], { cwd: place, env: ENVIRONMENT, stdio: "pipe" });
      git("config", "core.fsmonitor", trap);
    });
    expect(await verdict("git status", folder)).toBe("ask");
    runBash("git status", folder);
    expect(existsSync(join(folder, "SPRUNG"))).toBe(true);
  });

  it("asks for a submodule's", async () => {
    const folder = repository(({ folder: place, trap }) => {
      execFileSync("git", ["init", "-q", "--bare", ".git/modules/a/b"], { cwd: place, env: ENVIRONMENT });
      configure(join(place, ".git/modules/a/b"), "core.fsmonitor", trap);
    });
    expect(await verdict("git status", folder)).toBe("ask");
  });
});

describe("an ordinary repository", () => {
  it("is read unasked, and runs nothing of its own", async () => {
    const folder = repository(({ folder: place }) => {
      configure(place, "core.fsmonitor", "true");
      configure(place, "core.hooksPath", ".husky/_");
      configure(place, "filter.lfs.clean", "git-lfs clean -- %f");
      configure(place, "remote.origin.url", "https://example.com/x.git");
      configure(place, "user.name", "a");
    });
    expect(await Promise.all(READING.map((text) => verdict(text, folder)))).toEqual(READING.map(() => "allowed"));
    expect(await verdict("git status", tmpdir())).toBe("allowed");
  });

  it("is read unasked from a worktree", async () => {
    const folder = repository(({ folder: place }) =>
      execFileSync("git", ["worktree", "add", "-q", "tree"], { cwd: place, env: ENVIRONMENT, stdio: "pipe" }),
    );
    expect(await verdict("git status", join(folder, "tree"))).toBe("allowed");
    configure(folder, "diff.external", "./x");
    expect(await verdict("git status", join(folder, "tree"))).toBe("ask");
  });
});

function runBash(text: string, cwd: string): void {
  try {
    execFileSync("/bin/bash", ["-c", text], { cwd, env: ENVIRONMENT, stdio: "pipe" });
  } catch {
    // Some traps break the command they are in; whether they sprang is what counts.
  }
}
