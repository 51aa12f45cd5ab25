import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const NOTES = "a line of notes that says little\n".repeat(120);
const limits = (retries: number): string =>
  Array.from({ length: 12 }, (_, index) => `export const limit${index} = ${index === 5 ? retries : index};`).join("\n");

/** Reads and edits a file, then works elsewhere until the edit is far behind. */
const STEPS = [
  calls(toolCall("read_file", { path: "notes.txt" })),
  says("The notes say little."),
  calls(toolCall("read_file", { path: "limits.ts" })),
  calls(toolCall("write_file", { path: "limits.ts", content: limits(50) })),
  says("The limit is 50 now."),
  ...Array.from({ length: 14 }, () => [
    calls(toolCall("read_file", { path: "notes.txt" })),
    says("Nothing new."),
  ]).flat(),
];

async function compressedSession(policy: "adaptive" | "hermes") {
  let step = 0;
  const hermes = await runHermes({
    files: { "notes.txt": NOTES, "limits.ts": limits(5) },
    settings: {
      "hermes.contextLength": 64_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.policy": policy,
    },
    server: {
      script: (request) =>
        isSummaryCall(request) || request.body["tools"] === undefined
          ? says(handOff("raise the limit"))
          : (STEPS[step++] ?? says("Done.")),
    },
  });
  for (let turn = 0; turn < 16; turn++) await hermes.say(`turn ${turn}`);
  expect(await hermes.agent.compress()).toBe("smaller");
  const summary = hermes.agent.messages.find((message) => message.role === "summary");
  return { hermes, files: summary?.role === "summary" ? summary.files : undefined };
}

it("carries the current text of an edited file, as it is on disk, into the next request", async () => {
  const { hermes, files } = await compressedSession("adaptive");
  expect(files?.map(({ path }) => path)).toContain("limits.ts");
  expect(await readFile(join(hermes.root, "limits.ts"), "utf8")).toContain("limit5 = 50");
  await hermes.say("continue");
  expect(JSON.stringify(hermes.server.requests.at(-1)?.body)).toContain("export const limit5 = 50;");
});

it("carries no files under the documented rule", async () => {
  expect((await compressedSession("hermes")).files).toBeUndefined();
});
