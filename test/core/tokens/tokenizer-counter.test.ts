import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageId } from "../../../src/core/conversation/ids";
import type { UserMessage } from "../../../src/core/conversation/message";
import { createTokenCounter } from "../../../src/core/tokens/tokenizer-counter";
import { call, result, says, user } from "../../support/conversation";

let folder: string;
let workerFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tokens-"));
  workerFile = join(folder, "tokenizer-worker.cjs");
  await build({
    entryPoints: ["src/core/tokens/tokenizer-worker.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: workerFile,
    logLevel: "warning",
  });
}, 30_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const picture: UserMessage = {
  role: "user",
  id: messageId("p"),
  content: [{ type: "image", mediaType: "image/png", base64: "A".repeat(100_000) }],
};

describe("token counter", () => {
  it("counts the same in a worker and in this thread", async () => {
    const [here, there] = [createTokenCounter({}), createTokenCounter({ workerFile })];
    const texts = ["Hello, world!", "", "请保留用户的最新请求"];
    const counts = await there.countTexts(texts);
    expect(counts).toEqual([4, 0, 7]);
    expect(await here.countTexts(texts)).toEqual(counts);
    await Promise.all([here.dispose(), there.dispose()]);
  }, 30_000);

  it("counts messages with framing and each protocol's price for a picture", async () => {
    const counter = createTokenCounter({});
    const messages = [
      user("Hello, world!"),
      says("ok", call("read_file", '{"path":"a.ts"}')),
      result("read_file", "x"),
      picture,
    ];
    expect(await counter.countMessages(messages, "anthropic-messages")).toEqual([8, 21, 5, 1_604]);
    expect(await counter.countMessages(messages, "openai-chat")).toEqual([8, 21, 5, 1_109]);
    expect(await counter.countMessages([], "openai-chat")).toEqual([]);
  }, 30_000);

  it("answers questions asked at the same time each with its own counts", async () => {
    const counter = createTokenCounter({ workerFile });
    expect(
      await Promise.all([counter.countTexts(["a"]), counter.countTexts(["a b", "c"]), counter.countTexts([])]),
    ).toEqual([[1], [2, 1], []]);
    await counter.dispose();
  }, 30_000);

  it("fails what was asked when its worker stops, and starts another for the next question", async () => {
    const counter = createTokenCounter({ workerFile });
    const asked = counter.countTexts(["a"]);
    const refused = expect(asked).rejects.toThrow("The token counter stopped.");
    await counter.dispose();
    await refused;
    expect(await counter.countTexts(["a"])).toEqual([1]);
    await counter.dispose();
  }, 30_000);

  it("says so when the worker cannot start", async () => {
    const broken = join(folder, "broken.cjs");
    await writeFile(broken, "throw new Error('no vocabulary')");
    await expect(createTokenCounter({ workerFile: broken }).countTexts(["a"])).rejects.toThrow("no vocabulary");
  });
});
