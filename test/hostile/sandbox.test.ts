import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBuiltinTools } from "../../src/core/tools/builtin/builtin-tools";
import { runCalls } from "../../src/core/tools/run";
import type { SandboxSettings } from "../../src/core/tools/shell/sandbox/find-sandbox";
import { createSandboxFinder } from "../../src/core/tools/shell/sandbox/find-sandbox";
import type { ApprovalAnswer, ToolOutcome } from "../../src/core/tools/tool";
import { sayInEnglish } from "../../src/presenter/words/say";
import { toolCall, toolWorld } from "../support/tools";

const ON: SandboxSettings = { commands: true, network: "deny" };

/** `npm test` installs bubblewrap on Debian as root; where it cannot work, the sandbox has to say so. */
const here = await createSandboxFinder({ settings: () => ON, roots: () => [tmpdir()] }).find();
const isHere = here.kind === "found";

let workspace: string;
let outside: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "hermes-inside-")));
  // Not below `/tmp`, of which a sandbox has its own.
  outside = mkdtempSync(join(homedir(), ".hermes-outside-"));
  execFileSync("git", ["init", "-q"], { cwd: workspace });
  mkdirSync(join(workspace, ".vscode"));
  writeFileSync(join(outside, "mine.txt"), "mine");
});
afterEach(() => {
  rmSync(workspace, { recursive: true, force: true });
  rmSync(outside, { recursive: true, force: true });
});

/** Runs commands through the real gate and the real tool, and disposes of both. */
async function run(
  commands: readonly string[],
  { settings = () => ON, answers = [] as readonly ApprovalAnswer[] } = {},
) {
  const { tools, dispose } = createBuiltinTools({
    roots: () => [workspace],
    ripgrepPath: "rg",
    env: { ...process.env, OPENAI_API_KEY: "sk-secret", SSH_AUTH_SOCK: join(outside, "agent.sock") },
    settings: () => ({ sandbox: settings() }),
  });
  const { world, asked } = toolWorld(tools, { rules: { run: "ask" }, answers });
  const outcomes: ToolOutcome[] = [];
  for (const [at, command] of commands.entries()) {
    const [result] = await runCalls(world, [toolCall("terminal", { command }, `c${at}`)], new AbortController().signal);
    if (result !== undefined) outcomes.push(result.outcome);
  }
  await dispose();
  return { outcomes, asked };
}

const ALLOW: ApprovalAnswer = { kind: "allow", remember: "once" };

const textOf = ({ content }: ToolOutcome): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");

const runOne = async (command: string, settings?: () => SandboxSettings) => {
  const { outcomes } = await run([command], { answers: [ALLOW], ...(settings && { settings }) });
  const outcome = outcomes[0] as ToolOutcome;
  return { ...outcome, text: textOf(outcome), says: outcome.place && sayInEnglish(outcome.place.words) };
};

const WRITES_OUTSIDE: readonly (readonly [name: string, command: () => string])[] = [
  ["a redirection", () => `echo x > ${outside}/new.txt`],
  ["an append", () => `echo x >> ${outside}/mine.txt`],
  ["removing", () => `rm ${outside}/mine.txt`],
  ["moving", () => `mv ${outside}/mine.txt ${outside}/other.txt`],
  ["a shell profile", () => `echo evil >> ~/.hermes-profile-test`],
  ["a system folder", () => "touch /usr/local/hermes-test"],
  ["a link", () => `ln -s ${outside}/mine.txt here && echo x > here`],
  ["node", () => `${process.execPath} -e 'require("fs").writeFileSync("${outside}/new.txt", "x")'`],
  ["a hook of git", () => "echo evil > .git/hooks/pre-commit"],
  ["settings of git", () => "git config core.pager evil"],
  ["a repository moved aside", () => "mv .git old && mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit"],
  ["settings of the editor moved aside", () => "mv .vscode old"],
  ["settings of the editor", () => "echo '{}' > .vscode/settings.json"],
  ["mounting again", () => `mount -o remount,rw / ; touch ${outside}/new.txt`],
];

const OPENS_SOCKETS: readonly (readonly [name: string, command: (port: number) => string])[] = [
  ["an address", () => "exec 3<>/dev/tcp/192.0.2.1/80"],
  ["node", () => `${process.execPath} -e 'require("net").connect(80, "192.0.2.1")'`],
  ["a name", () => `${process.execPath} -e 'fetch("http://example.com").catch((e) => { throw e.cause })'`],
];

