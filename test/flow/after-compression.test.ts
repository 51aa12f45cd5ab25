import { describe, expect, it } from "vitest";
import type { ImagePart } from "../../src/core/conversation/message";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";

const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(200),
  ]),
);

describe("the note on the system prompt", () => {
  it("follows the cached block once after the first compression and never changes", async () => {
    let step = 0;
    const hermes = await runHermes({
      files: FILES,
      settings: { "hermes.contextLength": 100_000, "hermes.maxOutputTokens": 1_000 },
      server: {
        script: (request) =>
          isSummaryCall(request)
            ? says(handOff())
            : step < 16
              ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`))
              : says("done"),
      },
    });
    await hermes.say("read them");
    expect(systemBlocks(hermes.server.requests.at(-1))).toHaveLength(1);
    await hermes.agent.compress();
    await hermes.say("and now?");
    const [cached, note, ...more] = systemBlocks(hermes.server.requests.at(-1));
    expect(more).toEqual([]);
    expect(cached).toMatchObject({ cache_control: { type: "ephemeral" } });
    expect(note).toEqual({ type: "text", text: expect.stringMatching(/hand-off[\s\S]*already[\s\S]*authoritative/i) });
    await hermes.agent.compress();
    await hermes.say("and then?");
    expect(systemBlocks(hermes.server.requests.at(-1))).toEqual([cached, note]);
  });
});

describe("a payload that is too large", () => {
  it("drops its older images first, without a compression", async () => {
    let refused = false;
    const hermes = await runHermes({
      server: {
        script: (request) => {
          if (imagesIn(request) < 3 || refused) return says("seen");
          refused = true;
          return refuses(413, "Request exceeds the maximum size");
        },
      },
    });
    for (const text of ["one", "two", "three"])
      expect(await hermes.agent.send({ text, images: [PIXEL] })).toEqual({ outcome: "answered" });
    expect(hermes.server.requests.map(imagesIn)).toEqual([1, 2, 3, 1]);
    expect(hermes.seen("recovering")).toMatchObject([{ failure: "payload-too-large" }]);
    expect(hermes.seen("compression-started")).toEqual([]);
  });

  it("is refused only once, even if the turn continues and images accumulate again", async () => {
    const hermes = await runHermes({
      files: { "a.txt": "a" },
      server: {
        maxBodyBytes: 350_000,
        script: (request) =>
          request.text.includes("read it") && !request.text.includes('"tool_result"')
            ? calls(toolCall("read_file", { path: "a.txt" }))
            : says("seen"),
      },
    });
    for (const text of ["one", "two", "three", "four: read it", "five", "six", "seven", "eight"])
      expect(await hermes.agent.send({ text, images: [PHOTO] })).toEqual({ outcome: "answered" });
    expect(hermes.seen("recovering").map(({ failure }) => failure)).toEqual(["payload-too-large"]);
    expect(hermes.server.requests.map(imagesIn)).toEqual([1, 2, 3, 1, 1, 2, 3, 1, 2]);
    expect(
      (await hermes.stored()).flatMap((message) =>
        message.role === "user" ? message.content.filter(({ type }) => type === "image") : [],
      ),
    ).toHaveLength(8);
    expect(hermes.seen("context-measured").at(-1)?.context.source).toBe("reported");
  });
});

const PIXEL: ImagePart = {
  type: "image",
  mediaType: "image/png",
  base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};
const PHOTO: ImagePart = { ...PIXEL, base64: "QUJD".repeat(25_000) };

const imagesIn = ({ text }: RecordedRequest): number => text.split('"type":"image"').length - 1;

const systemBlocks = (request: RecordedRequest | undefined): readonly unknown[] => {
  const system = request?.body["system"];
  return Array.isArray(system) ? system : [system];
};
