import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import type { Reply } from "../support/model-server/reply";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";
import { CREDENTIAL_KINDS, createDice, plant } from "../support/planted-secrets";

const planted = CREDENTIAL_KINDS.map((kind, index) => plant(kind, createDice(index + 1)));
const secrets = planted.flatMap((one) => one.secrets);
const FILLER = 14;
const FILES = {
  "secrets.txt": planted.map(({ text }) => text).join("\n\n"),
  ...Object.fromEntries(
    Array.from({ length: FILLER }, (_, index) => [
      `part-${index}.txt`,
      `part ${index}: ${"lorem ipsum ".repeat(300)}\n`,
    ]),
  ),
};

/** Greets, then reads the secrets and after them everything else; summaries are written as told. */
function readsSecretsFirst(summary: () => Reply): Script {
  let step = -2;
  return (request) => {
    if (isSummaryCall(request)) return summary();
    step++;
    if (step < 0) return says("Hello.");
    if (step === 0) return calls(toolCall("read_file", { path: "secrets.txt" }, "s0"));
    return step <= FILLER ? calls(toolCall("read_file", { path: `part-${step - 1}.txt` }, `c${step}`)) : says("done");
  };
}

/** What the journals of all sessions but the first hold, byte for byte. */
async function continuedJournals({ sessions, storage }: RunningHermes): Promise<string> {
  const [first] = (await sessions.list()).toSorted((a, b) => a.startedAt - b.startedAt);
  const files = await readdir(storage, { recursive: true, withFileTypes: true });
  const journals = files.filter((file) => file.isFile() && !file.name.includes(first?.id ?? "none"));
  const texts = await Promise.all(journals.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")));
  return texts.filter((_, index) => !journals[index]?.parentPath.includes(first?.id ?? "none")).join("\n");
}

it.each([
  ["a model that writes little", "compressor", () => says(handOff())],
  ["a model that fails", "compressor", () => refuses(500, "overloaded")],
  ["the lossless engine", "lcm", () => says("Short.")],
] as const)("no credential that was read is stored or sent again by %s", async (_name, engine, summary) => {
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 32_000, "hermes.maxOutputTokens": 1_000, "hermes.context.engine": engine },
    server: { script: readsSecretsFirst(summary), windowTokens: 200_000 },
  });
  await hermes.say("hello");
  await hermes.say("read everything and report");
  if (hermes.seen("compressed").length === 0) await hermes.agent.compress({ summary: "deterministic" });
  const compressed = hermes.seen("compressed");
  expect(compressed.length).toBeGreaterThan(0);
  const sent = hermes.server.requests;
  const after = sent.filter((request) => isSummaryCall(request) || request.text.includes("CONTEXT COMPACTION"));
  const leaksIn = (text: string): readonly string[] => secrets.filter((secret) => text.includes(secret));
  expect(leaksIn(after.map(({ text }) => text).join("\n"))).toEqual([]);
  expect(leaksIn(JSON.stringify(compressed))).toEqual([]);
  const stored = await continuedJournals(hermes);
  expect(stored).toContain("## Active Task");
  expect(leaksIn(stored)).toEqual([]);
});
