import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { messageText } from "../../src/core/conversation/render";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

/** No request contains more of an output than its preview. */
const LARGEST_REQUEST_CHARS = 400_000;

describe("an output that is too large for the context", () => {
  it("is saved to a file byte for byte and can be read in parts", async () => {
    const hermes = await runHermes({
      files: {
        "shout.js": "for (let line = 1; line <= 100000; line++) console.log(`line ${line} ${'x'.repeat(40)}`);\n",
      },
      server: {
        script: (request, n) => {
          if (n === 0) return calls(toolCall("terminal", { command: "node shout.js" }, "c1"));
          const path = /<persisted-output>[^]*?(\/[^\s"\\]+\.txt)/.exec(request.text)?.[1];
          return n === 1
            ? calls(toolCall("read_file", { path: path ?? "none", offset: 50_000, limit: 2 }, "c2"))
            : says("seen");
        },
      },
    });
    expect(await hermes.say("run it")).toEqual({ outcome: "answered" });
    const [spilled] = hermes.seen("spilled");
    expect(spilled?.totalChars).toBeGreaterThan(5_000_000);
    const file = await readFile(spilled!.path, "utf8");
    expect(file).toHaveLength(spilled!.totalChars);
    expect(file).toContain("line 100000 ");
    const slice = (await hermes.stored()).filter((message) => message.role === "tool").at(-1)!;
    expect(messageText(slice)).toMatch(/^50000\|line \d+ x+\n50001\|line \d+ x+\n/);
    for (const request of hermes.server.requests) expect(request.text.length).toBeLessThan(LARGEST_REQUEST_CHARS);
    expect(hermes.server.violations).toEqual([]);
  });

  it("spills largest result first, until the turn fits", async () => {
    const big = `${"y".repeat(79)}\n`;
    const hermes = await runHermes({
      files: Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.txt`, big.repeat(1_000)])),
      server: {
        script: (_, n) =>
          n === 0
            ? calls(...["a", "b", "c", "d"].map((name) => toolCall("terminal", { command: `cat ${name}.txt` }, name)))
            : says("done"),
      },
    });
    await hermes.say("show all four");
    expect(hermes.seen("spilled").map(({ from }) => from)).toEqual(["turn", "turn"]);
    const shown = (await hermes.stored())
      .filter((message) => message.role === "tool")
      .reduce((sum, message) => sum + messageText(message).length, 0);
    expect(shown).toBeLessThanOrEqual(200_000);
  });

  it.each([
    ["adaptive", ["result", "result"]],
    ["hermes", []],
  ] as const)(
    "spills before it is first sent to a small window, depending on the policy: %s",
    async (policy, expected) => {
      const hermes = await runHermes({
        files: { "log.txt": `${"the build went on and on\n".repeat(1_000)}` },
        settings: {
          "hermes.compression.policy": policy,
          "hermes.contextLength": 32_000,
          "hermes.maxOutputTokens": 1_000,
        },
        server: {
          script: (_, n) => (n < 2 ? calls(toolCall("terminal", { command: "cat log.txt" }, `c${n}`)) : says("seen")),
        },
      });
      expect(await hermes.say("look at the log")).toEqual({ outcome: "answered" });
      expect(hermes.seen("spilled").map(({ from }) => from)).toEqual(expected);
      expect(hermes.server.requests.some(({ text }) => text.includes("the build went on and on\\n".repeat(900)))).toBe(
        policy === "hermes",
      );
    },
  );

  it("spills at the same limits when pasted, with the adaptive policy", async () => {
    const hermes = await runHermes({
      settings: { "hermes.compression.policy": "adaptive", "hermes.contextLength": 32_000 },
      server: { script: () => says("noted") },
    });
    await hermes.say(`my log:\n${"log line\n".repeat(2_000)}`);
    expect(hermes.seen("spilled")).toMatchObject([{ from: "user", totalChars: 18_008 }]);
  });

  it("spills into the same block when pasted", async () => {
    const hermes = await runHermes({ server: { script: () => says("noted") } });
    await hermes.say(`here is my log:\n${"log line\n".repeat(20_000)}`);
    expect(hermes.seen("spilled")).toMatchObject([{ from: "user" }]);
    expect(hermes.server.requests[0]!.text.length).toBeLessThan(100_000);
    expect(hermes.server.requests[0]!.text).toContain("<persisted-output>");
  });
});
