import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { FoldRange, SummaryRequest } from "../../../../src/core/context/engine";
import type { Message } from "../../../../src/core/conversation/message";
import { call, result, says, shape, summary, user } from "../../../support/conversation";
import { handOff } from "../../../support/hand-off";

const WINDOW = 20_000;
const signal = new AbortController().signal;
const words = (topic: string): string => `${topic}${" and some more words about it".repeat(70)}`;

/** A turn with one call between the request and the reply. */
const turn = (topic: string): readonly Message[] => [
  user(words(`ask ${topic}`)),
  says(call("terminal", "{}", topic)),
  result("terminal", words(`output ${topic}`), topic),
  says(words(`reply ${topic}`)),
];

const topics = ["one", "two", "three", "four", "five"];
const conversation = topics.flatMap(turn);
const [, , , , askTwo, callTwo, outputTwo, , askThree] = conversation;
const askFive = conversation.at(-4);

function compressor() {
  const requests: SummaryRequest[] = [];
  const engine = createCompressor({
    contextLength: WINDOW,
    summarize: async (request) => {
      requests.push(request);
      return handOff();
    },
  });
  return { engine, requests };
}

async function fold(messages: readonly Message[], kind: FoldRange["kind"], at: Message | undefined) {
  const { engine, requests } = compressor();
  const options = { trigger: "manual", range: { kind, messageId: at!.id }, signal } as const;
  const plan = await engine.plan!(messages, options);
  const list = await engine.compress(messages, options);
  return { list, plan, requests, last: engine.status().lastCompression };
}

const withoutSummary = (list: readonly Message[]): readonly Message[] => list.filter(({ role }) => role !== "summary");
const placeOfSummary = (list: readonly Message[]): number => list.findIndex(({ role }) => role === "summary");

describe("compressing up to a message", () => {
  it("folds everything before it except the opening, and keeps the rest", async () => {
    const { list, plan, last } = await fold(conversation, "up-to", askThree);
    expect(withoutSummary(list)).toEqual([...conversation.slice(0, 3), ...conversation.slice(8)]);
    expect(placeOfSummary(list)).toBe(3);
    expect(last?.plan).toMatchObject({
      foldedIds: plan.kind === "fold" ? plan.foldedIds : [],
      range: { kind: "up-to" },
    });
    expect(last?.report?.range).toBe("up-to");
  });

  it("cuts before the call when a result is chosen", async () => {
    const { list } = await fold(conversation, "up-to", outputTwo);
    expect(withoutSummary(list)).toEqual([...conversation.slice(0, 3), ...conversation.slice(5)]);
  });

  it("restates a newest request that would otherwise stand before the summary only", async () => {
    const { list } = await fold(conversation, "up-to", conversation.at(-1));
    const made = list[placeOfSummary(list)];
    expect(made?.role === "summary" && made.restatedRequest).toBe(words("ask five"));
  });

  it("says that only the opening is before the message", async () => {
    const { list, plan } = await fold(conversation, "up-to", conversation[2]);
    expect(list).toBe(conversation);
    expect(plan).toMatchObject({
      kind: "nothing",
      reason: "Only the opening of the conversation is before this message, and it is always kept.",
    });
  });

  it("refuses a message before an earlier summary: there is one summary, and it keeps its place in time", async () => {
    const folded = (await fold(conversation, "from", askThree)).list;
    expect((await fold(folded, "up-to", askTwo)).plan).toMatchObject({
      reason: expect.stringContaining("comes after this message"),
    });
  });
});

