import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shape } from "../support/conversation";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const BUGGY = {
  "sum.js": "exports.sum = (a, b) => a - b;\n",
  "sum.test.js":
    "const test = require('node:test');\nconst assert = require('node:assert');\n" +
    "const { sum } = require('./sum.js');\ntest('adds', () => assert.equal(sum(2, 3), 5));\n",
};

describe.each(["anthropic", "openai", "openai-responses"])("on the %s route", (provider) => {
  it("finds a bug, patches it, runs the tests, and sees them pass", async () => {
    const hermes = await runHermes({
      files: BUGGY,
      settings: { "hermes.provider": provider, "hermes.model": "model-x" },
      server: {
        script: (_, n) =>
          [
            calls(
              toolCall("terminal", '{"command":"node --test"}', "c1"),
              toolCall("read_file", '{"path":"sum.js"}', "c2"),
            ),
            calls(toolCall("patch", '{"path":"sum.js","find":"a - b","replace":"a + b"}', "c3")),
            calls(toolCall("terminal", '{"command":"node --test"}', "c4")),
          ][n] ?? says("The sum was a difference; it adds now and the tests pass."),
      },
    });
    expect(await hermes.say("The tests fail. Fix the bug.")).toEqual({ outcome: "answered" });
    expect(await readFile(join(hermes.root, "sum.js"), "utf8")).toBe("exports.sum = (a, b) => a + b;\n");
    expect(hermes.seen("tool-ended").map(({ exitCode }) => exitCode)).toEqual([1, undefined, undefined, 0]);
    expect(shape(await hermes.stored())).toBe(
      [
        "00 user       The tests fail. Fix the bug.",
        '01 assistant  terminal({"command":"node --test"}) + read_file({"path":"sum.js"})',
        "02 tool       terminal full failed",
        "03 tool       read_file full",
        '04 assistant  patch({"path":"sum.js","find":"a - b","replace":"a + b"})',
        "05 tool       patch full",
        '06 assistant  terminal({"command":"node --test"})',
        "07 tool       terminal full",
        "08 assistant  The sum was a difference; it adds now an",
      ].join("\n"),
    );
    expect(hermes.server.violations).toEqual([]);
  });
});

it("restores a session after a restart and continues it", async () => {
  const first = await runHermes({ server: { script: (_, n) => says(`answer ${n}`) } });
  await first.say("remember the blue door");
  const session = first.agent.session!;
  const second = await first.reopen();
  await second.agent.resume(session);
  await second.say("what did I say?");
  expect(shape(await second.stored())).toBe(
    [
      "00 user       remember the blue door",
      "01 assistant  answer 0",
      "02 user       what did I say?",
      "03 assistant  answer 1",
    ].join("\n"),
  );
  expect(second.server.requests[1]?.text).toContain("blue door");
});

it("queues messages typed during a turn and sends them afterwards", async () => {
  const hermes = await runHermes({ server: { script: (_, n) => says(`answer ${n}`) } });
  const turns = [hermes.say("one"), hermes.say("two"), hermes.say("three")];
  expect(await Promise.all(turns)).toEqual([{ outcome: "answered" }, { outcome: "answered" }, { outcome: "answered" }]);
  expect(hermes.seen("queue-changed").map(({ waiting }) => waiting.map(({ text }) => text))).toEqual([
    ["two"],
    ["two", "three"],
    ["three"],
    [],
  ]);
});

it("corrects its estimate by the provider's last reported usage after a restart", async () => {
  const first = await runHermes({ server: { script: () => says("answer") } });
  await first.say("hello");
  const session = first.agent.session!;
  const before = first.seen("context-measured").at(-1)!.context;
  const second = await first.reopen();
  await second.agent.resume(session);
  const after = second.seen("context-measured").at(-1)!.context;
  expect(after.source).toBe("estimated");
  expect(Math.abs(after.usedTokens - before.usedTokens)).toBeLessThanOrEqual(2);
});
