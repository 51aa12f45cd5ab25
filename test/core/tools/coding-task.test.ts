import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/base/json";
import { runCalls } from "../../../src/core/tools/run";
import type { ApprovalAnswer } from "../../../src/core/tools/tool";
import { PROCESS_TEST_MS, untilFile, untilGone } from "../../support/processes";
import { inEnglish } from "../../support/say";
import { outcomeText, toolCall, toolWorld } from "../../support/tools";
import { toolsOn } from "../../support/workspace";

const sample = fileURLToPath(new URL("../../fixtures/sample-workspace", import.meta.url));

/** The tools on a copy of the sample workspace, every category asking. */
async function onSample(answers: readonly ApprovalAnswer[]) {
  const setup = await toolsOn({});
  await cp(sample, setup.root, { recursive: true });
  const { world, asked } = toolWorld(setup.tools, { rules: { read: "allow", edit: "ask", run: "ask" }, answers });
  let calls = 0;
  const call = async (name: string, args: JsonObject) => {
    const [result] = await runCalls(world, [toolCall(name, args, `c${++calls}`)], new AbortController().signal);
    return {
      text: outcomeText(result?.outcome ?? { content: [], failed: true }),
      exitCode: result?.outcome.exitCode,
      failed: result?.outcome.failed,
    };
  };
  return { ...setup, asked, call };
}

describe("a coding task on the sample workspace", { timeout: PROCESS_TEST_MS }, () => {
  it("stops a running command at once and leaves no process behind", async () => {
    const { tools, root } = await onSample([]);
    const { world } = toolWorld(tools);
    const stop = new AbortController();
    const pending = runCalls(
      world,
      [
        toolCall("terminal", { command: "sleep 300 & echo $! > pid; wait" }, "c1"),
        toolCall("read_file", { path: "README.md" }, "c2"),
      ],
      stop.signal,
    );
    const pid = Number(await untilFile(join(root, "pid")));
    stop.abort();
    const results = await pending;
    expect(results.map(({ outcome }) => outcomeText(outcome))).toEqual([
      "(no output)\n[stopped by the user, no exit code]",
      "Not run: the user stopped the turn before this call began.",
    ]);
    await untilGone(pid);
  });

  it("finds the bug, reads, patches and sees the tests pass, with approvals asked, denied and remembered", async () => {
    const { call, asked, root } = await onSample([
      { kind: "allow", remember: "session" },
      { kind: "deny", reason: "keep the name" },
      { kind: "allow", remember: "once" },
    ]);
    expect((await call("terminal", { command: "node --test" })).exitCode).toBe(1);
    expect((await call("search_files", { pattern: "discount", path: "src" })).text).toContain("src/cart.js:9: ");
    expect((await call("read_file", { path: "src/cart.js", offset: 9, limit: 1 })).text).toContain(
      "9|  return Math.round(sum - sum * discount);",
    );
    expect((await call("patch", { path: "src/cart.js", find: "totalOf", replace: "sumOf" })).text).toBe(
      "The user denied this call and said: keep the name",
    );
    expect(
      (await call("patch", { path: "src/cart.js", find: "sum - sum * discount", replace: "sum - discount" })).failed,
    ).toBe(false);
    expect((await call("terminal", { command: "node --test" })).exitCode).toBe(0);
    expect(asked.map(({ callId, title }) => `${callId} ${inEnglish(title)}`)).toEqual([
      "c1 Run a command",
      "c4 Change src/cart.js",
      "c5 Change src/cart.js",
    ]);
    expect(asked[2]?.edit?.after).toBe(await readFile(join(root, "src/cart.js"), "utf8"));
  });
});
