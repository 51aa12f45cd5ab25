import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { SummaryRequest } from "../../../../src/core/context/engine";
import { HEADINGS } from "../../../../src/core/context/summary/sections";
import { longTalk } from "../../../support/long-conversation";

const signal = new AbortController().signal;
const answer = HEADINGS.map((heading) => `## ${heading}\nKnown about ${heading}.`).join("\n\n");

describe("the compressor", () => {
  it("folds the middle into one summary between head and tail", async () => {
    const messages = longTalk(60);
    const engine = createCompressor({ contextLength: 60_000, summarize: async () => answer });
    const folded = await engine.compress(messages, { trigger: "manual", signal });
    const at = folded.findIndex((message) => message.role === "summary");
    expect(folded.filter((message) => message.role === "summary")).toHaveLength(1);
    expect(folded.slice(0, at)).toEqual(messages.slice(0, at));
    expect(folded.slice(at + 1)).toEqual(messages.slice(messages.length - (folded.length - at - 1)));
    expect(engine.status().lastCompression?.outcome).toBe("folded");
    expect(engine.compressionCount).toBe(1);
  });

  it("gives the same list back when everything is protected", async () => {
    const messages = longTalk(2, 50);
    const engine = createCompressor({ contextLength: 60_000, summarize: async () => answer });
    expect(await engine.compress(messages, { trigger: "manual", signal })).toBe(messages);
    expect(engine.status().lastCompression?.outcome).toBe("nothing-to-compress");
  });

  it("updates the earlier summary on a later compression and keeps exactly one", async () => {
    const requests: SummaryRequest[] = [];
    const engine = createCompressor({
      contextLength: 60_000,
      summarize: async (request) => {
        requests.push(request);
        return answer;
      },
    });
    const once = await engine.compress(longTalk(60), { trigger: "manual", signal });
    const twice = await engine.compress([...once, ...longTalk(60)], { trigger: "manual", signal });
    expect(requests.map((request) => request.kind)).toEqual(["first", "update"]);
    expect(requests[1]?.previousSummary).toContain("Known about Goal.");
    expect(twice.filter((message) => message.role === "summary")).toHaveLength(1);
  });
});