describe("compressing from a message on", () => {
  it("folds up to the newest request and keeps everything before the message", async () => {
    const { list, last } = await fold(conversation, "from", askTwo);
    expect(withoutSummary(list)).toEqual([...conversation.slice(0, 4), ...conversation.slice(16)]);
    expect(placeOfSummary(list)).toBe(4);
    expect(last?.report?.range).toBe("from");
  });

  it("keeps large output before the message as it is", async () => {
    const large = result("terminal", "a line of output\n".repeat(2_000), "one");
    const messages = conversation.with(2, large);
    expect((await fold(messages, "from", askTwo)).list[2]).toBe(large);
  });

  it("cuts before the call when a result is chosen", async () => {
    const { list } = await fold(conversation, "from", outputTwo);
    expect(list.slice(0, 5)).toEqual(conversation.slice(0, 5));
    expect(list).not.toContain(callTwo);
  });

  it("folds an earlier summary into the new one and moves it behind the messages that stay", async () => {
    const earlier = summary("## Goal\nShip the parser.", [conversation[3]!.id]);
    const messages = [...conversation.slice(0, 3), earlier, ...conversation.slice(4)];
    const { list, requests } = await fold(messages, "from", askThree);
    expect(shape(list)).toBe(
      shape([...conversation.slice(0, 3), ...conversation.slice(4, 8), list[7]!, ...messages.slice(16)]),
    );
    expect(requests[0]?.previousSummary).toBe(earlier.text);
    const made = list[7];
    expect(made?.role === "summary" && made.covers).toEqual(
      [conversation[3], ...conversation.slice(8, 16)].map((message) => message!.id),
    );
  });

  it("says that only the newest request and its reply follow", async () => {
    expect((await fold(conversation, "from", askFive)).plan).toMatchObject({
      reason: "Only the newest request and its reply follow here, and they are always kept.",
    });
  });

  it("keeps a call that is still running", async () => {
    const running = [...conversation.slice(0, -1), says(call("terminal", "{}", "now"))];
    const { list } = await fold(running, "from", askTwo);
    expect(list.at(-1)).toBe(running.at(-1));
  });
});

describe("a partial compression", () => {
  it("is refused kindly where its message has been folded", async () => {
    const { list } = await fold(conversation, "up-to", askThree);
    expect((await fold(list, "from", askTwo)).plan).toMatchObject({
      reason: "This message is not in the context anymore: an earlier compression has replaced it.",
    });
  });

  it("is refused where a summary would not be smaller", async () => {
    const small = ["a", "b", "c", "d"].flatMap((topic) => [user(topic), says(topic)]);
    expect((await fold(small, "from", small[4])).plan).toMatchObject({
      reason: "A summary would not be smaller than the messages it would replace.",
    });
  });

  it("summarizes the chosen part alone, even while the whole is in a warm cache", async () => {
    const { requests } = await fold(conversation, "from", askTwo);
    expect(requests[0]?.instruction).toBeUndefined();
    expect(requests[0]?.prompt).not.toContain("ask one");
  });

  it("tells a later summarizer which turns are older than the notes", async () => {
    const folded = (await fold(conversation, "from", askThree)).list;
    const grown = [...folded, ...["six", "seven"].flatMap(turn)];
    const { list, requests } = await fold(grown, "up-to", grown.at(-4));
    expect(list.filter(({ role }) => role === "summary")).toHaveLength(1);
    const prompt = requests[0]?.prompt ?? "";
    const place = prompt.indexOf("[The earlier notes belong here");
    expect(prompt.indexOf("ask two")).toBeLessThan(place);
    expect(prompt.indexOf("ask six")).toBeGreaterThan(place);
  });

  it("does not count against automatic compression, however little it frees", async () => {
    const { engine } = compressor();
    const huge = [...conversation, user(`the rest ${"x y ".repeat(9_000)}`)];
    for (const kind of ["up-to", "from"] as const) {
      const options = { trigger: "manual", range: { kind, messageId: askThree!.id }, signal } as const;
      await engine.compress(huge, options);
      expect(engine.status().lastCompression?.outcome).toBe("folded");
    }
    expect(engine.status().paused).toBeUndefined();
  });

  it("can be drafted, and the draft is applied as it was planned", async () => {
    const { engine, requests } = compressor();
    const range = { kind: "from", messageId: askTwo!.id } as const;
    const draft = await engine.preview!(conversation, { trigger: "manual", range, signal });
    if (!("plan" in draft)) throw new Error(draft.reason);
    const later = [...conversation, user("one more thing")];
    const list = await engine.compress(later, { trigger: "manual", range, draft, signal });
    expect(withoutSummary(list)).toEqual([...conversation.slice(0, 4), ...later.slice(16)]);
    expect(engine.status().lastCompression?.report?.range).toBe("from");
    expect(requests).toHaveLength(1);
  });
});
