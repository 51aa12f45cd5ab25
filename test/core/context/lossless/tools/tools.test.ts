import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../../../src/core/base/json";
import { createLosslessEngine } from "../../../../../src/core/context/lossless/lossless-engine";
import type { Message } from "../../../../../src/core/conversation/message";
import { originalText } from "../../../../../src/core/conversation/text/original";
import { call, result, says, user } from "../../../../support/conversation";

const signal = new AbortController().signal;
const filler = (words: number) => "lorem ipsum dolor sit amet ".repeat(Math.ceil(words / 5));

const asked = user("Why does parseConfig fail on src/config.ts?");
const listing = result(
  "read_file",
  `export function parseConfig(text: string) {\n${filler(900)}\n}\nconst api_key = ` +
    '"sk-ant-abcdefghijklmnop1234567890";',
  "c1",
);
const history: readonly Message[] = [
  asked,
  says("I will look.", call("read_file", '{"path": "src/config.ts"}', "c1")),
  listing,
  says("It throws on empty text."),
  ...Array.from({ length: 12 }, (_, turn) => [
    user(`Question ${turn}: ${filler(60)}`),
    says(`Answer ${turn}. ${filler(60)}`),
  ]).flat(),
];

async function foldedEngine() {
  const engine = createLosslessEngine({
    contextLength: 3_000,
    summarize: async () => "The config parser was looked at.\nExpand for: the listing",
  });
  const active = await engine.compress(history, { trigger: "overflow", signal });
  const use = async (name: string, args: JsonObject): Promise<JsonValue & JsonObject> =>
    JSON.parse(await engine.handleToolCall(name, args));
  return { engine, active, use };
}

const pagesOf = async (
  use: (name: string, args: JsonObject) => Promise<JsonObject>,
  id: string,
  limit: number,
): Promise<string> => {
  let text = "";
  for (let next: JsonValue | undefined = 0; typeof next === "number"; ) {
    const page: JsonObject = await use("lcm_expand", { id, offset: next, limit });
    text += String(page["text"]);
    next = page["nextOffset"];
  }
  return text;
};

describe("lcm_expand", () => {
  it("gives every original back byte for byte, however small the pages", async () => {
    const { use } = await foldedEngine();
    for (const message of history) expect(await pagesOf(use, message.id, 97)).toBe(originalText(message));
  });

  it("gives everything a summary covers, in order", async () => {
    const { engine, use } = await foldedEngine();
    const node = engine.store.nodes()[0];
    const text = await pagesOf(use, node?.id ?? "", 1_000);
    const places = (node?.covers ?? []).map((id) =>
      text.indexOf(originalText(engine.store.original(id)?.message ?? asked)),
    );
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
  });

  it("bounds a page by the window and says where the next one starts", async () => {
    const { use } = await foldedEngine();
    const page = await use("lcm_expand", { id: listing.id, limit: 1_000_000 });
    expect(page["text"]).toHaveLength(1_500);
    expect(page["nextOffset"]).toBe(1_500);
    expect(page["totalChars"]).toBe(originalText(listing).length);
  });

  it("is empty beyond the end", async () => {
    const { use } = await foldedEngine();
    expect(await use("lcm_expand", { id: asked.id, offset: 5_000 })).toEqual({
      id: asked.id,
      text: "",
      offset: 5_000,
      totalChars: originalText(asked).length,
    });
  });
});

