import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanOutput, createOutputBuffer, growingEnd } from "../../../../src/core/tools/shell/output-buffer";

describe("createOutputBuffer", () => {
  it("keeps everything up to its cap, however it arrives", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 10 }), (chunks) => {
        const buffer = createOutputBuffer(400);
        chunks.forEach((chunk) => buffer.add(chunk));
        expect(buffer.text()).toBe(chunks.join(""));
      }),
    );
  });

  it("keeps beginning and end beyond its cap and says what is missing", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 30, maxLength: 60 }), (chunks) => {
        const buffer = createOutputBuffer(20);
        chunks.forEach((chunk) => buffer.add(chunk));
        const all = chunks.join("");
        expect(buffer.text()).toBe(
          `${all.slice(0, 10)}\n[${all.length - 20} characters of output were not kept]\n${all.slice(-10)}`,
        );
      }),
    );
  });
});

describe("cleanOutput", () => {
  it("leaves plain text as it is", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[\r\x1b]/.test(text)),
        (text) => {
          expect(cleanOutput(text)).toBe(text);
        },
      ),
    );
  });

  it("takes out links and titles, and carries out cursor movements", () => {
    expect(cleanOutput("\x1b]0;title\x07a\x1b[2K\x1b[1Gb\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\r\nc\rd\r")).toBe(
      "blink\nd",
    );
  });

  it.each([
    ["the spinner of npm", "⠙\x1b[1G\x1b[0K⠹\x1b[1G\x1b[0K⠸\x1b[1G\x1b[0K\nadded 3 packages\n", "\nadded 3 packages\n"],
    ["a spinner behind words", "Building ⠙\x1b[1D⠹\x1b[1D✔ done\n", "Building ✔ done\n"],
    ["backspaces", "50%\b\b\b100%\n", "100%\n"],
    ["lines that are written again", "a: 1\nb: 1\n\x1b[2A\x1b[2Ka: 2\n\x1b[2Kb: 2\nend", "a: 2\nb: 2\nend"],
    ["lines of which one changes", "a: 1\nb: 1\nc: 1\n\x1b[2A\rb: 2\n\nend", "a: 1\nb: 2\nc: 1\nend"],
    ["a block that is erased", "result\n1 %\n2 %\n\x1b[2A\x1b[0Jdone\n", "result\ndone\n"],
    ["a cleared screen, whose text is kept", "first\n\x1b[2J\x1b[Hsecond\n", "first\nsecond\n"],
    ["a color behind the last state", "10 %\r20 %\r\x1b[0m\n", "20 %\n"],
  ])("shows of %s what a terminal is left with", (_, raw, left) => {
    expect(cleanOutput(raw)).toBe(left);
  });

  it("leaves lines alone that a terminal can no longer reach", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}\n`).join("");
    expect(cleanOutput(`${lines}\x1b[500Awritten again`).startsWith("line 0\nline 1\n")).toBe(true);
  });
});

describe("growingEnd", () => {
  it("shows one state of a line, however the output arrives", () => {
    const frames = ["\x1b[32m⠙\x1b[0m 1", "0 %\r", "\x1b[32m⠹\x1b[0m 20 %", "\r", "\x1b[1G\x1b[0Kdone"];
    expect(frames.reduce((end, frame) => growingEnd(end, frame, 600), "")).toBe("done");
    expect(frames.slice(0, 3).reduce((end, frame) => growingEnd(end, frame, 600), "")).toBe("\x1b[32m⠹\x1b[0m 20 %");
  });
});
