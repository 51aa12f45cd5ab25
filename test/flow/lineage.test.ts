import { expect, it } from "vitest";
import { archiveSummaries } from "../../src/core/context/summary/summary-lineage";
import { isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const handOff = (decision: string, left: string): string =>
  `## Active Task\nRead on.\n\n## Key Decisions\n- ${decision}\n\n## Remaining Work\n- ${left}`;

const SUMMARIES = [
  handOff("Keep the limit at 50.", "Paint the old fence."),
  handOff("Keep the limit at 50.", "Mow the lawn."),
  handOff("Keep the limit at 50.", "Mow the lawn."),
];

it("tells what each summary of a chain carried over, added, and dropped, also after a reload", async () => {
  let compressions = 0;
  let read = 0;
  const hermes = await runHermes({
    files: { "notes.txt": "a line of notes that says little\n".repeat(150) },
    settings: {
      "hermes.contextLength": 64_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
    },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(SUMMARIES[compressions] ?? "");
        read++;
        return read % 2 === 1 ? calls(toolCall("read_file", { path: "notes.txt" }, `n${read}`)) : says("Nothing new.");
      },
    },
  });
  for (; compressions < SUMMARIES.length; compressions++) {
    for (let turn = 0; turn < 14; turn++) await hermes.say("read the notes again");
    expect(await hermes.agent.compress()).toBe("smaller");
  }
  const told = hermes.seen("compressed").map(({ lineage }) => lineage);
  expect(told[0]).toBeUndefined();
  expect(told[1]?.carriedOver).toBeGreaterThan(0);
  expect(told[1]?.added).toContain("Mow the lawn.");
  expect(told[2]?.added).not.toContain("Mow the lawn.");

  const reopened = await hermes.reopen();
  await reopened.agent.resume(hermes.agent.session ?? hermes.seen("compressed").at(-1)!.to);
  const past = reopened.seen("session-opened").at(-1)?.past?.compressions ?? [];
  expect(past.map(({ session }) => session)).toEqual(hermes.seen("compressed").map(({ to }) => to));
  expect(past.map(({ report }) => (report as { lineage?: unknown }).lineage)).toEqual(told);

  const texts = await Promise.all(
    past.map(async ({ session }) => {
      const summary = (await reopened.sessions.read(session)).messages.find(({ role }) => role === "summary");
      return summary?.role === "summary" ? summary.text : "";
    }),
  );
  const archive = archiveSummaries(texts.map((text, index) => ({ ordinal: index + 1, text })));
  const layers = new Map(archive.map(({ text, from, to }) => [text, [from, to]]));
  expect(layers.get("Paint the old fence.")?.[0]).toBe(1);
  expect(layers.get("Mow the lawn.")).toEqual([2, 3]);
  expect(new Set(archive.map(({ text }) => text)).size).toBe(archive.length);
});
