import { describe, expect, it } from "vitest";
import type { Rereading } from "../../../../src/core/context/trigger/rereading";
import {
  afterCompression,
  afterNewTurn,
  afterStep,
  isPauseDue,
  keptVerbatim,
  NOTHING_REREAD,
  readRereading,
} from "../../../../src/core/context/trigger/rereading";
import type { Message } from "../../../../src/core/conversation/message";
import { call, failure, result, says } from "../../../support/conversation";

const THRESHOLD = 1_000;
const CONTENT = "a line of the file\n".repeat(40);
const BOILERPLATE = Array.from({ length: 60 }, (_, index) => `a line that every module has, ${index}\n`).join("");

let next = 0;
function step(name: string, input: object, text = CONTENT): readonly Message[] {
  const key = `k${next++}`;
  return [says(call(name, JSON.stringify(input), key)), result(name, text, key)];
}
const read = (path: string, text = CONTENT) => step("read_file", { path }, text);
const folding = (...steps: readonly (readonly Message[])[]) => afterCompression(NOTHING_REREAD, steps.flat(), []);
const stepped = (state: Rereading, exchange: readonly Message[]) => afterStep(state, exchange, THRESHOLD);

describe("reading again what was folded", () => {
  it.each([
    ["the same file by the same tool", read("src/a.ts"), read("src/a.ts")],
    ["the same file by a command", read("src/a.ts"), step("terminal", { command: "cat ./src/a.ts" })],
    ["the same file by its absolute path", step("terminal", { command: "cat src/a.ts" }), read("/project/src/a.ts")],
    ["the same command", step("terminal", { command: "npm ls" }), step("terminal", { command: "npm ls" })],
    [
      "its lines in the output of a command",
      read("a.ts", BOILERPLATE),
      step("terminal", { command: "make" }, BOILERPLATE),
    ],
    ["the same search", step("search_files", { pattern: "x" }), step("search_files", { pattern: "x" })],
  ])("is a strike: %s", (_, folded, again) => {
    expect(stepped(folding(folded), again).strikes).toBe(1);
  });

  it.each([
    [
      "another part of a file",
      step("read_file", { path: "a.ts", offset: 1 }),
      step("read_file", { path: "a.ts", offset: 400 }),
    ],
    ["a file that reads differently by now", read("a.ts"), read("a.ts", CONTENT.replaceAll("line", "row"))],
    [
      "a failed call",
      read("a.ts"),
      [says(call("read_file", '{"path":"a.ts"}', "f")), failure("read_file", CONTENT, "f")],
    ],
    ["a small result", read("a.ts", "one line"), read("a.ts", "one line")],
    ["something new", read("a.ts"), read("b.ts")],
    [
      "another file with much the same lines",
      read("a.ts", BOILERPLATE),
      read("b.ts", `${BOILERPLATE}a line of its own`),
    ],
  ])("is none: %s", (_, folded, again) => {
    expect(stepped(folding(folded), again).strikes).toBe(0);
  });

  it("is none for a file that was written in between, nor for any command after an edit", () => {
    const write = step("write_file", { path: "./a.ts", content: "new" }, "written");
    const state = stepped(folding(read("a.ts"), step("terminal", { command: "npm test" })), write);
    expect(stepped(state, read("a.ts")).strikes).toBe(0);
    expect(stepped(state, step("terminal", { command: "npm test" })).strikes).toBe(0);
  });

  it("counts only within a few steps", () => {
    let state = folding(read("a.ts"));
    for (let count = 0; count < 6; count++) state = stepped(state, read(`other${count}.ts`));
    expect(stepped(state, read("a.ts")).strikes).toBe(0);
  });

  it("counts one strike per compression; the second keeps the results, the third pauses", () => {
    let state = NOTHING_REREAD;
    const seen: unknown[] = [];
    for (let compression = 0; compression < 3; compression++) {
      state = afterCompression(state, read("a.ts"), []);
      state = stepped(stepped(state, read("a.ts")), read("a.ts"));
      seen.push([state.strikes, keptVerbatim(state).length, isPauseDue(state)]);
    }
    expect(seen).toEqual([
      [1, 0, false],
      [2, 4, false],
      [3, 6, true],
    ]);
    expect(state.names).toEqual(["a.ts"]);
  });

  it("is forgotten after a compression that was not struck", () => {
    const struck = stepped(folding(read("a.ts")), read("a.ts"));
    const calm = stepped(afterCompression(struck, read("b.ts"), []), read("c.ts"));
    expect(afterCompression(calm, read("d.ts"), []).strikes).toBe(0);
  });

  it("leaves a new turn one strike at most, and survives being saved", () => {
    const state = { ...stepped(folding(read("a.ts")), read("a.ts")), strikes: 3 };
    expect(afterNewTurn(state).strikes).toBe(1);
    expect(readRereading(JSON.parse(JSON.stringify(state)))).toEqual(state);
    expect(readRereading("nonsense")).toEqual(NOTHING_REREAD);
  });
});