describe.each(isHere ? ["with bubblewrap"] : [])("%s", () => {
  it.each(WRITES_OUTSIDE)("the kernel refuses to write outside, and the row says so: %s", async (_, command) => {
    const outcome = await runOne(command());
    expect(outcome.failed).toBe(true);
    expect(outcome.says).toBe(
      "Ran in a sandbox, which refused to write outside the workspace or to its protected files.",
    );
    expect(outcome.place?.refused).toBe("something");
    expect(readdirSync(outside)).toEqual(["mine.txt"]);
    expect(readFileSync(join(outside, "mine.txt"), "utf8")).toBe("mine");
    expect(existsSync(join(workspace, ".git/hooks/pre-commit"))).toBe(false);
  });

  it.each(OPENS_SOCKETS)("the kernel refuses to open a socket, and the row says so: %s", async (_, command) => {
    const outcome = await runOne(command(0));
    expect(outcome.failed).toBe(true);
    expect(outcome.says).toBe("Ran in a sandbox, which refused to use the network.");
  });

  it("reaches no server of this machine without network, and one with it", async () => {
    const server = createServer((socket) => socket.end("hello")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const command = `cat < /dev/tcp/127.0.0.1/${port}`;
    const denied = await runOne(command);
    const open = await runOne(command, () => ({ commands: true, network: "allow" }));
    server.close();
    expect([denied.failed, denied.text.includes("hello")]).toEqual([true, false]);
    expect([open.failed, open.text.includes("hello"), open.says]).toEqual([false, true, "Ran in a sandbox."]);
  });

  it("writes to the workspace, reads everything, and keeps its own temporary files", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("hermes-sandbox-"));
    const { outcomes } = await run(
      [`cat ${outside}/mine.txt > copy.txt && git add . && echo t > /tmp/t.txt`, "cat copy.txt /tmp/t.txt"],
      { answers: [ALLOW, ALLOW] },
    );
    expect(outcomes.map(({ failed }) => failed)).toEqual([false, false]);
    expect(outcomes.map(textOf)[1]).toMatch(/^minet\n\[exit code 0; ran in a sandbox without network\]$/);
    expect(existsSync("/tmp/t.txt")).toBe(false);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("hermes-sandbox-"))).toEqual(before);
  });

  it("sees no sockets of other programs, no other processes, and no keys", async () => {
    const { text } = await runOne("ls -A /run | grep -v systemd; ls /proc | grep -c '^[0-9]'; env");
    const processes = Number(/^\d+$/m.exec(text)?.[0]);
    expect(processes).toBeLessThan(8);
    expect(text).not.toMatch(/sk-secret|SSH_AUTH_SOCK|VSCODE_IPC|docker\.sock/);
  });

  it("ends everything when it is stopped", async () => {
    const stop = new AbortController();
    const { tools, dispose } = createBuiltinTools({
      roots: () => [workspace],
      ripgrepPath: "rg",
      env: process.env,
      settings: () => ({ sandbox: ON }),
    });
    const { world } = toolWorld(tools, { rules: { run: "ask" }, answers: [ALLOW] });
    const running = runCalls(
      { ...world, watch: { ...world.watch, onOutput: () => stop.abort() } },
      [toolCall("terminal", { command: "(while :; do date > beat; done) & echo started; sleep 600" })],
      stop.signal,
    );
    const [result] = await running;
    expect(result?.outcome.failed).toBe(true);
    await dispose();
    const beat = () => execFileSync("sh", ["-c", "ps axo args | grep -c '[d]o date > beat' || true"]).toString().trim();
    await expect.poll(beat).toBe("0");
  });

  it("shows it on the card, and remembers an answer for the sandbox only", async () => {
    let settings = ON;
    const session: ApprovalAnswer = { kind: "allow", remember: "session" };
    const { tools, dispose } = createBuiltinTools({
      roots: () => [workspace],
      ripgrepPath: "rg",
      env: process.env,
      settings: () => ({ sandbox: settings }),
    });
    const { world, asked } = toolWorld(tools, { rules: { run: "ask" }, answers: [session, session, session] });
    const call = async (key: string) =>
      runCalls(world, [toolCall("terminal", { command: "npm --version" }, key)], new AbortController().signal);
    await call("a");
    await call("b");
    settings = { commands: true, network: "allow" };
    await call("c");
    settings = { commands: false, network: "deny" };
    await call("d");
    await dispose();
    expect(asked.map(({ place, covers }) => [place, covers].map((one) => one && sayInEnglish(one)))).toEqual([
      [
        "Runs in a sandbox: only the workspace is writable, and there is no network.",
        `exactly this command in ${workspace}, in the sandbox`,
      ],
      [
        "Runs in a sandbox: only the workspace is writable; the network is open.",
        `exactly this command in ${workspace}, in the sandbox`,
      ],
      [undefined, `exactly this command in ${workspace}`],
    ]);
  });
});

describe("without bubblewrap", () => {
  const settings = () => ON;
  const roots = () => [workspace];

  it.each([
    [{ places: ["/nonexistent/bwrap"] }, "bubblewrap is not installed (the program `bwrap`)"],
    [{ platform: "darwin" as const }, "sandboxes exist on Linux only"],
    [{ places: ["/bin/false"], platform: "linux" as const }, "this system does not let bubblewrap create one"],
  ])("says why: %j", async (options, reason) => {
    const found = await createSandboxFinder({ settings, roots, platform: "linux", ...options }).find();
    expect(found.kind === "missing" && sayInEnglish(found.reason)).toBe(reason);
  });

  it("changes nothing where it is off", async () => {
    const { outcomes, asked } = await run([`echo x > ${outside}/new.txt`], {
      settings: () => ({ commands: false, network: "deny" }),
      answers: [ALLOW],
    });
    expect(outcomes.map(textOf)).toEqual(["(no output)\n[exit code 0]"]);
    expect(asked[0]?.place).toBeUndefined();
    expect(existsSync(join(outside, "new.txt"))).toBe(true);
  });
});
