import { describe, expect, it } from "vitest";
import { evictResult, judgeEviction, putBack } from "../../../../../src/core/context/compressor/pruning/eviction";
import { messageId } from "../../../../../src/core/conversation/ids";
import { checkLegal } from "../../../../../src/core/conversation/legality";
import { messageText } from "../../../../../src/core/conversation/render";
import { call, result, says, user } from "../../../../support/conversation";

const output = result("terminal", "line\n".repeat(500), "a");
const messages = [user("go"), says(call("terminal", '{"command":"ls"}', "a")), output, says("done")];

describe("evicting one tool result", () => {
  it("leaves one line in its place, and says what was gained and where the cache breaks", () => {
    const eviction = evictResult(messages, output.id);
    expect(eviction?.messages.map(messageText)[2]).toBe("[terminal] ran `ls` -> 500 lines output");
    expect(eviction).toMatchObject({ firstChanged: 2, original: output });
    expect(eviction?.tokensDelta).toBeLessThan(-500);
    expect(checkLegal(eviction?.messages ?? [])).toBeUndefined();
  });
  it("can be put back exactly", () => {
    const eviction = evictResult(messages, output.id);
    const restored = putBack(eviction?.messages ?? [], output);
    expect(restored?.messages).toEqual(messages);
    expect(restored?.tokensDelta).toBe(-(eviction?.tokensDelta ?? 0));
  });
  it("does nothing for what is not a tool result, is short, or is gone", () => {
    expect(evictResult(messages, messages[0]!.id)).toBeUndefined();
    expect(evictResult([says(call("a")), result("a", "short")], messageId("nowhere"))).toBeUndefined();
    expect(putBack(messages.slice(0, 2), output)).toBeUndefined();
    expect(putBack(messages, output)).toBeUndefined();
  });
  it("is judged possible exactly where it would change something", () => {
    const candidates = [...messages, result("a", "short"), evictResult(messages, output.id)!.messages[2]!];
    expect(candidates.map(judgeEviction)).toEqual([
      "not-a-result",
      "not-a-result",
      "possible",
      "not-a-result",
      "too-short",
      "evicted",
    ]);
    for (const candidate of candidates)
      expect(evictResult([candidate], candidate.id) !== undefined).toBe(judgeEviction(candidate) === "possible");
  });
  it("leaves the list it was given alone", () => {
    evictResult(messages, output.id);
    expect(messages[2]).toBe(output);
  });
});
