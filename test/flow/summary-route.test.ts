import { describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import type { Reply } from "../support/model-server/reply";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";

const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(200),
  ]),
);
const SETTINGS = { "hermes.contextLength": 100_000, "hermes.maxOutputTokens": 1_000 };
const CHEAP = "claude-haiku-4-5";

/** Reads sixteen files, then compresses manually; returns the summary requests in order. */
async function summaryCalls(
  settings: Readonly<Record<string, unknown>>,
  answer: (request: RecordedRequest) => Reply = () => says(handOff()),
  files = FILES,
): Promise<{ readonly hermes: RunningHermes; readonly asked: readonly RecordedRequest[] }> {
  let step = 0;
  const hermes = await runHermes({
    files,
    settings: { ...SETTINGS, ...settings },
    server: {
      script: (request) =>
        isSummaryCall(request)
          ? answer(request)
          : step < 16
            ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`))
            : says("done"),
    },
  });
  await hermes.say("read them");
  await hermes.agent.compress();
  return { hermes, asked: hermes.server.requests.filter(isSummaryCall) };
}

const modelOf = (request: RecordedRequest): unknown => /"model":"([^"]+)"/.exec(request.text)?.[1];

describe("the summary is written", () => {
  it("by the main model and no other where the provider is main, although a model is named", async () => {
    const { asked } = await summaryCalls({
      "hermes.auxiliary.compression.provider": "main",
      "hermes.auxiliary.compression.model": CHEAP,
    });
    expect(asked.map(modelOf)).toEqual(["claude-sonnet-4-5"]);
  });

  it("by the main model once, where the provider is main and its answer is unusable", async () => {
    const { asked, hermes } = await summaryCalls(
      { "hermes.auxiliary.compression.provider": "main", "hermes.auxiliary.compression.model": CHEAP },
      () => refuses(403, "no"),
    );
    expect(new Set(asked.map(modelOf))).toEqual(new Set(["claude-sonnet-4-5"]));
    expect(hermes.seen("compressed")).toEqual([]);
  });

  it("by the main model on its warm prefix, which it reads almost entirely from the cache", async () => {
    const { asked } = await summaryCalls({});
    expect(asked.map(modelOf)).toEqual(["claude-sonnet-4-5"]);
    expect(asked[0]!.cache.read / asked[0]!.promptTokens).toBeGreaterThan(0.9);
  });

  it("in a separate call if the prefix contains a credential, which is then not sent", async () => {
    const secret = "sk-ant-api03-AAAAbbbbCCCCddddEEEEffffGGGGhhhhIIIIjjjjKKKKllll";
    const { asked } = await summaryCalls({}, undefined, { ...FILES, "f3.txt": `key: ${secret}\n${FILES["f3.txt"]}` });
    expect(asked.map(({ cache }) => cache.read)).toEqual([0]);
    expect(asked[0]!.text).not.toContain(secret);
  });

  it("by the configured model if the prefix of the main model cannot be used", async () => {
    const auto = { "hermes.auxiliary.compression.model": CHEAP, "hermes.auxiliary.compression.baseUrl": "" };
    expect((await summaryCalls(auto)).asked.map(modelOf)).toEqual(["claude-sonnet-4-5"]);
    const { asked } = await summaryCalls(auto, undefined, {
      ...FILES,
      "f3.txt": `password: hunter2-hunter2-hunter2\n${FILES["f3.txt"]}`,
    });
    expect(asked.map(modelOf)).toEqual([CHEAP]);
  });

  it("by the provider configured for summaries, even while the main cache is warm", async () => {
    const { asked } = await summaryCalls({
      "hermes.auxiliary.compression.provider": "anthropic",
      "hermes.auxiliary.compression.model": CHEAP,
    });
    expect(asked.map(modelOf)).toEqual([CHEAP]);
  });

  it("by the main model, in one call, if the configured one is unavailable", async () => {
    const { hermes, asked } = await summaryCalls(
      { "hermes.auxiliary.compression.provider": "anthropic", "hermes.auxiliary.compression.model": CHEAP },
      (request) => (modelOf(request) === CHEAP ? refuses(404, "no such model") : says(handOff())),
    );
    expect(asked.map(modelOf)).toEqual([CHEAP, "claude-sonnet-4-5"]);
    expect(hermes.seen("compressed")).toMatchObject([{ outcome: "folded" }]);
    expect(hermes.seen("notice")).toMatchObject([
      { level: "warning", text: expect.stringContaining("is used instead") },
    ]);
  });

  it.each<[string, Reply]>([
    ["empty", says(" ")],
    ["a refusal", { kind: "answer", parts: [{ type: "text", text: "no" }], stop: "refused" }],
    ["a tool call", calls(toolCall("read_file", { path: "f0.txt" }))],
    ["cut at the length limit", { kind: "answer", parts: [{ type: "text", text: handOff() }], stop: "length" }],
  ])("by no model if the reply is %s: everything is kept, and the failure is reported", async (_, reply) => {
    const { hermes } = await summaryCalls({}, () => reply);
    expect(hermes.seen("compressed")).toEqual([]);
    expect(hermes.seen("compression-failed")).toMatchObject([
      { cause: "summary", reason: expect.stringContaining("everything was kept") },
    ]);
  });
});
