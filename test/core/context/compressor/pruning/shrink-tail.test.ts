import { describe, expect, it } from "vitest";
import { shrinkTail } from "../../../../../src/core/context/compressor/pruning/shrink-tail";
import { estimateMessageTokens } from "../../../../../src/core/tokens/estimate";
import { sumTokens } from "../../../../../src/core/tokens/sizes";
import { call, result, says, user } from "../../../../support/conversation";

const words = (count: number) => "some plain words ".repeat(count);
const sizes = (messages: Parameters<typeof sumTokens>[0]) => messages.map(estimateMessageTokens);

const tail = [
  user("write the file and read the others"),
  says(call("write_file", JSON.stringify({ path: "a.ts", content: words(800) }), "w")),
  result("write_file", "written", "w"),
  says(call("read_file", "{}", "r1"), call("read_file", "{}", "r2")),
  result("read_file", words(300), "r1"),
  result("read_file", words(900), "r2"),
];

describe("a tail that is too large for a request", () => {
  it("stays as it is where it fits", () => {
    expect(shrinkTail(tail, sumTokens(tail, estimateMessageTokens), estimateMessageTokens)).toBe(tail);
  });

  it("loses the arguments of calls that were carried out before any result", () => {
    const room = sumTokens(tail, estimateMessageTokens) - 500;
    const [request, write, ...rest] = shrinkTail(tail, room, estimateMessageTokens);
    expect([request, ...rest]).toEqual([tail[0], ...tail.slice(2)]);
    expect(JSON.stringify(write)).toContain("characters of this old argument");
  });

  it("then loses its largest results, until it fits", () => {
    const shrunk = shrinkTail(tail, 2_000, estimateMessageTokens);
    expect(shrunk[4]).toBe(tail[4]);
    expect(shrunk[5]).toMatchObject({ body: { kind: "pruned" } });
    expect(sizes(shrunk).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_000);
  });

  it("keeps the arguments of a call that has no result yet", () => {
    const running = [user("go"), says(call("write_file", JSON.stringify({ content: words(800) }), "w"))];
    expect(shrinkTail(running, 100, estimateMessageTokens)).toEqual(running);
  });
});
