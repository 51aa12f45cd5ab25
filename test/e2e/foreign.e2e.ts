import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foreignHome, hashOf } from "../support/foreign-fixtures";
import { pickRow } from "./support/clicks";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

let studio: Studio;
const { home } = foreignHome();
const projects = join(home, ".claude", "projects", "-home-user-project");
const [name = ""] = readdirSync(projects).filter((one) => one.endsWith(".jsonl"));
const transcript = join(projects, name);
const original = hashOf(home);
const TITLE = "Find out why the retry loop gives up";

beforeAll(async () => {
  studio = await openStudio({
    settings: { "hermes.provider": "rehearsal" },
    env: {
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      CODEX_HOME: join(home, ".codex"),
      PI_CODING_AGENT_DIR: "/nowhere",
    },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => studio?.close());

const quickPickRow = (text: string): Locator =>
  studio.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();

/** Runs a command and picks the session of an agent. */
async function onSession(command: string, agent: string): Promise<void> {
  await studio.runCommand(command);
  await pickRow(
    studio.page.locator(".quick-input-list .monaco-list-row", { hasText: TITLE }).filter({ hasText: agent }).first(),
  );
}

const treeRow = (text: string): Locator =>
  studio.page.locator(".pane-body .monaco-list-row", { hasText: text }).first();

/** A page whose text says what is expected; the pages of tabs behind it are still there. */
async function pageShows(text: string): Promise<void> {
  const shown = async (): Promise<boolean> => {
    const texts = await Promise.all(
      studio.page.frames().map((frame) =>
        frame
          .locator("#root")
          .innerText({ timeout: 1_000 })
          .catch(() => ""),
      ),
    );
    return texts.some((one) => one.includes(text));
  };
  await expect.poll(shown, { timeout: APPEAR_MS }).toBe(true);
}

describe("with sessions of Claude Code and Codex on the computer, Hermes", () => {
  it("reads nothing before the user has agreed, and asks in the sessions view", async () => {
    await studio.inHost(async (api) => api.commands.executeCommand("hermes.sessions.focus"));
    await treeRow("Look for sessions of other agents").click();
    await studio.page.locator(".monaco-dialog-box", { hasText: "Look for sessions of other agents?" }).waitFor();
    await studio.page.locator(".monaco-dialog-box .monaco-button", { hasText: /^Look$/ }).click();
    await treeRow("Claude Code").waitFor();
    await treeRow("Codex").waitFor();
    await studio.screenshot("foreign-tree");
  });

  it("opens the transcript with the same rows, and the inspector with its figures", async () => {
    await onSession("Hermes: Open Session of Another Agent", "Claude Code");
    await pageShows("build-7731 has 2 failing tests");
    await studio.screenshot("foreign-transcript");
    await onSession("Hermes: Inspect Session of Another Agent", "Claude Code");
    await pageShows("Claude Sonnet 4.5");
    await studio.screenshot("foreign-inspector");
  });

  it("follows a session in the status bar while its agent writes", async () => {
    const lines = readFileSync(transcript, "utf8").split("\n");
    const half = lines.findIndex((line) => line.includes('"compact_boundary"'));
    writeFileSync(transcript, `${lines.slice(0, half).join("\n")}\n`);
    await onSession("Hermes: Follow Session of Another Agent", "Claude Code");
    await studio.statusItem(/Claude Code · 22K \/ 200K · 11%/).waitFor();
    appendFileSync(transcript, lines.slice(half).join("\n"));
    await studio.statusItem(/Claude Code · 21\.6K \/ 200K · 11%/).waitFor();
    expect(hashOf(home)).toBe(original);
  });

  it("compares a compaction, with what it lost and which claim is false", async () => {
    await onSession("Hermes: Compare Compaction of Another Agent", "Claude Code");
    await studio.page.locator(".tab", { hasText: /lost \d+ of \d+ names, 1 claim contradicted/ }).waitFor();
    await studio.page.locator(".modified-in-monaco-diff-editor", { hasText: "all tests passed" }).waitFor();
    await studio.screenshot("foreign-compaction");
  });

  it("gives a session back as a new file, with the command that resumes it", async () => {
    await onSession("Hermes: Give Session Back to Its Agent", "Claude Code");
    await pickRow(quickPickRow("Un-compacted"));
    const toast = studio.page.locator(".notification-toast", { hasText: "claude --resume" });
    const command = /claude --resume ([\w-]+)/.exec(await toast.innerText());
    expect(existsSync(join(projects, `${command?.[1]}.jsonl`))).toBe(true);
    expect(readFileSync(join(projects, `${command?.[1]}.jsonl`), "utf8")).toContain("Staging port: 8123");
  });

  it("continues a session with everything that its compaction dropped", async () => {
    await onSession("Hermes: Continue Session of Another Agent in Hermes", "Codex");
    await pickRow(quickPickRow("With everything its compactions dropped"));
    await studio.chat().getByText("build-7731 has 2 failing tests").first().waitFor();
    await studio.screenshot("foreign-continued");
  });

  it("shows the same in a dark theme", async () => {
    await studio.inHost(async (api) =>
      api.workspace.getConfiguration().update("workbench.colorTheme", "Default Dark Modern", true),
    );
    await onSession("Hermes: Inspect Session of Another Agent", "Codex");
    await pageShows("190K");
    await studio.screenshot("foreign-inspector-dark");
  });
});
