import { expect, it } from "vitest";
import { createCompressor } from "../../../src/core/context/compressor/compressor";
import { createLosslessEngine } from "../../../src/core/context/lossless/lossless-engine";
import { messageText } from "../../../src/core/conversation/render";
import { readOriginals } from "../../../src/vscode/actions/originals";
import { longTalk } from "../../support/long-conversation";

const options = { contextLength: 8_000, summarize: async () => "Things were read.\nExpand for: outputs" };

it("gives people everything behind a node, however many pages that is for a model", async () => {
  const messages = longTalk(30);
  const engine = createLosslessEngine(options);
  await engine.compress(messages, { trigger: "manual", signal: new AbortController().signal });
  const node = engine.store.nodes().toSorted((a, b) => b.sourceTokens - a.sourceTokens)[0]!;
  const text = (await readOriginals(engine, node.id)) ?? "";
  const covered = messages.filter(({ id }) => node.covers.includes(id)).map(messageText);
  expect(text.length).toBeGreaterThan(4_000);
  expect(covered.filter((words) => !text.includes(words))).toEqual([]);
});

it("has nothing to give for an unknown node, another engine or none", async () => {
  expect(await readOriginals(createLosslessEngine(options), "node_7")).toBeUndefined();
  expect(await readOriginals(createCompressor(options), "node_7")).toBeUndefined();
  expect(await readOriginals(undefined, "node_7")).toBeUndefined();
});
