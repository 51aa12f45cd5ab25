import { describe, expect, it } from "vitest";
import { readRecalled, readStatus, readToolSchemas } from "../../../../src/core/context/outside/answer-reader";

const line = (identifier: string, text: string) => ({ identifier, messageId: "m1", text, why: "named again" });
const tool = { name: "look", description: "Looks.", parameters: { type: "object", properties: {} } };

describe("lines an engine recalls", () => {
  it("are taken as they are where they are few and short", () => {
    expect(readRecalled([line("port", "the port is 8080")])).toEqual([line("port", "the port is 8080")]);
  });

  it("are at most four and at most 1,200 characters together, however many and long they are", () => {
    const lines = readRecalled(
      Array.from({ length: 50 }, (_, index) => line(`name${index}`, "very long ".repeat(100_000))),
    );
    expect(lines.map(({ identifier }) => identifier)).toEqual(["name0", "name1", "name2", "name3"]);
    expect(lines.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_200);
  });

  it("lose secrets before they are cut", () => {
    const [read] = readRecalled([
      line("key", `${"x".repeat(230)} ANTHROPIC_API_KEY=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789`),
    ]);
    expect(read?.text).not.toContain("sk-ant");
  });

  it.each([[{ text: "no name" }], [line("blank", "  ")], [null], ["text"], [{ identifier: 7, text: 8 }]])(
    "are left out where they say nothing: %j",
    (entry) => {
      expect(readRecalled([entry, line("port", "8080")])).toEqual([line("port", "8080")]);
    },
  );

  it("need neither a message nor a reason", () => {
    expect(readRecalled([{ identifier: "port", text: "8080" }])).toEqual([
      { identifier: "port", messageId: "", text: "8080", why: "" },
    ]);
  });
});

describe("tools an engine offers", () => {
  it("are taken without what else is written on them", () => {
    expect(readToolSchemas([{ ...tool, run: () => "evil", category: "run" }])).toEqual([tool]);
  });

  it.each([
    ["no list", "all of them", "it is not a list"],
    ["too many", Array.from({ length: 33 }, () => tool), "it offers 33 tools, more than the limit of 32"],
    ["without a name", [tool, { ...tool, name: undefined }], "tool 1 has no name or no description"],
    [
      "without a schema",
      [{ ...tool, parameters: { type: "string" } }],
      "the parameters of look are not a JSON schema of an object",
    ],
    [
      "too large for every request",
      [{ ...tool, description: "long ".repeat(10_000) }],
      "its tools take 50,081 characters of every request, more than the limit of 32,000",
    ],
  ])("are refused with a reason where they are %s", (_, value, reason) => {
    expect(() => readToolSchemas(value)).toThrow(reason);
  });
});

describe("the status of an engine", () => {
  it("is read field by field", () => {
    const status = {
      lastCompression: { outcome: "kept", reason: "nothing new" },
      paused: { kind: "idle", reason: "waits", untilMs: 5 },
      thresholdNote: "half of the window",
      notice: { id: "n", text: "hello" },
      durable: { count: 3 },
    };
    expect(readStatus(status)).toEqual(status);
  });

  it.each([
    [{ lastCompression: { outcome: "splendid" }, paused: { reason: 7 }, thresholdNote: 9, notice: "hello" }],
    [{ lastCompression: "folded", paused: true, notice: { id: "only" } }],
    [{ durable: () => "code" }],
  ])("loses what has no meaning: %j", (status) => {
    expect(readStatus(status)).toEqual({});
  });

  it("is bounded where it is for people", () => {
    expect(readStatus({ thresholdNote: "n".repeat(10_000) }).thresholdNote).toHaveLength(500);
  });

  it.each([
    ["what is no object", 7, "it is not an object"],
    ["a list", [], "it is not an object"],
    [
      "more than a journal should take",
      { durable: "x".repeat(3_000_000) },
      "its durable state has 3,000,002 characters, more than the limit of 2,000,000",
    ],
    [
      "a circle",
      (() => {
        const ring: { self?: unknown } = {};
        ring.self = ring;
        return { durable: ring };
      })(),
      "circular",
    ],
  ])("is refused where it is %s", (_, status, reason) => {
    expect(() => readStatus(status)).toThrow(reason);
  });
});
