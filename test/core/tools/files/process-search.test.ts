import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isAtPrompt } from "../../../../src/core/tools/files/process-search";
import { PROCESS_TEST_MS, untilFile } from "../../../support/processes";
import { temporaryFolder } from "../../../support/workspace";

const SLOW = { timeout: 10_000 };

it("sees a shell of a terminal at its prompt, and away from it while a command runs", {
  timeout: PROCESS_TEST_MS,
}, async () => {
  const cwd = await temporaryFolder();
  const terminal = spawn("script", ["-qec", "/bin/bash --norc -i", "/dev/null"], {
    cwd,
    stdio: ["pipe", "ignore", "ignore"],
  });
  onTestFinished(() => void terminal.kill("SIGKILL"));
  terminal.stdin.write("echo $$ > shell\n");
  const shell = Number(await untilFile(join(cwd, "shell")));
  await expect.poll(() => isAtPrompt(shell), SLOW).toBe(true);
  terminal.stdin.write("/bin/bash -c 'until [ -e go ]; do sleep 0.05; done'\n");
  await expect.poll(() => isAtPrompt(shell), SLOW).toBe(false);
  await writeFile(join(cwd, "go"), "");
  await expect.poll(() => isAtPrompt(shell), SLOW).toBe(true);
});

it("sees no prompt of a process that is gone", async () => {
  expect(await isAtPrompt(0)).toBe(false);
});
