import { expect, it } from "vitest";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const states = (hermes: RunningHermes) =>
  hermes.rows().flatMap((row) => (row.kind === "tool" ? [`${row.subject} ${row.status}`] : []));

it("is shown as stopped, not as failed, and so is a call behind it, also after a reload", async () => {
  const hermes = await runHermes({
    settings: { "hermes.approval.run": "allow" },
    server: {
      script: (_, n) =>
        n === 0
          ? calls(toolCall("terminal", { command: "false" }, "c0"))
          : n === 1
            ? calls(toolCall("terminal", { command: "sleep 60" }, "c1"), toolCall("terminal", { command: "ls" }, "c2"))
            : says("done"),
    },
  });
  const turn = hermes.say("run it");
  await expect.poll(() => states(hermes)).toContain("sleep 60 running");
  hermes.agent.stop();
  await turn;
  const shown = ["false failed", "sleep 60 stopped", "ls stopped"];
  expect(states(hermes)).toEqual(shown);
  const session = hermes.agent.session!;
  const reopened = await hermes.reopen();
  await reopened.agent.resume(session);
  expect(states(reopened)).toEqual(shown);
});
