import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanOutput, createOutputBuffer } from "../../../../src/core/tools/shell/output-buffer";

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

  it("takes out links, titles and cursor movements", () => {
    expect(cleanOutput("\x1b]0;title\x07a\x1b[2K\x1b[1Gb\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\r\nc\rd\r")).toBe(
      "ablink\nd",
    );
  });
});