describe("lcm_grep", () => {
  it("finds an identifier in folded messages and names the summary that covers it", async () => {
    const { engine, use } = await foldedEngine();
    const { matches, total } = await use("lcm_grep", { pattern: "parseConfig" });
    expect(total).toBe(2);
    expect(matches).toContainEqual({
      id: asked.id,
      from: `user ${asked.id}`,
      snippet: "Why does parseConfig fail on src/config.ts?",
      node: engine.store.nodes().find(({ covers }) => covers.includes(asked.id))?.id,
    });
  });

  it("takes secrets out of the lines it shows", async () => {
    const { use } = await foldedEngine();
    const { matches } = await use("lcm_grep", { pattern: "api_key" });
    expect(JSON.stringify(matches)).toContain("[REDACTED]");
    expect(JSON.stringify(matches)).not.toContain("sk-ant-");
  });

  it("falls back to any of the words where the phrase is nowhere", async () => {
    const { use } = await foldedEngine();
    const { matches } = await use("lcm_grep", { pattern: "config parsing throws", limit: 1 });
    expect(JSON.stringify(matches)).toContain("It throws on empty text.");
  });

  it("finds what a Chinese question is about, which has no spaces between its words", async () => {
    const engine = createLosslessEngine({ contextLength: 3_000, summarize: async () => "" });
    engine.recall("", [user("网关很慢"), user("我们把超时时间改成三十秒"), user("retryBudget是默认值")]);
    const found = async (pattern: string) =>
      JSON.parse(await engine.handleToolCall("lcm_grep", { pattern })).matches.map(
        ({ snippet }: { readonly snippet: string }) => snippet,
      );
    expect(await found("超时时间是多少")).toEqual(["我们把超时时间改成三十秒"]);
    expect(await found("retryBudget到底多大")).toEqual(["retryBudget是默认值"]);
  });

  it("matches expressions line by line", async () => {
    const { use } = await foldedEngine();
    const { matches } = await use("lcm_grep", { pattern: "^question \\d{2}:", mode: "regex", sort: "oldest" });
    expect(Array.isArray(matches) && matches.length).toBe(2);
  });

  it("keeps to scope, time and order", async () => {
    const { active, use } = await foldedEngine();
    const fresh = active.filter(({ role }) => role !== "summary").map(({ id }) => id);
    const ids = async (args: JsonObject) => {
      const { matches } = await use("lcm_grep", { pattern: "lorem", limit: 50, sort: "oldest", ...args });
      return Array.isArray(matches) ? matches.map((match) => match.id) : [];
    };
    const all = await ids({});
    expect(await ids({ scope: "fresh" })).toEqual(fresh);
    expect([...(await ids({ scope: "folded" })), ...fresh]).toEqual(all);
    expect(await ids({ since: fresh[0] ?? "" })).toEqual(fresh);
    expect([...(await ids({ before: fresh[0] ?? "" })), ...fresh]).toEqual(all);
    expect(await ids({ sort: "newest" })).toEqual(all.toReversed());
    expect(await ids({ since: "2020-01-01T00:00:00Z" })).toEqual([]);
  });

  it("finds an expression far into an endless line, and reports what a costly one left unsearched", async () => {
    const engine = createLosslessEngine({ contextLength: 3_000, summarize: async () => "" });
    engine.recall("", [user(`${"lorem ipsum ".repeat(20_000)}cellarShelf1042`)]);
    const { matches, note } = JSON.parse(
      await engine.handleToolCall("lcm_grep", { pattern: "shelf\\d{4}", mode: "regex" }),
    );
    expect([matches.length, note]).toEqual([1, undefined]);
    expect(matches[0].snippet).toContain("cellarShelf1042");
    expect(
      JSON.parse(await engine.handleToolCall("lcm_grep", { pattern: "(.*m){40}zz", mode: "regex" })),
    ).toMatchObject({ matches: [], note: expect.stringContaining("too costly") });
  });

  it.each(["(a+)+$", "(a|a)*b", "(.*a){40}", "((((((a*)*)*)*)*)*)*b"])(
    "ends on %s, which would make backtracking explode",
    async (pattern) => {
      const engine = createLosslessEngine({ contextLength: 3_000, summarize: async () => "" });
      engine.recall("", [user("a".repeat(30_000))]);
      expect(JSON.parse(await engine.handleToolCall("lcm_grep", { pattern, mode: "regex" }))).toHaveProperty("matches");
    },
  );
});

describe("lcm_describe", () => {
  it("tells what a summary, a large text and a message are", async () => {
    const { engine, use } = await foldedEngine();
    const leaf = engine.store.nodes().find(({ files }) => files.length > 0);
    const file = leaf?.files[0];
    expect(await use("lcm_describe", { id: leaf?.id ?? "" })).toMatchObject({
      kind: "leaf",
      depth: 0,
      messages: leaf?.covers.length,
      files: [{ name: "src/config.ts" }],
    });
    expect(await use("lcm_describe", { id: file?.id ?? "" })).toMatchObject({
      kind: "large text",
      name: "src/config.ts",
      type: "code",
      message: listing.id,
    });
    expect(await use("lcm_describe", { id: asked.id })).toMatchObject({
      kind: "message",
      from: `user ${asked.id}`,
      position: 0,
      node: leaf?.id,
    });
  });
});

describe("a wrong call", () => {
  it.each([
    ["lcm_grep", {}, "pattern is missing"],
    ["lcm_grep", { pattern: "(", mode: "regex" }, "group is not closed"],
    ["lcm_grep", { pattern: "(?=a)", mode: "regex" }, "Look-around"],
    ["lcm_grep", { pattern: "a".repeat(400), mode: "regex" }, "at most 300"],
    ["lcm_grep", { pattern: "x", mode: "fuzzy" }, "mode must be one of"],
    ["lcm_grep", { pattern: "x", scope: "elsewhere" }, "scope is"],
    ["lcm_grep", { pattern: "x", since: "yesterday" }, "neither a message id nor an ISO time"],
    ["lcm_expand", { id: "nothing" }, "Nothing here has the id"],
    ["lcm_expand", { id: 7 }, "id must be a text"],
    ["lcm_expand", { id: asked.id, limit: "many" }, "limit must be a number"],
    ["lcm_forget", {}, "There is no tool lcm_forget"],
  ])("%s %j is answered with what to correct", async (name, args, words) => {
    const { use } = await foldedEngine();
    expect(String((await use(name, args))["error"])).toContain(words);
  });
});
