import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio } from "./support/studio";
import type { Studio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "rehearsal", "hermes.approval.run": "allow" }, env: { ANTHROPIC_API_KEY: "sk-ant-planted" } });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => studio?.close());

async function run(command: string): Promise<string> {
  await studio.chat().getByTestId("composer").fill(`Run '${command}'`);
  await studio.page.keyboard.press("Enter");
  await studio.chat().getByTestId("row-reply").filter({ hasText: `You asked: Run '${command}'` }).waitFor();
  return studio.chat().getByTestId("row-tool").last().innerText();
}

describe("a command of the agent, in a real VS Code,", () => {
  it("runs in a terminal people can see, and its exit code is told", async () => {
    expect(await run("echo visible; exit 3")).toMatch(/exit(?: code)? 3/);
    expect(await studio.inHost(async (api) => api.window.terminals.map(({ name }) => name))).toContain("Hermes");
    await studio.screenshot("terminal");
  });

  it("gets no key of a provider", async () => {
    // grep fails where it finds nothing.
    expect(await run("printenv | grep -i anthropic")).toMatch(/failed$/);
  });

  it("goes on in the same terminal", async () => {
    await run("echo again");
    expect(await studio.inHost(async (api) => api.window.terminals.filter(({ name }) => name === "Hermes").length)).toBe(1);
  });
});
