import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findDurableFacts } from "../../src/core/memory/durable-facts";
import { user } from "../support/conversation";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const TOKEN = `ghp_${"a1B2c3".repeat(6)}`;
const FILES = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some plain words\n".repeat(300)}`]),
);

async function afterCompression() {
  let read = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: {
      "hermes.contextLength": 40_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
    },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        read++;
        return read % 5 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${read % 8}.txt` }, `r${read}`));
      },
    },
  });
  await hermes.say("read some files");
  await hermes.say(`We always use tabs here. Is that clear? The token ${TOKEN} is never logged.`);
  await hermes.say("read more files");
  await hermes.say("and more");
  expect(await hermes.agent.compress()).toBe("smaller");
  return hermes;
}

const memoryOf = (root: string) => readFile(join(root, ".hermes/MEMORY.md"), "utf8").catch(() => "");

it("proposes what the user stated once, and writes it only after the answer", async () => {
  const hermes = await afterCompression();
  expect(hermes.seen("memory-proposed").map(({ facts }) => facts)).toEqual([["We always use tabs here."]]);
  expect(await memoryOf(hermes.root)).toBe("");
  await hermes.answerMemory("kept");
  await hermes.answerMemory("kept");
  expect(await memoryOf(hermes.root)).toBe("- We always use tabs here.\n");
  const row = hermes.rows().find((one) => one.kind === "context" && one.change.type === "memory-proposed");
  expect(row).toMatchObject({ change: { answer: "kept" } });
});

it("writes nothing where the user does not want it", async () => {
  const hermes = await afterCompression();
  await hermes.answerMemory("left");
  await hermes.answerMemory("kept");
  expect(await memoryOf(hermes.root)).toBe("");
});

it("finds statements that last, and neither questions, code, nor what is known", () => {
  const facts = findDurableFacts(
    [
      user("Please fix the bug. From now on, name tests after the behavior."),
      user("Should we always lint?\n```js\n// never do this\n```\n> always quoted\n我们约定提交信息用英文。"),
      user("We decided to keep prices in cents."),
    ],
    "- we decided to keep prices in cents.",
  );
  expect(facts).toEqual(["From now on, name tests after the behavior.", "我们约定提交信息用英文。"]);
});
